/** Ranked search over the embedded catalogue: what a person or an agent may type, and what must come first. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LANGUAGES, type Language, serves } from '../../src/catalog/record/languages.ts'
import { needsNoKey } from '../../src/catalog/record/traits.ts'
import type { Ranked } from '../../src/search/ranked-answer.ts'
import { catalog } from '../embedded.ts'
import { codePoint, runs } from '../property.ts'

const records = [...catalog.entries()].map(({ slug }) => catalog.record(slug)!)
const find = (query: string, limit = 5) => catalog.find(query, {}, limit)
/** With what is made when it is asked for. */
const evaluated = ({ facets, hits, ...rest }: Ranked) => ({
  ...rest,
  facets: facets(),
  hits: hits.map(({ intents, operations, ...hit }) => ({ ...hit, intents: intents(), operations: operations() })),
})
const slugs = (query: string, limit = 5) => find(query, limit).hits.map(({ record }) => record.slug)

describe('a name', () => {
  it.each([
    ['open-meteo-sdk', 'open-meteo-sdk'],
    ['Open Meteo', 'open-meteo-sdk'],
    ['the openmeteo api', 'open-meteo-sdk'],
    ['coin gecko', 'coingecko-sdk'],
    ['PokeAPI', 'pokapi-sdk'],
    ['dog.ceo', 'dog-sdk'],
    ['https://poetrydb.org', 'poetrydb-sdk'],
    ['進撃の巨人', 'attack-on-titan-sdk'],
    ['riesgo pais', 'argentinadatos-sdk'],
  ])('%s finds %s first, however it is spelled', (query, slug) => expect(slugs(query)[0]).toBe(slug))

  it('of any SDK, as slug or as title, finds that SDK first and says so', () => {
    for (const { slug, title } of records) {
      const bySlug = find(slug, 1)
      expect([slug, bySlug.match, bySlug.hits[0]?.record.slug]).toEqual([slug, 'exact', slug])
      const byTitle = find(title, 1)
      expect([title, byTitle.match, byTitle.hits[0]?.reason.kind]).toEqual([title, 'exact', 'name'])
    }
  })

  it('in full brings at most what shares all its words along', () =>
    expect(find('Open-Meteo Air Quality', 50).total).toBeLessThan(5))
})

describe('a query with typos', () => {
  it.each([
    ['wether forcast', 'weather'],
    ['poetrdb', 'poetry'],
    ['xkdc', 'xkcd'],
  ])('%s is corrected, and the answer says how it was read', (query, part) => {
    const { match, hits, readAs } = find(query)
    expect(match).toBe('typos')
    expect(`${hits[0]!.record.title} ${hits[0]!.record.description}`.toLowerCase()).toContain(part)
    expect(readAs.length).toBeGreaterThan(0)
  })

  it('of any title of eight letters and more, two letters swapped, still finds the SDK among the first five', () => {
    const named = records.filter(({ title }) => /^[A-Za-z]{8,}$/.test(title))
    const lost = named.filter(({ slug, title }) => {
      const swapped = title.slice(0, 3) + title[4] + title[3] + title.slice(5)
      return !slugs(swapped).includes(slug)
    })
    expect(named.length).toBeGreaterThan(50)
    expect(lost.map(({ title }) => title)).toEqual([])
  })
})

describe('a need in everyday words', () => {
  it.each([
    ['send a text message', 'lm-sms-sdk'],
    ['pictures of puppies', 'dog-sdk'],
    ['which planes fly over my house', 'opensky-network-sdk'],
    ['should i decline politely', 'no-as-a-service-two-sdk'],
    ['random cat picture without an api key', 'cataas-sdk'],
  ])('%s finds %s among the first five', (query, slug) => expect(slugs(query)).toContain(slug))

  it('finds the same whatever the order of its words', () => {
    const words = ['rocket', 'launch', 'schedule']
    expect(slugs(words.toReversed().join(' '))[0]).toBe(slugs(words.join(' '))[0])
  })

  it('gives a reason for each hit that names a field', () => {
    for (const { reason } of find('weather forecast for europe', 20).hits) {
      expect(reason).toMatchObject({
        kind: 'words',
        matches: expect.arrayContaining([expect.objectContaining({ field: expect.any(String) })]),
      })
    }
  })
})

