/** Lists and objects of a query are sent as the description of the API says, whichever way they are given. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { basicCredentials } from '../../src/call/prepare-request.ts'
import { STYLES } from '../../src/catalog/record/bounds.ts'
import { pairsOf } from '../../src/code/reference/plain-request.ts'

const text = fc.stringMatching(/^[a-z0-9]{1,5}$/)
const list = fc.array(text, { minLength: 1, maxLength: 4 })
const members = fc.dictionary(text, text, { minKeys: 1, maxKeys: 4 })
const style = fc.constantFrom(undefined, ...STYLES)
const SEPARATORS: Record<string, string> = { spaceDelimited: ' ', pipeDelimited: '|', tabDelimited: '\t' }

describe('a parameter of a query', () => {
  it('that is a list is read again by its style, with a pair for each value or one for all', () => {
    fc.assert(
      fc.property(list, style, fc.option(fc.boolean(), { nil: undefined }), (values, style, explode) => {
        const pairs = pairsOf(
          { name: 'ids', ...(style && { style }), ...(explode !== undefined && { explode }) },
          values,
        )
        const isSeparate = explode ?? (style === undefined || style === 'form' || style === 'deepObject')
        expect(pairs.length).toBe(isSeparate ? values.length : 1)
        const read = pairs.flatMap(([, value]) => (isSeparate ? value : value.split(SEPARATORS[style ?? ''] ?? ',')))
        expect([read, new Set(pairs.map(([name]) => name))]).toEqual([values, new Set(['ids'])])
      }),
    )
  })

  it('that is an object has its members as pairs, in brackets for deepObject, or one pair with all', () => {
    fc.assert(
      fc.property(members, (object) => {
        const entries = Object.entries(object)
        expect(pairsOf({ name: 'filter' }, object)).toEqual(entries)
        const deep = entries.map(([name, value]) => [`filter[${name}]`, value])
        expect(pairsOf({ name: 'filter', style: 'deepObject' }, object)).toEqual(deep)
        expect(pairsOf({ name: 'filter', explode: false }, object)).toEqual([['filter', entries.flat().join(',')]])
      }),
    )
  })

  it.each(['text', 5, true, null])('that is %j is written as it is, whatever the style', (value) => {
    for (const style of STYLES) expect(pairsOf({ name: 'q', style }, value)).toEqual([['q', String(value)]])
  })
})

it('credentials of basic authentication are base64 of a pair, given as a key, as the pair or in base64', () => {
  fc.assert(
    fc.property(text, text, (user, password) => {
      const pair = Buffer.from(`${user}:${password}`).toString('base64')
      expect(basicCredentials(`${user}:${password}`)).toBe(pair)
      expect(basicCredentials(pair)).toBe(pair)
      expect(Buffer.from(basicCredentials(`sk_${user}`), 'base64').toString()).toBe(`sk_${user}:`)
    }),
  )
})
