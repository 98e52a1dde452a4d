/** What get_sdk_readme adds to a README: how to start in a language, the call of one operation, and install commands. */
import { describe, expect, it } from 'vitest'
import { OperationsFile, type Point } from '../../src/catalog/record/facts.ts'
import type { SdkRecord } from '../../src/catalog/record/record.ts'
import { firstCode } from '../../src/code/first-steps.ts'
import { languageInstall } from '../../src/code/install.ts'
import { getSdkReadme } from '../../src/tools/get-sdk-readme.ts'
import { bareSdk, read, readOf, SLUG, services } from './read-readme.ts'

const FACTS: Partial<SdkRecord> = {
  generation: 'middle',
  languages: ['ts', 'py'],
  packages: {
    ts: { name: '@sea/tides', module: '@sea/tides', class: 'TidesSDK' },
    py: { name: 'sea-tides', module: 'tides_sdk', class: 'TidesSDK' },
  },
  auth: { scheme: 'none' },
  entities: [
    { name: 'tide', ops: ['list', 'load'] },
    { name: 'harbour', ops: ['create'] },
  ],
  first_call: { entity: 'tide', op: 'list', method: 'GET', path: '/tides', arguments: {}, values: 'none', why: [] },
}
const { record } = bareSdk(FACTS)

const point = (facts: Partial<Point>): Point => ({ method: 'GET', path: '/tides', parameters: [], ...facts })
const load = point({
  path: '/tides/{place}',
  parameters: [
    { name: 'id', in: 'path', api_name: 'place', type: 'string', required: true, example: 'Brest' },
    { name: 'unit', in: 'query', type: 'string' },
  ],
  answer: { fields: { height: 'number' } },
})
const create = point({
  method: 'POST',
  path: '/harbours',
  parameters: [
    { name: 'name', in: 'body', type: 'string', required: true },
    { name: 'berths', in: 'body', type: 'array', required: true },
    { name: 'X-Trace', in: 'header', type: 'string', required: true, example: 'abc' },
  ],
})
const tide = [
  { op: 'list', points: [point({})] },
  { op: 'load', points: [load] },
]
const operations = OperationsFile.parse({
  format: 1,
  slug: SLUG,
  entities: [
    { name: 'tide', operations: tide },
    { name: 'harbour', operations: [{ op: 'create', points: [create] }] },
  ],
})

describe('how to start in a language', () => {
  const foreign = "# Tides\n\n## Quickstart\n\n```ts\nimport { TidesSDK } from 'tides'\nnew TidesSDK()\n```\n"

  it('is our install line and first code, where the README imports another name, and says why in one line', async () => {
    const { markdown, hint } = await readOf(record, { language: 'ts' }, foreign)
    expect(markdown).toContain('npm i ./tides-sdk/ts')
    expect(markdown).toContain(firstCode(record, 'ts')!.code)
    expect(hint).toContain('it imports "tides", and the package is "@sea/tides"')
  })

  it('blames nobody whose README imports the package', async () => {
    const { hint } = await readOf(record, { language: 'ts' }, foreign.replace("'tides'", "'@sea/tides'"))
    expect(hint ?? '').not.toContain('imports')
  })

  it('is left to the README where nothing is known of what to call', async () => {
    const { first_call: _, ...facts } = record
    const { markdown } = await readOf(facts, { language: 'ts' }, foreign)
    expect(markdown).toBe(foreign)
  })

  it('is in the answer once', async () => {
    const { readme } = bareSdk(FACTS)
    const { markdown } = await readOf(record, { language: 'py' }, readme)
    expect(markdown!.split(firstCode(record, 'py')!.code)).toHaveLength(2)
  })
})

