/** How query parameters are read (4.2, 8): the matrix of values as data. */
import { describe, expect, test } from 'vitest'
import { testApp } from '../app.ts'
import { violations } from './schemas.ts'
import { verifies } from './verifies.ts'

const { app, services } = testApp()
const { count } = services.catalog
const ask = (query: string) => app.request(`/api/sdk/search?${query}`)

interface Refused {
  code: string
  errors: { field: string; message: string }[]
}

async function refuses(query: string, fields: readonly string[]): Promise<void> {
  const answer = await ask(query)
  expect(answer.status, query).toBe(400)
  const body = (await answer.json()) as Refused
  expect(violations('Problem', body), query).toEqual([])
  expect(body.code).toBe('invalid_request')
  expect(body.errors.map(({ field }) => field)).toEqual(fields)
  // The message says what to change, in words that do not depend on the programming language.
  for (const { message } of body.errors) expect(message).not.toMatch(/NaN|undefined|object|received/i)
}

const NOT_INTEGERS = [
  ...['', '1e2', '0x10', '1.5', '1.0', '-1', '%2B1', '%205', '5%20', '5%00', '5%0A', '5%', '1_000', '1,000', '%D9%A5'],
  ...['NaN', 'Infinity', 'null', 'true', '9'.repeat(16), '9'.repeat(400)],
]

describe('limit and offset', () => {
  verifies(
    ['search.limit-range', 'search.offset', 'search.invalid-request', 'problem.errors-name-fields'],
    'refuse what is no whole number, listing every parameter that fails in one answer',
    async () => {
      for (const value of NOT_INTEGERS) {
        await refuses(`limit=${value}`, ['limit'])
        await refuses(`offset=${value}`, ['offset'])
        await refuses(`limit=${value}&offset=${value}`, ['limit', 'offset'])
      }
    },
  )

  verifies('search.limit-range', 'limit takes 1 to 100, with zeros in front too', async () => {
    for (const value of ['0', '101', '1000000']) await refuses(`limit=${value}`, ['limit'])
    for (const value of ['1', '100', '007']) {
      const { results, limit } = (await (await ask(`limit=${value}`)).json()) as { limit: number; results: unknown[] }
      expect([limit, results.length]).toEqual([Number(value), Number(value)])
    }
  })

  verifies('search.offset', 'offset takes any whole number, beyond the last match too', async () => {
    for (const offset of [0, count - 1, count, 999_999_999_999_999]) {
      const answer = await ask(`offset=${offset}`)
      expect([answer.status, await answer.json()]).toMatchObject([200, { offset }])
    }
  })

  test('a number that is too large is distinguished from one that is malformed', async () => {
    const { errors } = (await (await ask(`limit=${'9'.repeat(16)}`)).json()) as Refused
    expect(errors[0]!.message).not.toMatch(/digits/)
  })
})

describe('q', () => {
  verifies('search.q-length', 'may have 200 characters of any kind and not 201', async () => {
    for (const character of ['a', 'é', '😀', '\u0301', ' ']) {
      expect((await ask(`q=${encodeURIComponent(character.repeat(200))}`)).status, character).toBe(200)
      await refuses(`q=${encodeURIComponent(character.repeat(201))}`, ['q'])
    }
  })

  verifies('result.query-echoed', 'is read as form data, and malformed escapes as they are written', async () => {
    const HARMLESS = {
      '%00': '\0',
      'weather%00': 'weather\0',
      '100%': '100%',
      '%zz': '%zz',
      '%ff': '\ufffd',
      '%ED%A0%80': '\ufffd\ufffd\ufffd',
      'a+b': 'a b',
      '++Two++Words+%26%3D': '  Two  Words &=',
      '%E3%80%80': '\u3000',
      '..%2f..%2fetc%2fpasswd': '../../etc/passwd',
      '<script>': '<script>',
      "'%20OR%201=1--": "' OR 1=1--",
      '.*(a%2B)*$': '.*(a+)*$',
      constructor: 'constructor',
    }
    for (const [sent, query] of Object.entries(HARMLESS)) {
      const answer = await ask(`q=${sent}`)
      expect([answer.status, await answer.json()], sent).toMatchObject([200, { query }])
    }
  })

  verifies('search.no-query-pages-everything', 'that is empty or white space pages everything', async () => {
    for (const query of ['', 'q=', 'q=%20%09%0a', 'q=%C2%A0'])
      expect(await (await ask(query)).json(), query).toMatchObject({ total: count })
  })
})

describe('parameters', () => {
  verifies('search.invalid-request', 'given twice are refused, with the same value too', async () => {
    for (const query of ['q=a&q=b', 'q=a&q=a', 'limit=5&limit=5', 'offset=1&offset=2', 'limit=&limit=5'])
      await refuses(query, [query.split('=')[0]!])
    await refuses('q=a&q=b&limit=1&limit=1&offset=0', ['q', 'limit'])
  })

  test('that are unknown are ignored, whatever they are', async () => {
    const plain = await (await ask('q=weather')).text()
    const named = ['x=1', 'x=1&x=2', 'Q=other', 'limit[]=3', 'q[]=x', '__proto__=1', 'constructor', '%ff=%ff', '=']
    for (const extra of named) {
      const answer = await ask(`q=weather&${extra}`)
      expect([answer.status, await answer.text()], extra).toEqual([200, plain])
    }
  })

  test('that are lists are divided by commas, without spaces around items and without empty ones', async () => {
    const compare = async (slugs: string) => (await app.request(`/api/sdk/compare?slugs=${slugs}`)).json()
    const plain = (await compare('poetrydb-sdk,dog-sdk')) as { sdks: { slug: string }[] }
    expect(plain.sdks.map(({ slug }) => slug)).toEqual(['poetrydb-sdk', 'dog-sdk'])
    expect(await compare(',%20poetrydb-sdk%20,,+dog-sdk,')).toEqual(plain)
  })
})
