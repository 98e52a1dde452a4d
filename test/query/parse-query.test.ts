/** How a query is read: what is a typo and what is not, which words satisfy which, and what is not English. */
import { describe, expect, it } from 'vitest'
import { stem } from '../../src/query/words/words.ts'
import { editCost } from '../../src/search/words/edit-distance.ts'
import { catalog } from '../embedded.ts'

const find = (query: string, limit = 5) => catalog.find(query, {}, limit)
const slugs = (query: string, limit = 5) => find(query, limit).hits.map(({ record }) => record.slug)

describe('a typo', () => {
  const price = (typed: string, target: string) => editCost(typed, target, 9)

  it('of two swapped letters or one typed twice is one edit, and likelier than a wrong letter', () => {
    expect(price('weahter', 'weather')).toBeLessThan(price('weacher', 'weather'))
    expect(price('weatther', 'weather')).toBeLessThan(price('weacher', 'weather'))
    expect(price('weather', 'weather')).toBe(0)
  })

  it('at the first letter is unlikelier than elsewhere', () =>
    expect(price('wetter', 'better')).toBeGreaterThan(price('bettar', 'better')))

  it('that costs too much is not weighed to its end', () =>
    expect(editCost('weather', 'forecast', 2)).toBe(Number.POSITIVE_INFINITY))

  it.each([
    ['weahter', 'weather'],
    ['payemnt', 'payment'],
    ['quotse', 'quotes'],
    ['counries', 'countries'],
    ['recpies', 'recipes'],
    ['eleciton', 'election'],
    ['televisoin', 'television'],
  ])('%s is read as %s, whether the word is in a title, a plural or only a synonym', (wrote, read) =>
    expect(find(wrote).readAs).toEqual([[wrote, read]]),
  )
})

describe('a word that is right', () => {
  it.each(['lego', 'zeppelin'])('%s is not read as another, though no SDK has it', (word) =>
    expect(find(word)).toMatchObject({ match: 'none', readAs: [] }),
  )

  it('is two words where it is written so', () =>
    expect(find('poetryapi')).toMatchObject({ match: 'typos', readAs: [['poetryapi', 'poetry']] }))
})

describe('a host', () => {
  it('says nothing by the platform that it is on', () => {
    for (const platform of ['vercel', 'netlify', 'railway', 'onrender']) {
      for (const { reason } of find(platform).hits) {
        const fields = reason.kind === 'words' ? reason.matches.filter(({ words }) => words.includes(platform)) : []
        expect(fields.map(({ field }) => field)).not.toContain('host')
      }
    }
  })
})

describe('a word counts as satisfied', () => {
  it.each(['quran', 'bible verse', 'gradient'])('not well by what is only related to it: %s', (query) => {
    const { fit, unmatched } = find(query)
    expect(fit).not.toBe('good')
    expect(unmatched.length).toBeGreaterThan(0)
  })

  it('by a synonym, which the reason spells as the record does', () => {
    const reasons = JSON.stringify(find('felines', 5).hits.map(({ reason }) => reason))
    expect(reasons).toMatch(/cat|feline/)
  })

  it('not by another word that only ends alike', () => {
    expect(stem('stripe')).not.toBe(stem('strip'))
    expect([stem('stripping'), stem('striping')]).toEqual([stem('strip'), stem('stripe')])
    expect([stem('pricing'), stem('prices')]).toEqual([stem('price'), stem('price')])
    expect(slugs('stripe', 50)).not.toContain('bonequest-sdk')
  })

  it('less by a city than by the thing that is wanted there', () => {
    for (const city of ['new york', 'rio de janeiro', 'tokyo']) {
      const { hits } = find(`weather in ${city}`)
      expect([city, hits.filter(({ record }) => record.topics.includes('weather')).length]).toEqual([city, 5])
    }
  })
})

describe('a polite query', () => {
  it.each(['Hi there, can you find me poems?', "I'd like poems", 'we want poems, thanks'])(
    'asks for no more: %s',
    (query) => expect(find(query)).toMatchObject({ fit: 'good', unmatched: [] }),
  )
})

describe('a query that says nothing here', () => {
  it.each(['sdk', 'the api', '\u{1f327}', '??'])('%s has no words to look for', (query) =>
    expect(find(query)).toMatchObject({ match: 'none', empty: true }),
  )
})

describe('a query in another language', () => {
  it.each(['wie ist das Wetter morgen', 'imágenes de gatos', 'prévisions météo pour demain', '天気予報', 'кошки'])(
    '%s is known as one, and no word of it is taken for an English one',
    (query) => expect(find(query)).toMatchObject({ translation: { read: expect.any(Array) }, readAs: [] }),
  )

  it.each([
    ...['rio de janeiro weather', 'das keyboard', 'autobahn api de', 'quotes in German'],
    ...['Best Pizza in San Francisco'],
  ])('is not what %s is', (query) => expect(find(query).translation).toBeUndefined())

  it.each([
    ['quel temps fait-il à Paris', 'weather Paris'],
    ['geocode 12 Rue de la Paix, Paris', 'geocode 12 Rue Paix , Paris'],
    ['Wetter in Berlin', 'weather in Berlin'],
    ['Wetter in New York', 'weather in New York'],
    ['chistes sin Chuck Norris', 'joke without Chuck Norris'],
  ])('keeps names, also of English words: %s', (query, text) => expect(find(query).translation?.text).toBe(text))
})

describe('a long need', () => {
  const story =
    'Our small team runs a shop and we would like that the people who buy something there get a message when it has been sent. '
  it('is read by its first words that matter, however many do not', () => {
    const query = `${story.repeat(3)} So please find me something good to send text messages with.`
    expect(query.length).toBeLessThan(500)
    expect(slugs(query, 10)).toContain('lm-sms-sdk')
  })
})
