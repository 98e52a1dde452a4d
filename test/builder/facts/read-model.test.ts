/** The tolerant reader of the generator's data files, and the API info in them. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readModel as read } from '../../../src/builder/facts/model/read-model.ts'

const readModel = (text: string) => read(text).model

const repeated = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join('')

describe("the generator's data files", () => {
  it('are objects with a member on each line', () => {
    const text =
      '# API Information\n\n\nmain: {\n  kit: {\n    name: "x"\n    n: 1.5\n    yes: true\n    no: null\n  }\n}\n'
    expect(readModel(text)).toEqual({ main: { kit: { name: 'x', n: 1.5, yes: true, no: null } } })
  })

  it.each([
    ['a closing brace too many', 'a: {\n b: 1\n}\n\n}\nc: 2', { a: { b: 1 }, c: 2 }],
    ['no closing brace at all', 'a: {\n b: {\n c: 1', { a: { b: { c: 1 } } }],
    ['commas, and one too many', '{ a: 1, b: [1, 2,, 3,], }', { a: 1, b: [1, 2, 3] }],
    ['quoted keys', '"x-logo": { \'href\': "h" }', { 'x-logo': { href: 'h' } }],
    ['text without quotes', 'a: hello there\nb: https://x.test/y#z', { a: 'hello there', b: 'https://x.test/y#z' }],
    ['comments of three kinds', 'a: 1 # one\n// two\n/* three */ b: 2', { a: 1, b: 2 }],
    [
      'chains of keys',
      'main: kit: info: title: "T"\nmain: kit: info: version: 1',
      { main: { kit: { info: { title: 'T', version: 1 } } } },
    ],
    ['objects given twice', 'a: { b: 1 }\na: { c: 2 }', { a: { b: 1, c: 2 } }],
    ['joins and alternatives', 'a: { b: 1 } & { c: 2 }\nd: *1 | number', { a: { b: 1, c: 2 }, d: 1 }],
    ['escapes', 'a: "q\\" \\\\ \\n \\u00e9 \\u{1F600} \\x41 \\`"', { a: 'q" \\ \n é 😀 A `' }],
    ['text over many lines', 'a: `one\n# two: \\`x\\`\n}`\nb: 1', { a: 'one\n# two: `x`\n}', b: 1 }],
    ['a string without its end', 'a: "open\nb: 1', { a: 'open', b: 1 }],
    ['a byte order mark', '\ufeffa: 1', { a: 1 }],
  ])('are read with %s', (_, text, expected) => expect(readModel(text)).toEqual(expected))

  it('cannot reach the prototype of an object', () => {
    const model = readModel('__proto__: { polluted: 1 }\na: { __proto__: { polluted: 1 } }\nb: __proto__: 1')
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    expect(JSON.stringify(model)).not.toContain('polluted')
  })

  it('never fail to be read, whatever they hold', () => {
    const token = fc.constantFrom(...'{ } [ ] : , " \' ` # \n \\ & | * a 1 a: // /*'.split(' '), ' ')
    fc.assert(
      fc.property(fc.array(fc.oneof(token, fc.string()), { maxLength: 60 }), (parts) => {
        expect(typeof readModel(parts.join(''))).toBe('object')
      }),
    )
  })

  it('nested ten thousand deep are read without running out of stack', () => {
    const deep = `a: ${'{ b: '.repeat(10_000)}1${' }'.repeat(10_000)}\nc: 2`
    expect(readModel(deep).c).toBe(2)
    expect(readModel('['.repeat(10_000))).toEqual({})
    expect(typeof readModel('a: '.repeat(10_000))).toBe('object')
  })

  // Time squared, or a copy for each member, would be minutes to hours.
  it.each([
    ['a comment on each line', 'a: "x" # y\n'.repeat(180_000)],
    ['marks of comments', `a: ${'/*'.repeat(1_000_000)}`],
    ['marks of comments on one line', `a: x${' #'.repeat(1_000_000)}\r b`],
    ['backslashes', `a: ${'\\'.repeat(2_000_000)}`],
    ['joins line by line', repeated(50_000, (at) => `a: k${at}: 1\n`)],
    ['joins by "&"', `a: {x: 1}${repeated(50_000, (at) => ` & {k${at}: 1}`)}`],
    ['one object after the other', repeated(50_000, (at) => `a: { k${at}: 1 }\n`)],
    ['nested joins', repeated(50_000, (at) => `a: b: c: k${at}: { d: ${at} }\n`)],
  ])('of megabytes are read, with %s', { timeout: 120_000 }, (_, text) =>
    expect(Object.keys(readModel(text))).toEqual(['a']),
  )

  it('keep every member that is joined, in the order of the text', () => {
    const model = readModel(repeated(3, (at) => `a: k${at}: ${at}\n`))
    expect(Object.entries(model.a!)).toEqual([
      ['k0', 0],
      ['k1', 1],
      ['k2', 2],
    ])
    expect(readModel('a: { b: { x: 1 } } & { b: { y: 2 } }\na: b: x: 3')).toEqual({ a: { b: { x: 3, y: 2 } } })
  })

  it('written as JSON mean the same', () => {
    const marks = fc.constantFrom(...'"\\:{}[],#/*&|`\'\na1 '.split(''))
    const text = fc.oneof(fc.string(), fc.string({ unit: marks, maxLength: 8 }))
    const value = fc.dictionary(
      text.filter((key) => key !== '' && key !== '__proto__'),
      fc.oneof(text, fc.integer(), fc.boolean(), fc.array(text)),
    )
    fc.assert(
      fc.property(value, (object) => {
        expect(readModel(JSON.stringify(object))).toEqual({ ...object })
      }),
      { numRuns: 1_000, examples: [[{ ' ': ['":'] }], [{ a: '":' }]] },
    )
  })
})