describe('one operation', () => {
  it('comes with its code, its parameters and the fields of its answer, in both forms', async () => {
    const answer = await readOf(record, { entity: 'tide', op: 'load', language: 'py' }, '', operations)
    expect(answer.markdown).toContain('client.Tide().load({\n    "id": "Brest", # required, text (example)\n')
    expect(answer.operation).toEqual({
      entity: 'tide',
      op: 'load',
      method: 'GET',
      path: '/tides/{place}',
      parameters: [
        { name: 'id', in: 'path', type: 'string', required: true, example: 'Brest' },
        { name: 'unit', in: 'query', type: 'string' },
      ],
      fields: { height: 'number' },
    })
    const text = getSdkReadme.text(answer)
    expect(text).toContain('| id | path | string | yes | e.g. Brest |')
    expect(text).toContain('{ height: number }')
  })

  it('is in TypeScript where no language is asked for, without an install line', async () => {
    const { markdown } = await readOf(record, { entity: 'tide', op: 'list' }, '', operations)
    expect(markdown).toMatch(/^```ts\n/)
    expect(markdown).not.toContain('git clone')
  })

  it.each(['Tide', 'tide', 'TIDE'])('is found under the entity written as %s', async (entity) =>
    expect((await readOf(record, { entity }, '', operations)).operation).toMatchObject({ entity: 'tide', op: 'list' }),
  )

  it('sends required headers, and has a placeholder for what is not stated', async () => {
    const { markdown } = await readOf(record, { entity: 'harbour', op: 'create' }, '', operations)
    expect(markdown).toContain("headers: {\n    'X-Trace': 'abc', // required, text (example)\n")
    expect(markdown).toContain(
      "create({\n  name: 'YOUR_NAME', // required, text\n  berths: [], // required, list\n} as any)",
    )
  })

  it('without parameters on record comes as the call alone, and says so', async () => {
    const { operation, hint, markdown } = await readOf(record, { entity: 'tide', op: 'load', language: 'py' })
    expect(operation).toEqual({ entity: 'tide', op: 'load' })
    expect(markdown).toContain('client.Tide().load({})')
    expect(hint).toContain('Its parameters are not on record.')
  })

  it.each([
    [{ entity: 'tyde' }, 'not_found', 'Did you mean "tide"?'],
    [{ entity: 'moon' }, 'not_found', 'tide (list, load), harbour (create)'],
    [{ entity: 'tide', op: 'remove' }, 'not_found', 'list, load'],
    [{ op: 'list' }, 'invalid_request', 'tide (list, load)'],
  ])(
    'that does not exist is refused with those that do: %j',
    async (input, code, named) =>
      await expect(readOf(record, input, '', operations)).rejects.toMatchObject({
        code,
        info: { resolution: expect.stringContaining(named) },
      }),
  )
})

describe('install commands', () => {
  const pending = '# X SDK\n\n## Packages\n\n| Language | Package |\n| --- | --- |\n| Python | `x`, publish pending |\n'
  const { command } = languageInstall(services.catalog.record(SLUG)!, 'py')

  it('are said where the README has none', async () => {
    const long = `${pending}\n## Quickstart\n\n\`\`\`python\nimport x\n\`\`\`\n\n## More\n\n${'text '.repeat(500)}`
    const python = await read({ language: 'py' }, long)
    expect(python.markdown).toContain(command)
    expect(python.hint ?? '').not.toContain('Install: ')
    expect((await read({ language: 'zig' }, long)).hint).not.toContain('Install: ')
  })

  it('are a section, whatever the README calls it', async () => {
    const packages = await read({ section: 'Install' }, pending)
    expect(packages.markdown).toMatch(/^## Packages\n/)
    expect(packages.hint).toBe('get_sdk_entry has the install commands.')
    expect((await read({ section: 'Install', language: 'py' }, pending)).hint).toBe(`Install: ${command}`)
  })

  it('are not said twice', async () => {
    for (const input of [{ language: 'py' }, { section: 'install' }, { section: 'install', language: 'py' }] as const)
      expect((await read(input)).hint ?? '').not.toContain('Install')
  })
})
