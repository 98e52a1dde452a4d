/** Any files of a repository are read or warned about, and the record matches its schema. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { derive } from '../../src/builder/derive/derive.ts'
import { OperationsFile } from '../../src/catalog/record/facts.ts'
import { SdkRecord } from '../../src/catalog/record/record.ts'
import { inMemory } from '../builder/facts/repositories.ts'
import { repository } from '../builder/fixtures.ts'
import { fuzz, oddJson, oddText } from './fuzz.ts'

async function read(files: Record<string, string>): Promise<void> {
  const readme = '# Buoys SDK\n\nReads buoys.\n'
  const { record, operations } = await derive(repository({ ...inMemory(files), folders: ['.sdk'] }), readme)
  expect(SdkRecord.safeParse(record).error).toBeUndefined()
  if (operations) expect(OperationsFile.safeParse(operations).error).toBeUndefined()
}

const INFO = 'main: kit: info: {\n  title: "Buoys API"\n}\n'
const PIECES = [...'{}[]:,"\'`\n#\\&*|', '//', '/*', '*/', '- ', '---\n', ' ', '__proto__', '1e9', '{b}']
const WORDS = 'main kit entity buoy op list points method GET path /a/{b} args paths'.split(' ')

/** Pieces of a syntax in any order. */
const soup = fc
  .array(fc.oneof(fc.constantFrom(...PIECES, ...WORDS), oddText), { maxLength: 60 })
  .map((parts) => parts.join(''))

/** Right in form, odd in content. */
const point = fc.record({
  method: oddJson,
  path: fc.oneof(oddText, fc.constant('/a/{b}')),
  args: oddJson,
  parts: oddJson,
})
const entity = fc.record({
  op: fc.record({ list: fc.record({ points: fc.array(point, { maxLength: 3 }) }), load: oddJson }),
})
const model = fc.record({
  main: fc.record({
    kit: fc.record({ info: oddJson, config: oddJson, entity: fc.dictionary(oddText, entity, { maxKeys: 3 }) }),
  }),
})

test('models in the syntax of the generator', async () =>
  await fuzz('model', soup, (text) =>
    read({
      '.sdk/model/api/api-info.aontu': INFO + text,
      '.sdk/model/entity/buoy.aontu': text,
      '.sdk/model/api/a.jsonic': text,
    }),
  ))

test('resolved models and manifests as JSON', async () => {
  const json = fc.oneof(
    soup,
    model.map((value) => JSON.stringify(value)),
    oddJson.map((value) => JSON.stringify(value)),
  )
  await fuzz('json', json, (text) =>
    read({
      ...{ '.sdk/model/sdk.json': text, 'ts/package.json': text, 'js/package.json': text, 'php/composer.json': text },
      ...{ '.sdk/def/a.json': text, 'py/pyproject.toml': text, 'go/go.mod': text, 'rb/Gemfile': text },
    }),
  )
})

test('API descriptions as YAML', async () => {
  const text = fc.oneof(
    soup,
    oddJson.map((value) => JSON.stringify(value)),
  )
  await fuzz('yaml', text, (text) =>
    read({
      '.sdk/def/a.yaml': `openapi: 3.0.3\ninfo: {title: A}\n${text}`,
      '.sdk/def/b.yml': text,
      '.sdk/model/api/i.aontu': INFO,
    }),
  )
})
