/** Long texts as ranked search reads them: their needs, and what is said about the program. */
import { describe, expect, it } from 'vitest'
import { readSentence } from '../../src/query/sentence.ts'
import { needsIn } from '../../src/query/split-needs.ts'
import { catalog } from '../embedded.ts'

const find = (query: string) => catalog.find(query, {}, 10)
const typedNeeds = (text: string) => needsIn(readSentence(text)).map(({ typed }) => typed)
/** Makes a text long enough for a prompt. */
const STORY =
  ' Somebody told us yesterday that nobody here had ever heard of anything like it, which came as a surprise.'

describe('the needs of a text', () => {
  it('are its clauses, where it is long enough to have some', () => {
    expect(typedNeeds('send a text message')).toEqual([])
    const text = 'Send the customer a text message, look up the UK postcode of the parcel and draw a tarot card.'
    expect(typedNeeds(text)).toEqual([
      'Send the customer a text message',
      'look up the UK postcode of the parcel',
      'draw a tarot card',
    ])
  })

  it('are each among the first hits, which say whose they are', () => {
    const { hits } = find(
      'Write a Kotlin service in Docker behind Kong with retries and tests. It needs the height above sea level of a ' +
        'point, the hygiene rating of the restaurant there, and a random dog picture while the user waits.',
    )
    const slugs = hits.slice(0, 6).map(({ record }) => record.slug)
    expect(slugs.some((slug) => /elevation|topo/.test(slug))).toBe(true)
    expect(slugs).toEqual(expect.arrayContaining(['food-hygiene-rating-sdk', 'dog-sdk']))
    expect(hits.some(({ need = '' }) => need.includes('hygiene'))).toBe(true)
  })

  it.each(['compare CoinGecko and Coinpaprika', 'coingecko vs. coinpaprika'])('are the names of %s', (query) => {
    const { fit, hits } = find(query)
    expect(fit).toBe('good')
    expect(
      hits
        .slice(0, 2)
        .map(({ record }) => record.title)
        .sort(),
    ).toEqual(['CoinGecko', 'Coinpaprika'])
  })

  it('leave out what is said about the program', () => {
    const prompt = `Draw a tarot card in our Docker image. Use retries with backoff, and write unit tests.${STORY}`
    expect(typedNeeds(prompt)[0]).toBe('Draw a tarot card in our Docker image')
    expect(typedNeeds(prompt).join()).not.toMatch(/retries|tests/)
  })

  it('leave out the tools of a list', () => {
    const needs = typedNeeds(
      `Python 3.12, uv, pytest. Nuxt 3, Strapi, Docker and Caddy are there. Get the tides of a port.${STORY}`,
    )
    expect(needs[0]).toBe('Get the tides of a port')
  })

  it('are answered by the SDK whose host is named', () => {
    const { hits } = find(
      `Poll incident.io for open incidents, draw a tarot card, and get the tides of a port.${STORY}`,
    )
    const named = hits.find(({ record }) => record.slug === 'incident-io-sdk')
    expect(named?.need).toMatch(/open incidents/)
  })

  it('are not held to what the program does without', () => {
    const constraintsOf = (wish: string) =>
      find(`Draw a tarot card, and get the tides of a port, ${wish}.${STORY}`).constraints
    expect(constraintsOf('no login, strictly read-only, in Kotlin')).toEqual([])
    expect(constraintsOf('without an API key')).toEqual(['no key'])
  })

  it('may be one word of a list; a heading, and what is ruled out, is none', () => {
    const needs = typedNeeds(
      `Goal: a page for our garden with air quality, pollen, and tides. No login please, skip maps, for allergies.${STORY}`,
    )
    expect(needs).toEqual(expect.arrayContaining(['pollen', 'tides']))
    expect(needs.join()).not.toMatch(/goal|login|maps|allergies/i)
  })

  it('are no languages and services beside them', () => {
    const { constraints, missing } = find(
      'Please build a Kotlin microservice that runs in Docker and uses Redis and Kafka. When somebody signs up it has to ' +
        'tell whether the e-mail address is disposable and in which country the IP address is.',
    )
    expect([constraints, missing]).toEqual([[], []])
  })
})

describe('a constraint', () => {
  it('without a key of the service is no exclusion of the service', () =>
    expect(find('space pictures without a NASA key').constraints).toEqual(['no key']))

  it('that is said twice excludes both', () =>
    expect(find('jokes, not Chuck Norris and not yo mama').constraints).toEqual(['not Chuck Norris, not yo mama']))

  it.each([
    ['images de chats sans inscription', 'no key'],
    ['chistes sin Chuck Norris', 'not Chuck Norris'],
    ['weather, ohne OpenWeatherMap', 'not OpenWeatherMap'],
    ['Wetter nicht von OpenWeatherMap', 'not OpenWeatherMap'],
    ['jokes but neither chuck norris nor dad jokes', 'not chuck norris, not dad jokes'],
    ['news, but nothing russian', 'not russian'],
    ['anime without one piece', 'not one piece'],
    ['anime except naruto and bleach', 'not naruto, not bleach'],
    ['url shortener instead of bitly', 'not bitly'],
    ['football results where I need no personal key', 'no key'],
    ['from Ruby send sms', 'language rb'],
    ['npm module that sends sms', 'language js'],
  ])('is read in %s', (query, constraint) => expect(find(query).constraints).toEqual([constraint]))

  it.each(['jokes, nothing fancy', 'original sin poems', 'ruby price', 'swift code lookup', 'java coffee'])(
    'is none in %s',
    (query) => expect(find(query).constraints).toEqual([]),
  )

  it('is a language where it is used as one', () => {
    expect(find('currency conversion, Go').constraints).toEqual(['language go'])
    expect(find('things that really go').constraints).toEqual([])
  })

  it('that few meet is met by the first hits; the others say that they violate it', () => {
    const { hits } = catalog.find('forecast without a key', {}, 50)
    const violating = hits.map(({ violates = [] }) => violates.length > 0)
    expect(violating).toEqual(violating.toSorted((a, b) => Number(a) - Number(b)))
  })
})
