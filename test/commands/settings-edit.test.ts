/** What `connect` and `disconnect` do to any settings file, byte for byte. */
import fc from 'fast-check'
import { parse } from 'jsonc-parser'
import { expect, test } from 'vitest'
import { clients, entryOf, SERVER } from '../../src/commands/connect/clients.ts'
import { serverIn, withServer } from '../../src/commands/connect/edit.ts'

const LOCAL = { command: '/usr/bin/node', args: ['/opt/sdk catalog/[1].js', "it's", 'stdio'] }
const REMOTE = { url: 'https://sdk.example/mcp' }

const inJson = clients.filter(({ isToml }) => !isToml)
const client = inJson.find(({ name }) => name === 'cursor')!

/** Comments that no value of ours holds. */
const commentsIn = (text: string) => text.match(/\/\*[\s\S]*?\*\/|\/\/ [^\r\n]*/g) ?? []

/** Spaces, line breaks and comments, as people leave them between two tokens. */
const gaps = (eol: string) =>
  fc
    .stringMatching(/^(?:\s| {2}|\t|N|\/\*[ *]?a?N?\*\/|\/\/ "?[a-z,{}]*N){0,4}$/)
    .map((gap) => gap.replaceAll(/\s(?<![ \t])|N/g, eol))

interface Shape {
  eol: string
  /** Between two tokens. */
  gap: fc.Arbitrary<string>
}
/** Of each line end with comments, and plain. Made once: that takes longer than what is made with them. */
const SHAPES: readonly Shape[] = ['\n', '\r\n'].flatMap((eol) => [
  { eol, gap: gaps(eol) },
  { eol, gap: fc.constantFrom('', ' ', '\t', eol, `${eol}    `) },
])

const NAMES = fc.constantFrom('a', 'other', 'theme', '__proto__', 'sdk-catalog-2', 'ü', 'x"y', '1')
const SCALARS = fc.constantFrom(
  '1',
  '1e400',
  '123456789012345678901',
  '"a //b"',
  '"\\u0041}"',
  'null',
  'true',
  '[]',
  '[ 1, {"a": 2} ]',
  '{}',
)

/** The text of an object; one with the member for the servers, where it is to have one. */
function objects(
  depth: number,
  shape: Shape,
  required: Record<string, fc.Arbitrary<string>> = {},
): fc.Arbitrary<string> {
  const value = depth === 0 ? SCALARS : fc.oneof(SCALARS, objects(depth - 1, shape))
  const others = fc.dictionary(NAMES, value, { maxKeys: 3 }).map(Object.entries)
  const needed = fc.tuple(...Object.entries(required).map(([name, text]) => text.map((made) => [name, made])))
  return fc
    .tuple(others, needed, fc.boolean(), fc.infiniteStream(shape.gap), fc.boolean())
    .map(([some, more, isFirst, stream, isTrailing]) => {
      const next = () => stream.next().value as string
      const kept = some.filter(([name]) => !more.some(([other]) => other === name))
      const members = (isFirst ? [...more, ...kept] : [...kept, ...more]).map(
        ([name, text]) => `${next()}${JSON.stringify(name)}${next()}:${next()}${text}${next()}`,
      )
      return `{${members.join(',') || next()}${isTrailing && members.length > 0 ? `,${next()}` : ''}}`
    })
}

const jsonTexts = fc.oneof(
  ...SHAPES.map((shape) =>
    fc
      .tuple(
        fc.constantFrom('', '\uFEFF'),
        fc.oneof(objects(2, shape), objects(1, shape, { mcpServers: objects(1, shape) }), fc.constant('')),
        fc.constantFrom('', shape.eol, shape.eol.repeat(2)),
      )
      .map((parts) => parts.join('')),
  ),
)

test('settings that say nothing of the catalogue get one passage more, and are byte for byte as before without it', () =>
  fc.assert(
    fc.property(jsonTexts, fc.constantFrom(LOCAL, REMOTE), (before, connection) => {
      const entry = entryOf(client, connection)!
      const connected = withServer(before, client, entry)!
      expect(serverIn(connected, client)).toEqual(entry)
      expect(parse(connected.replace('\uFEFF', ''))[client.servers][SERVER]).toEqual(entry)
      expect(withServer(connected, client, entry)).toBe(connected)
      const added = connected.length - before.length
      const isPassage = [...before, ''].some(
        (__, at) => before.slice(0, at) === connected.slice(0, at) && before.slice(at) === connected.slice(at + added),
      )
      expect(isPassage).toBe(true)
      expect(withServer(connected, client, undefined)).toBe(before)
    }),
    { numRuns: 1000 },
  ))

const ENTRY = {
  command: fc.constant('"old"'),
  url: fc.constant('"https://old.example"'),
  env: fc.constant('{ "KEY": "k" } // k\n'),
}
const connectedJson = fc.constantFrom(...SHAPES).chain((shape) =>
  fc.subarray(Object.entries(ENTRY)).chain((members) => {
    const plain = SHAPES.findLast(({ eol }) => eol === shape.eol)!
    const entry = objects(0, plain, Object.fromEntries(members))
    return objects(1, shape, { mcpServers: objects(1, shape, { [SERVER]: entry }) })
  }),
)
test('an entry that is there keeps what connect does not write, comments too', () =>
  fc.assert(
    fc.property(connectedJson, fc.constantFrom(LOCAL, REMOTE), (before, connection) => {
      const after = withServer(before, client, entryOf(client, connection))!
      const { command, args, url, type, ...kept } = serverIn(before, client)!
      expect(serverIn(after, client)).toEqual({ ...kept, ...connection })
      expect(commentsIn(after)).toEqual(expect.arrayContaining(commentsIn(before)))
      expect(after.includes('\r\n') && /[^\r]\n/.test(after)).toBe(before.includes('\r\n') && /[^\r]\n/.test(before))
    }),
    { numRuns: 500 },
  ))

test.each(inJson)('a file that $title does not have yet is made, and goes again', (client) => {
  const connected = withServer(undefined, client, entryOf(client, LOCAL))!
  expect(serverIn(connected, client)).toMatchObject(LOCAL)
  expect(withServer(connected, client, undefined)).toBeUndefined()
})
