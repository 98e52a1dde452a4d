/** Lists and objects are sent as the description of the API says, whichever way they are given. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { basicCredentials } from '../../src/call/prepare-request.ts'
import { STYLES } from '../../src/catalog/record/bounds.ts'
import type { Point } from '../../src/catalog/record/facts.ts'
import { callTo } from '../../src/code/arguments.ts'
import { startFor } from '../../src/code/first-steps.ts'
import { pairsOf, plainRequest } from '../../src/code/reference/plain-request.ts'
import { fromJson } from '../../src/code/shown-call.ts'
import type { Entries } from '../../src/code/values/expression.ts'
import { tides } from '../code/records.ts'
import { LANGUAGES } from '../code/shown.ts'

const text = fc.stringMatching(/^[a-z0-9]{1,5}$/)
const list = fc.array(text, { minLength: 1, maxLength: 4 })
const members = fc.dictionary(text, text, { minKeys: 1, maxKeys: 4 })
const style = fc.constantFrom(undefined, ...STYLES.filter((style) => style !== 'deepObject'))
const SEPARATORS: Record<string, string> = { spaceDelimited: ' ', pipeDelimited: '|', tabDelimited: '\t' }

describe('a parameter of a query', () => {
  it('that is a list is read again by its style, with a pair for each value or one for all', () =>
    fc.assert(
      fc.property(list, style, fc.option(fc.boolean(), { nil: undefined }), (values, style, explode) => {
        const pairs = pairsOf(
          { name: 'ids', ...(style && { style }), ...(explode !== undefined && { explode }) },
          values,
        )
        const isSeparate = explode ?? (style === undefined || style === 'form')
        expect(pairs.length).toBe(isSeparate ? values.length : 1)
        const read = pairs.flatMap(([, value]) => (isSeparate ? value : value.split(SEPARATORS[style ?? ''] ?? ',')))
        expect([read, new Set(pairs.map(([name]) => name))]).toEqual([values, new Set(['ids'])])
      }),
    ))

  it('of the style deepObject has a name in brackets for each value, however deep', () =>
    fc.assert(
      fc.property(fc.dictionary(text, fc.oneof(text, list, members), { minKeys: 1 }), (object) => {
        const names = pairsOf({ name: 'filter', style: 'deepObject' }, object)
        for (const [name, value] of names) {
          const [root, ...path] = name.replaceAll(']', '').split('[')
          expect([root, path.reduce((inner, member) => Reflect.get(Object(inner), member), object as unknown)]).toEqual(
            ['filter', value],
          )
        }
      }),
    ))

  it('that is an object has its members as pairs, in brackets for deepObject, or one pair with all', () =>
    fc.assert(
      fc.property(members, (object) => {
        const entries = Object.entries(object)
        expect(pairsOf({ name: 'filter' }, object)).toEqual(entries)
        const deep = entries.map(([name, value]) => [`filter[${name}]`, value])
        expect(pairsOf({ name: 'filter', style: 'deepObject' }, object)).toEqual(deep)
        expect(pairsOf({ name: 'filter', explode: false }, object)).toEqual([['filter', entries.flat().join(',')]])
      }),
    ))

  it.each(['text', 5, true, null])('that is %j is written as it is, whatever the style', (value) => {
    for (const style of STYLES) expect(pairsOf({ name: 'q', style }, value)).toEqual([['q', String(value)]])
  })
})

/** A tab is written as an escape, but in PHP and Ruby. */
const escaped = (text: string) => text.replace(/[[\]|]/g, '\\$&').replaceAll('\t', String.raw`(?:\\t|\t)`)

const tide = tides()
const value = fc.oneof(list, members)
const parameter = fc.record(
  {
    name: fc.constant('filter'),
    in: fc.constantFrom('query', 'path'),
    style: fc.constantFrom(...STYLES),
    explode: fc.boolean(),
  },
  { requiredKeys: ['name', 'in'] },
)

it.each(LANGUAGES)(
  'code in %s has them as texts that its client sends so, or is a curl where no client can',
  (language) =>
    fc.assert(
      fc.property(parameter, value, (described, value) => {
        const type = Array.isArray(value) ? ('array' as const) : ('object' as const)
        const given = { ...described, type, required: true as const }
        const path = described.in === 'path' ? '/tides/{filter}' : '/tides'
        const answer = { body: 'array' as const, list: true as const, fields: { height: 'number' as const } }
        const point: Point = { method: 'GET', path, answer, parameters: [given] }
        const endpoint = { entity: 'high_tide', operation: { op: 'list' as const, points: [point] }, point }
        const call = callTo(endpoint, tide.auth, { values: fromJson({ filter: value }) as Entries })
        const { fence, code } = startFor({ record: tide, call, shown: { ...point, offered: [] } }, language)!
        const pairs = pairsOf(given, value)
        const isRepeated = new Set(pairs.map(([name]) => name)).size < pairs.length
        expect(fence === 'bash').toBe(isRepeated)
        for (const [name, text] of isRepeated ? [] : pairs)
          expect(code).toMatch(new RegExp(`${escaped(name)}["']?\\]?(?::| =>| =) ["']${escaped(text)}["']`))
      }),
    ),
)

it('a form has its lists and objects as its description says', () => {
  const member = (name: string, more = {}) => ({ name, in: 'body' as const, ...more })
  const parameters = [member('ids', { type: 'array' }), member('plain'), member('deep', { style: 'deepObject' })]
  const point: Point = { method: 'POST', path: '/tides', body: 'form', parameters }
  const values = { ids: ['a', 'b'], plain: { c: 1 }, deep: { d: ['e'] } }
  const sent = new URLSearchParams(plainRequest(tide, point, { arguments: values }).body)
  expect([...sent]).toEqual([
    ['ids', 'a'],
    ['ids', 'b'],
    ['plain', '{"c":1}'],
    ['deep[d][0]', 'e'],
  ])
})

it('credentials of basic authentication are base64 of a pair, given as a key, as the pair or in base64', () =>
  fc.assert(
    fc.property(text, text, (user, password) => {
      const pair = Buffer.from(`${user}:${password}`).toString('base64')
      expect(basicCredentials(`${user}:${password}`)).toBe(pair)
      expect(basicCredentials(pair)).toBe(pair)
      expect(Buffer.from(basicCredentials(`sk_${user}`), 'base64').toString()).toBe(`sk_${user}:`)
    }),
  ))
