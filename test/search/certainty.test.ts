/** What a query says beside its need says nothing against an SDK that covers the need; another place does. */
import { describe, expect, it } from 'vitest'
import type { SdkRecord } from '../../src/catalog/record/record.ts'
import { brandKinds, countryOf } from '../../src/query/words/word-lists.ts'
import { wordsOfRole } from '../../src/query/words/words.ts'
import { FITS } from '../../src/search/fit/fit.ts'
import { catalog, embedded } from '../embedded.ts'

const find = (query: string) => catalog.find(query, {}, 5)
const slugs = (query: string) => find(query).hits.map(({ record }) => record.slug)
const { records } = embedded
const countries = [...new Set(countryOf().values())]

describe('beside a need', () => {
  it('any country leaves the SDK of the need among the first five, and the answer certain', () => {
    const asked = countries.map((country) => `public holidays in ${country} next year`)
    expect(asked.filter((query) => !slugs(query).includes('public-holiday-sdk'))).toEqual([])
    expect(asked.filter((query) => find(query).fit === 'none')).toEqual([])
  })

  it('what it is used in changes nothing', () => {
    for (const use of wordsOfRole('use')) expect([use, find(`weather for my ${use}`).fit]).not.toEqual([use, 'none'])
  })

  it('what the first hit says of itself is no service that is missing', () =>
    expect(find('convert a hex colour to HSL')).toMatchObject({ missing: [], fit: 'good' }))

  it('codes of currencies are what is converted', () => {
    const codes = ['AUD', 'CHF', 'JPY', 'NOK', 'ZAR']
    for (const code of codes) expect([code, find(`convert 250 ${code} to USD`).fit]).toEqual([code, 'good'])
  })

  it('a hyphen after the first letter of a word leaves the first SDK the first', () => {
    const needs = records.flatMap((record) => record.needs.filter((need) => /\bemails?\b/.test(need)))
    expect(needs.length).toBeGreaterThan(10)
    for (const need of needs) expect(slugs(need.replaceAll('email', 'e-mail'))[0], need).toBe(slugs(need)[0])
  })

  it('a name that happens to be two words is not read as these', () => {
    const words = catalog.topics.filter((topic) => /^[a-z]{4,7}$/.test(topic)).slice(0, 12)
    const split = words.filter((word, at) => find(`albums of ${word}${words[at - 1] ?? 'cold'}`).readAs.length > 0)
    expect(split).toEqual([])
  })

  it('a Latin name is a species', () => {
    for (const name of ['Turdus merula', 'Quercus robur', 'Sciurus vulgaris']) expect(slugs(name)).toContain('gbif-sdk')
  })

  it('nothing makes a need on record unknown', () => {
    const leading = catalog.topics.flatMap((topic) => catalog.find(topic, {}, 3).hits.map(({ record }) => record))
    const needs = [...new Set(leading)].flatMap((record) => record.needs).filter((_, at) => at % 3 === 0)
    expect(needs.length).toBeGreaterThan(500)
    const unknown = needs.filter((need) => find(need).fit === 'none')
    expect(unknown.length / needs.length).toBeLessThan(0.01)
  })
})

it('a service that is not here and that a need is to be done with is said, and nothing fits well', () => {
  const asked = brandKinds().flatMap(({ need, brands }, at) => {
    const name = brands[0]!.find(({ text, ordinary }) => /^[A-Z][a-z]{5,}$/.test(text) && !ordinary)?.text
    const isHere = name && catalog.find(name, {}, 1).match === 'exact'
    return name && !isHere
      ? { name, query: `${need} ${['on', 'through', 'with', 'via', 'using'][at % 5]} ${name}` }
      : []
  })
  const answers = asked.map(({ query }) => ({ query, ...find(query) })).filter(({ missing }) => missing.length > 0)
  expect(answers.length).toBeGreaterThan(0.95 * asked.length)
  expect(answers.filter(({ fit }) => fit === 'good').map(({ query }) => query)).toEqual([])
})

describe('an SDK of another place', () => {
  it.each([
    ['subway near Times Square in New York', 'mbta-v3-sdk'],
    ['departures of trains in Zurich', 'irail-sdk'],
    ['free parking spaces in Berlin', 'parkhaus-basel-sdk'],
  ])('is no good fit for %s', (query, slug) => {
    const hit = find(query).hits.find(({ record }) => record.slug === slug)
    expect(hit?.fit).not.toBe('good')
  })
})

describe('an SDK that is named in a sentence as its title is written', () => {
  it('is among the first five, and fits', () => {
    const some = records.filter(({ title }, at) => at % 6 === 0 && !/[()]/.test(title))
    const isLost = ({ title, slug }: SdkRecord): boolean => {
      const { fit, hits } = find(`get one record from ${title} and print it`)
      return fit === 'none' || !hits.some(({ record }) => record.slug === slug)
    }
    expect(some.filter(isLost).length).toBeLessThan(some.length / 50)
  })

  it('is the one of several of that name that does the rest', () => {
    expect(slugs('identify a user in Customer.io')[0]).toBe('customerio-pipelines-sdk')
    expect(slugs('create a segment in Customer.io')[0]).toBe('customerio-app-sdk')
    expect(slugs('https://customer.io')[0]).toBe('customerio-app-sdk')
  })
})

describe('of several SDKs for a service', () => {
  it('the one whose server is that of the service comes before others that have its name', () => {
    const [first] = find('list all my GitHub repositories').hits
    expect(first!.record.servers).toMatchObject([{ url: 'https://api.github.com' }])
  })
})

describe('a prompt', () => {
  const needs = 'Get the UV index of a place. Draw a tarot card.'
  it.each([
    ...['You are Claude Code.', 'You will act as a GitHub expert.', 'Out of scope: PDF export, Stripe, Slack.'],
    ...['Not needed: PDF export, Stripe, Slack.'],
    ...['Run it on GitHub Actions with a matrix. The npm tests must stay green.'],
  ])('asks for nothing by "%s"', (aside) => {
    const text = `${aside} ${needs} Somebody told us yesterday that nobody here had ever heard of anything like it.`
    expect(slugs(text).join()).not.toMatch(/claude|github|pdf|stripe|slack|npm/)
  })

  it('of two languages keeps the words of its English clauses', () => {
    const { translation } = find('Merci de créer un script qui récupère the exchange rate of the euro and writes it.')
    expect(translation?.text).toMatch(/the exchange rate of the euro and writes it/)
  })
})

it('what would fit better in another language is named', () => {
  const language = 'rb'
  const needs = records.flatMap(({ languages, needs }) => (languages.includes(language) ? [] : needs.slice(0, 3)))
  expect(needs.length).toBeGreaterThan(3)
  for (const need of needs) {
    const { fit, excludedHit, hits } = catalog.find(need, { language }, 1)
    const [best] = find(need).hits
    const isLost = best !== undefined && FITS.indexOf(best.fit) < FITS.indexOf(hits[0]?.fit ?? 'none')
    if (isLost) expect([need, fit, excludedHit?.record.slug]).toEqual([need, fit, best.record.slug])
  }
})
