/** Exact search (SPEC 4.2) against a reference that anyone can check by eye, over the real data. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openExact, packExact, type Searchable } from '../../src/search/exact.ts'
import { removeUnsafe } from '../../src/text/unsafe-characters.ts'
import { catalog } from '../embedded.ts'
import { runs } from '../property.ts'

const entries = [...catalog.entries()]

const indexed = (items: readonly Searchable[]) => openExact(packExact(items))

const fold = (text: string) => removeUnsafe(text.replace(/\s/gu, ' ')).normalize('NFC').toLowerCase()
const unquoted = (query: string) => query.trim().replace(/^["'](.+)["']$/su, '$1')
const fields = ({ slug, title, description = '', topics = [] }: Searchable) => [slug, title, description, ...topics]
/** Folding all texts for each query would be most of the work. */
const folded = new WeakMap<Searchable, string[]>()
function foldedFields(item: Searchable): string[] {
  const known = folded.get(item) ?? fields(item).map(fold)
  folded.set(item, known)
  return known
}
function scan<Item extends Searchable>(items: readonly Item[], query: string): Item[] {
  const words = unquoted(fold(query)).split(/\s+/).filter(Boolean)
  return items.filter((item) => words.every((word) => foldedFields(item).some((field) => field.includes(word))))
}

const search = (query: string) => catalog.search(query, { limit: 1_000, offset: 0 })

function agrees(query: string): void {
  const expected = scan(entries, query).map(({ slug }) => slug)
  const { total, results } = search(query)
  expect(results.map(({ slug }) => slug)).toEqual(expected)
  expect(total).toBe(expected.length)
}

const text = fc.constantFrom(...entries.flatMap(fields).filter(Boolean))
const substring = fc
  .tuple(text, fc.nat(), fc.integer({ min: 1, max: 12 }))
  .map(([source, at, length]) => source.slice(at % source.length, (at % source.length) + length))
const word = fc.oneof(
  { weight: 5, arbitrary: substring },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 6 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('é', 'ß', 'İ', 'ǅ', 'Σ', 'ﬁ', '😀', '\ud800', '-', '.', "'", '"', '$&', '__proto__'),
  },
)
const cased = fc.tuple(word, fc.constantFrom('lower', 'upper', 'as is', 'NFD')).map(([value, how]) => {
  if (how === 'lower') return value.toLowerCase()
  if (how === 'upper') return value.toUpperCase()
  return how === 'NFD' ? value.normalize('NFD') : value
})
const space = fc.constantFrom(' ', '  ', '\t', '\n', '\r\n', '\u00a0', '\u3000', '\u2028', '\ufeff', '\u2003')
const query = fc
  .array(fc.tuple(cased, space), { maxLength: 4 })
  .map((parts) => parts.map(([value, gap]) => `${value}${gap}`).join(''))

describe('exact search', () => {
  test('finds what a plain scan finds, in the same order, for queries made of the catalogue itself', () =>
    fc.assert(fc.property(query, agrees), runs(300)))

  test('finds the same with what nobody sees among the letters, and with quotes around the query', () => {
    const unseen = fc.constantFrom('\u200b', '\u00ad', '\u2060', '\u200e', '\ufe0f')
    const quotes = fc.constantFrom('""', "''", '“”', '‘’', '«»', '„“', '‹›')
    const words = fc
      .constantFrom(...entries.flatMap(({ title }) => title.split(' ')))
      .filter((word) => /^[a-z]+$/i.test(word))
    fc.assert(
      fc.property(words, words, fc.nat(), unseen, quotes, (one, other, at, character, [before, after]) => {
        const query = `${one} ${other}`
        const place = at % (query.length + 1)
        const hidden = query.slice(0, place) + character + query.slice(place)
        expect(search(hidden)).toEqual(search(query))
        expect(search(`${before}${query}${after} `)).toEqual(search(query))
      }),
      runs(200),
    )
  })

  test('finds every entry by each of its own words', () => {
    for (const entry of entries) {
      const words = new Set(fields(entry).flatMap((field) => field.split(/\s+/)))
      const { results } = search([...words].join(' '))
      expect(results.map(({ slug }) => slug)).toContain(entry.slug)
    }
  })

  test('finds what a plain scan finds in catalogues of any text', () => {
    const anyText = fc.string({
      unit: fc.constantFrom('a', 'b', 'B', ' ', '\n', 'é', 'e\u0301', 'Σ', '😀', 'İ'),
      maxLength: 8,
    })
    const item = fc.record({
      slug: anyText,
      title: anyText,
      description: fc.option(anyText, { nil: undefined }),
      topics: fc.array(anyText),
    })
    fc.assert(
      fc.property(fc.array(item, { maxLength: 8 }), anyText, (items, wanted) => {
        const matches = Array.from(indexed(items)(wanted), (position) => items[position]!)
        expect(matches).toEqual(scan(items, wanted))
      }),
      runs(1_000),
    )
  })

  test('no word matches across the border of two fields', () => {
    const items = [{ slug: 'ab-sdk', title: 'Cd', description: 'ef', topics: ['gh', 'ij'] }]
    for (const word of ['sdkcd', 'cdef', 'efgh', 'ghij', 'sdk\ncd'])
      expect([...indexed(items)(word)]).toEqual([0].slice(word === 'sdk\ncd' ? 0 : 1))
  })

  test('pages are slices of the whole answer', () =>
    fc.assert(
      fc.property(substring, fc.integer({ min: 1, max: 100 }), fc.nat({ max: 800 }), (wanted, limit, offset) => {
        const whole = search(wanted)
        const page = catalog.search(wanted, { limit, offset })
        expect(page).toEqual({ total: whole.total, results: whole.results.slice(offset, offset + limit) })
      }),
      runs(200),
    ))

  test('the same words in another order, case or number find the same', () => {
    const whole = search('weather forecast').results
    expect(whole.length).toBeGreaterThan(0)
    for (const same of ['forecast weather', 'WEATHER  Forecast', ' weather weather forecast '])
      expect(search(same).results).toEqual(whole)
  })
})
