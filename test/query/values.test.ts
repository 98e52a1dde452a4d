/** Values in a query say nothing about which SDK has the operation: the answer is that of the query without them. */
import { describe, expect, it } from 'vitest'
import { catalog } from '../embedded.ts'

const VALUES = {
  'a repository': ['list open issues', 'list open issues of acme/widgets'],
  'a repository that is also a language': [
    'list open issues labelled bug',
    'list open issues of acme/next.js labelled bug',
  ],
  'an address of the internet': ['geolocate an ip address', 'geolocate the ip address 203.0.113.7'],
  'an e-mail address': ['check an email address', 'check the email address kim@example.net'],
  coordinates: ['elevation of a point', 'elevation of a point 47.3769, 8.5417'],
  'a postcode': ['constituency of a uk postcode', 'constituency of a uk postcode LS9 8AG'],
  'a doi': ['metadata of a doi', 'metadata of a doi 10.5555/12345678'],
  'a number of a company': ['check a vat number', 'check a vat number ATU12345678'],
  'a number of a book': ['who wrote the book with this isbn', 'who wrote the book with this isbn 978-0-306-40615-7'],
  'a quoted text': ['synonyms of a word', 'synonyms of a word "zwieback"'],
  'a name': ['github profile', 'github profile of qwertzuser'],
  'a name of two words': ['artworks in a museum', 'artworks in a museum by Aloys Zötl'],
  'a given name': ['create a trello card', 'create a trello card named Water the plants'],
  'a number': ['merge a pull request', 'merge a pull request 4711'],
  'an identifier': ['refund a charge', 'refund a charge ch_3Nx0zz'],
  'a month': ['flights from an airport', 'flights from an airport in March 2019'],
  'a span of time': ['earthquakes near a place', 'earthquakes near a place last week'],
  'a day of the week': ['weather in a city', 'weather in a city until Sunday'],
  'a number of days': ['weather in a city', 'ten-day weather in a city'],
  'the end of a year': ['population of a city', 'population of a city at the end of 1998'],
  'a domain': ['dns records of a domain', 'dns records of a domain zwieback.example.com'],
}

describe('a value in a query', () => {
  it.each(Object.entries(VALUES))(
    'such as %s changes neither the best hit nor how well it fits',
    (_, [without, withValue]) => {
      const [expected, found] = [catalog.find(without!, {}, 3), catalog.find(withValue!, {}, 3)]
      expect(expected.fit).not.toBe('none')
      expect(found.hits[0]?.record.slug).toBe(expected.hits[0]?.record.slug)
      expect([expected.fit, 'good']).toContain(found.fit)
      expect(found.missing).toEqual(expected.missing)
    },
  )

  it.each(['web3 wallets', 'yes/no', '8ball', 'nationalize.io', '4chan boards'])('%s is none', (query) => {
    const { fit, hits } = catalog.find(query, {}, 1)
    expect(fit).not.toBe('none')
    expect(hits).toHaveLength(1)
  })

  it('alone asks for what it is', () => {
    const { hits } = catalog.find('where is 203.0.113.7', {}, 5)
    expect(hits.some(({ record }) => record.topics.includes('geolocation') || /\bip\b/i.test(record.title))).toBe(true)
  })

  it.each([
    ['LS9 8AG', /postcode/i],
    ['10.5555/12345678', /crossref/i],
    ['ATU12345678', /\bvat\b/i],
  ])('%s alone, too', (value, title) =>
    expect(catalog.find(`look up ${value}`, {}, 3).hits.some(({ record }) => title.test(record.title))).toBe(true),
  )
})
