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
  ['1e2', 'an exponent'],
  ['0x10', 'a hexadecimal number'],
  ['1.5', 'a fraction'],
  ['1.0', 'a fraction of zero'],
  ['-1', 'a negative number'],
  ['%2B1', 'a plus sign'],
  ['', 'nothing'],
  ['%205', 'a space before'],
  ['5%20', 'a space after'],
  ['5%00', 'a NUL'],
  ['5%0A', 'a line end'],
  ['NaN', 'a word'],
  ['Infinity', 'another word'],
  ['1_000', 'an underscore'],
  ['1,000', 'a comma'],
  ['%D9%A5', 'a digit of another script'],
  ['5%', 'a lone percent sign'],
  ['null', 'null'],
  ['true', 'true'],
  ['9'.repeat(16), 'sixteen digits'],
  ['9'.repeat(400), 'four hundred digits'],
] as const

describe('limit and offset', () => {
  for (const [value, what] of NOT_INTEGERS) {
    for (const field of ['limit', 'offset'] as const) {
      verifies(['search.limit-range', 'search.offset', 'search.invalid-request'], `${field} refuses ${what}`, () =>
        refuses(`${field}=${value}`, [field]),
      )
    }
  }

  for (const value of ['0', '101', '1000000']) {
    verifies('search.limit-range', `limit refuses ${value}`, () => refuses(`limit=${value}`, ['limit']))
  }

  for (const [value, limit] of [
    ['1', 1],
    ['100', 100],
    ['007', 7],
  ] as const) {
    verifies('search.limit-range', `limit takes ${value}`, async () => {
      const answer = await ask(`limit=${value}`)
      const { results, ...page } = (await answer.json()) as { limit: number; results: unknown[] }
      expect(page.limit).toBe(limit)
      expect(results.length).toBe(limit)
    })
  }

  for (const value of ['0', `${count - 1}`, `${count}`, '999999999999999']) {
    verifies('search.offset', `offset takes ${value}`, async () => {
      const answer = await ask(`offset=${value}`)
      expect(answer.status).toBe(200)
      expect(await answer.json()).toMatchObject({ offset: Number(value) })
    })
  }

  verifies(
    ['search.invalid-request', 'problem.errors-name-fields'],
    'every failing parameter is listed in one answer',
    () => refuses('limit=x&offset=-1', ['limit', 'offset']),
  )

  test('a number that is too large is distinguished from one that is malformed', async () => {
    const { errors } = (await (await ask(`limit=${'9'.repeat(16)}`)).json()) as Refused
    expect(errors[0]!.message).not.toMatch(/digits/)
  })
})

describe('q', () => {
  const LONGEST = [
    ['letters', 'a'],
    ['accented letters', 'é'],
    ['characters outside the basic plane', '😀'],
    ['combining marks', '\u0301'],
    ['spaces', ' '],
  ] as const
  for (const [what, character] of LONGEST) {
    verifies('search.q-length', `may be 200 ${what} and not 201`, async () => {
      const q = encodeURIComponent(character.repeat(200))
      expect((await ask(`q=${q}`)).status).toBe(200)
      await refuses(`q=${q}${encodeURIComponent(character)}`, ['q'])
    })
  }

  const HARMLESS = [
    ['%00', '\0'],
    ['weather%00', 'weather\0'],
    ['100%', '100%'],
    ['%', '%'],
    ['%zz', '%zz'],
    ['%ff', '\ufffd'],
    ['%ED%A0%80', '\ufffd\ufffd\ufffd'],
    ['a+b', 'a b'],
    ['%E3%80%80', '\u3000'],
    ['..%2f..%2fetc%2fpasswd', '../../etc/passwd'],
    ['<script>', '<script>'],
    ["'%20OR%201=1--", "' OR 1=1--"],
    ['.*(a%2B)*$', '.*(a+)*$'],
    ['__proto__', '__proto__'],
  ] as const
  for (const [sent, read] of HARMLESS) {
    verifies('result.query-echoed', `${sent} is read as ${JSON.stringify(read)}`, async () => {
      const answer = await ask(`q=${sent}`)
      expect(answer.status).toBe(200)
      expect(await answer.json()).toMatchObject({ query: read })
    })
  }

  verifies('search.no-query-pages-everything', 'an empty q and one of spaces page everything', async () => {
    const totals = await Promise.all(
      ['', 'q=', 'q=%20%09%0a', 'q=%C2%A0'].map(async (query) => {
        const { total } = (await (await ask(query)).json()) as { total: number }
        return total
      }),
    )
    expect(new Set(totals)).toEqual(new Set([count]))
  })
})

describe('parameters', () => {
  for (const [query, field] of [
    ['q=a&q=b', 'q'],
    ['q=a&q=a', 'q'],
    ['limit=5&limit=5', 'limit'],
    ['offset=1&offset=2', 'offset'],
    ['limit=&limit=5', 'limit'],
  ] as const) {
    verifies('search.invalid-request', `${query} is refused, as ${field} is repeated`, () => refuses(query, [field]))
  }

  test('unknown ones are ignored, whatever they are', async () => {
    const plain = await (await ask('q=weather')).text()
    for (const extra of [
      'x=1',
      'x=1&x=2',
      'Q=other',
      'limit[]=3',
      'q[]=x',
      '__proto__=1',
      'constructor',
      '%ff=%ff',
      '=',
    ]) {
      const answer = await ask(`q=weather&${extra}`)
      expect(answer.status, extra).toBe(200)
      expect(await answer.text()).toBe(plain)
    }
  })
})
