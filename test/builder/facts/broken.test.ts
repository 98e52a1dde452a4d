/** Broken files: their warnings, and the facts that are read in spite of them. Fuzzed in test/fuzz/repositories.slow.test.ts. */
import { describe, expect, it } from 'vitest'
import { readFacts } from '../../../src/builder/facts/read-facts.ts'
import type { RepositoryFiles } from '../../../src/builder/facts/repository-files.ts'
import { buoys, generated, inMemory, modelled } from './repositories.ts'

const INFO = 'main: kit: info: {\n  title: "Buoys API"\n}\n'

const SLUG = 'tide-tables-sdk'

/** The repository of SLUG with another text in one file. */
function changed(file: string, text: string): RepositoryFiles {
  const { paths, read } = generated(SLUG)
  return { slug: SLUG, paths, read: async (path) => (path === file ? Buffer.from(text) : read(path)) }
}

describe('a broken file', () => {
  it.each([
    ['cut short', '{\n  "main": {\n    "kit": ', 3],
    ['with a comma too many', '{\n  "main": 1,,\n}', 2],
    ['with marks of a merge', '<<<<<<< HEAD\n{}', 1],
    ['without a model in it', '[]', 1],
  ])(
    'of the resolved model, %s, is named with its line, and the entity files are read instead',
    async (_, text, line) => {
      const { facts, warnings } = await readFacts(changed('.sdk/model/sdk.json', text))
      expect(warnings).toMatchObject([{ about: `.sdk/model/sdk.json:${line}` }])
      expect(facts.entities).toEqual((await readFacts(generated(SLUG))).facts.entities)
    },
  )

  it.each([
    ['a brace', 'main: kit: entity: buoy: {\n  op: {\n    list: { points: [] }\n', 2],
    ['a quote of many lines', 'main: kit: entity: buoy: {\n  text: `a\nb\n}\n', 2],
  ])('of an entity in which %s is never closed is named with its line', async (_, text, line) => {
    const file = '.sdk/model/entity/buoy.aontu'
    const { warnings } = await readFacts(inMemory({ '.sdk/model/api/api-info.aontu': INFO, [file]: text }))
    expect(warnings).toMatchObject([{ about: `${file}:${line}` }])
  })

  it.each([
    ...['# a { in a comment\n', 'a: "{ in a string"\n', 'a: https://example.org/{b}\n', 'a: `{ in\n many lines`\n'],
    ...['/* { */ // [\n', 'a: 1 }\n'],
  ])('is not one with %j', async (text) => {
    const { warnings } = await readFacts(inMemory({ '.sdk/model/api/api-info.aontu': INFO + text }))
    expect(warnings).toEqual([])
  })

  it('of the description is named with its line, and the model is read without it', async () => {
    const file = '.sdk/def/tide-tables_0.1.0.yaml'
    const text = 'openapi: 3.0.3\npaths:\n  /a: { get: {}\n  /b: 1\n'
    const { facts, warnings } = await readFacts(changed(file, text))
    expect(warnings).toMatchObject([{ about: expect.stringMatching(/^\.sdk\/def\/tide-tables_0\.1\.0\.yaml:[3-5]$/) }])
    expect(facts.first_call).toBeDefined()
  })

  it('that is listed and not at hand is warned about', async () => {
    const { warnings } = await readFacts(
      inMemory({ '.sdk/model/sdk.json': undefined, '.sdk/model/api/a.aontu': INFO, '.sdk/def/a.json': undefined }),
    )
    const detail = 'is listed and cannot be read'
    expect(warnings).toEqual(['.sdk/model/sdk.json', '.sdk/def/a.json'].map((about) => ({ about, detail })))
  })

  it('of a manifest is warned about, and its name computed', async () => {
    const { facts, warnings } = await readFacts(changed('py/pyproject.toml', '[project\n'))
    expect(warnings).toMatchObject([{ about: 'py/pyproject.toml:1' }])
    expect(facts.packages.py).toMatchObject({ name: 'harbour-sdk-tide-tables', computed: true })
  })

  it('or none at all leaves what README says to the caller', async () => {
    const { facts, operations, warnings } = await readFacts(inMemory({ 'README.md': '# Buoys SDK\n' }))
    expect(operations).toBeUndefined()
    expect(facts).toMatchObject({ languages: [], entities: [], auth: { scheme: 'unknown' } })
    expect(warnings).toMatchObject([{ detail: expect.stringMatching(/^holds neither/) }])
  })
})

describe('an endpoint', () => {
  it.each([{}, { method: 'GET' }, { method: 'GET', orig: 'no slash' }, { method: 'LOOK', orig: '/a' }, 7, null])(
    'that is %j is left out with a warning, and never stored without a path',
    async (point) => {
      const { operations, warnings } = await readFacts(
        modelled({ entities: { buoy: { op: { list: { points: [point] } } } } }),
      )
      expect(operations?.entities).toEqual([])
      expect(warnings).toMatchObject([{ detail: 'buoy.list has an endpoint without a method and a path' }])
    },
  )

  it('of an unknown operation is left out with a warning', async () => {
    const { facts, warnings } = await readFacts(modelled({ entities: { buoy: { op: { explode: { points: [] } } } } }))
    expect(facts.entities).toEqual([{ name: 'buoy', ops: [] }])
    expect(warnings).toMatchObject([{ detail: 'buoy.explode is no operation that we know' }])
  })
})

it('a description is read to its end where references go in circles', async () => {
  const node = {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/Node' }],
    properties: { next: { $ref: '#/components/schemas/Node' } },
  }
  const schema = { $ref: '#/components/schemas/Node' }
  const get = { responses: { 200: { content: { 'application/json': { schema } } } } }
  const description = {
    components: { schemas: { Node: node, Loop: { $ref: '#/components/schemas/Loop' } } },
    paths: { '/buoys': { get } },
  }
  const { point } = await buoys({}, { description })
  expect(point.answer).toEqual({
    body: 'object',
    fields: { next: { type: 'object', members: { next: { type: 'object', members: { next: 'object' } } } } },
  })
})
