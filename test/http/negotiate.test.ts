/** Negotiation against small models of RFC 9110 §12.5. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Coding, contentCoding, mediaQuality } from '../../src/http/negotiate.ts'
import { runs } from '../property.ts'

const weight = fc.integer({ min: 0, max: 10 }).map((tenths) => tenths / 10)
const gap = fc.constantFrom('', ' ', '\t', '  ')
const spelled = (value: string) => fc.constantFrom(value, value.toUpperCase())

/** A header of unique ranges, with the weights it means. */
function header(values: readonly string[]): fc.Arbitrary<{ text: string; weights: Map<string, number> }> {
  return fc
    .uniqueArray(
      fc.constantFrom(...values).chain((value) => fc.tuple(fc.constant(value), spelled(value), fc.option(weight), gap)),
      { selector: ([value]) => value, maxLength: 6 },
    )
    .map((ranges) => ({
      text: ranges.map(([, shown, q, space]) => `${space}${shown}${q === null ? '' : `;${space}q=${q}`}`).join(','),
      weights: new Map(ranges.map(([value, , q]) => [value, q ?? 1])),
    }))
}

describe('the media type', () => {
  const type = fc.constantFrom('application/json', 'text/html', 'text/markdown')

  test('has the weight of the most specific range that covers it', () => {
    const ranges = header(['application/json', 'application/*', 'text/html', 'text/*', '*/*', 'image/png'])
    fc.assert(
      fc.property(ranges, type, ({ text, weights }, wanted) => {
        fc.pre(weights.size > 0)
        const family = `${wanted.split('/')[0]}/*`
        const q = weights.get(wanted) ?? weights.get(family) ?? weights.get('*/*') ?? 0
        expect(mediaQuality(text, wanted)).toEqual({ q, named: weights.has(wanted) })
      }),
      runs(1_000),
    )
  })

  test('is not confused by parameters, broken weights or empty members', () => {
    expect(mediaQuality('application/json;profile=x;q=0.3', 'application/json').q).toBe(0.3)
    expect(mediaQuality(', ,application/json', 'application/json').q).toBe(1)
    expect(mediaQuality('application/json;q=high', 'application/json').q).toBe(1)
    expect(mediaQuality('application/json;q=', 'application/json').q).toBe(1)
    expect(mediaQuality('application/jsonx', 'application/json').q).toBe(0)
  })

  test('has the weight of its plain range before that of one with parameters it has not', () => {
    const EXAMPLES = [
      ['application/json;version=2;q=0, application/json', 1],
      ['application/json;version=2, application/json;q=0.2', 0.2],
      ['application/json;version=2;q=0, */*;q=0.3', 0.3],
      ['application/json;version=2;q=0', 0],
      ['application/json;charset=utf-8;q=0, */*', 0],
      ['text/*;level=1;q=0, application/json;q=0.5', 0.5],
    ] as const
    for (const [accept, q] of EXAMPLES) expect(mediaQuality(accept, 'application/json').q, accept).toBe(q)
  })
})

describe('the content coding', () => {
  const CODINGS: readonly Coding[] = ['br', 'zstd', 'gzip', 'identity']

  test('is one the client weighs highest, the preferred one among equals; identity where it accepts none of them', () =>
    fc.assert(
      fc.property(header(['br', 'gzip', 'zstd', 'identity', '*', 'deflate', 'snappy']), ({ text, weights }) => {
        const listed = (coding: Coding) => weights.get(coding) ?? weights.get('*')
        const chosen = contentCoding(text)
        const acceptable = CODINGS.filter((coding) => (listed(coding) ?? 0) > 0)
        if (acceptable.length === 0) expect(chosen).toBe('identity')
        else {
          const best = Math.max(...acceptable.map((coding) => listed(coding)!))
          expect(chosen).toBe(acceptable.find((coding) => listed(coding) === best))
        }
      }),
      runs(1_000),
    ))

  test('of something small is identity wherever that is acceptable', () => {
    for (const header of [undefined, '', 'gzip', 'br, identity;q=0.1', 'br;q=0', 'identity;q=0', 'snappy, *;q=0'])
      expect(contentCoding(header, true), header).toBe('identity')
    expect(contentCoding('gzip, identity;q=0', true)).toBe('gzip')
    expect(contentCoding('zstd, *;q=0', true)).toBe('zstd')
  })
})