describe('what is beside the hits', () => {
  it('counts topics and languages over all matches, not only over those shown', () => {
    const few = find('weather', 1)
    const many = find('weather', 1000)
    expect(few.facets()).toEqual(many.facets())
    const matches = many.hits.slice(0, many.total)
    const weather = matches.filter(({ record }) => record.topics.includes('weather')).length
    expect(Object.fromEntries(many.facets().topics).weather).toBe(weather)
  })

  it('says which words the first hit lacks', () => {
    const { match, unmatched } = find('weather for zebrafish')
    expect(match).toBe('any')
    expect(unmatched).toEqual(['zebrafish'])
  })

  it('says how many there were without the filters that left none', () => {
    const answer = catalog.find('recipes', { topic: 'poetry' }, 5)
    expect(answer).toMatchObject({ match: 'none', total: 0, hits: [] })
    expect(answer.withoutFilters).toBeGreaterThan(0)
  })
})

describe('any query at all', () => {
  const anyQuery = fc.oneof(
    fc.string({ unit: codePoint, maxLength: 200 }),
    fc.string({ unit: 'grapheme', maxLength: 80 }),
    fc
      .array(fc.constantFrom(...records.flatMap(({ title, topics }) => [title, ...topics])), { maxLength: 6 })
      .map((all) => all.join(' ')),
    fc.constantFrom('', ' ', 'the api', 'a', '=dog', '~weather', 'constructor', '__proto__', 'toString', '\u0000'),
  )
  const filters = fc.record({
    topic: fc.option(fc.constantFrom(...catalog.topics), { nil: undefined }),
    language: fc.option(fc.constantFrom(...(Object.keys(LANGUAGES) as Language[])), { nil: undefined }),
    no_auth: fc.option(fc.boolean(), { nil: undefined }),
  })

  it('is answered, the same each time, within its limit and without repeats', () =>
    fc.assert(
      fc.property(anyQuery, fc.integer({ min: 1, max: 50 }), (query, limit) => {
        const answer = find(query, limit)
        expect(evaluated(find(query, limit))).toEqual(evaluated(answer))
        const { hits, total, positions } = answer
        expect(hits.length).toBe(Math.min(limit, positions.length))
        // A list ends where the match ends.
        expect(hits.map((hit) => hit.fit !== 'none')).toEqual(hits.map((_, at) => at < total))
        expect(answer.fit === 'none').toBe(total === 0)
        expect(new Set(answer.hits.map(({ record }) => record.slug)).size).toBe(answer.hits.length)
        expect(answer.match === 'none').toBe(positions.length === 0)
      }),
      runs(300),
    ))

  it('is answered by pages, each with the reasons of its own hits', () =>
    fc.assert(
      fc.property(anyQuery, fc.nat({ max: 60 }), fc.integer({ min: 1, max: 50 }), (query, offset, limit) => {
        const whole = find(query, 1000)
        const page = catalog.find(query, {}, limit, offset)
        const hits = whole.hits.slice(offset, offset + limit)
        expect(evaluated(page)).toEqual(evaluated({ ...whole, hits }))
      }),
      runs(100),
    ))

  it('gets only what its filters let through, in the order that all of it had without them', () => {
    fc.assert(
      fc.property(anyQuery, filters, (query, wanted) => {
        const filtered = catalog.find(query, wanted, 1000).hits.map(({ record }) => record)
        for (const record of filtered) {
          if (wanted.topic) expect(record.topics).toContain(wanted.topic)
          if (wanted.language && record.languages.length > 0)
            expect(record.languages.some((code) => serves(code, wanted.language!))).toBe(true)
          if (wanted.no_auth) expect(needsNoKey(record)).toBe(true)
        }
        // Without them a hit may be too far below the first to be shown.
        const unfiltered = catalog.find(query, {}, 1000).hits.map(({ record }) => record)
        const both = filtered.filter((record) => unfiltered.includes(record))
        expect(both).toEqual(unfiltered.filter((record) => both.includes(record)))
      }),
      runs(200),
    )
  })
})
