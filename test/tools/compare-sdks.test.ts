/** compare_sdks over the embedded catalogue, over records made for the purpose, and over REST. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SdkRecord } from '../../src/catalog/record/record.ts'
import { approxTokens } from '../../src/text/approx-tokens.ts'
import { compareSdks } from '../../src/tools/compare-sdks.ts'
import type { CatalogError } from '../../src/tools/define/catalog-error.ts'
import { callTool } from '../../src/tools/define/define.ts'
import { testServices } from '../app.ts'
import { embedded } from '../embedded.ts'
import { runs } from '../property.ts'

const record = (slug: string, facts: object) =>
  SdkRecord.parse({ slug, title: slug, github_url: `https://github.com/example/${slug}`, topics: ['tides'], ...facts })

const call = { method: 'GET', path: '/a', why: [] }
const rich = record('rich-sdk', {
  description: 'Height and time of tides '.repeat(20),
  topics: ['tides', 'sea', 'moon', 'weather', 'ports'],
  languages: ['ts', 'py'],
  packages: { ts: { name: '@example/rich', computed: true } },
  api_version: '2.1',
  servers: [{ url: 'https://{region}.tides.example/v2' }, { url: 'https://test.tides.example' }],
  auth: { scheme: 'apiKey', needed: 'always', in: 'header', name: 'X-Key', env: 'RICH_APIKEY', pass: 'headers' },
  entities: Array.from({ length: 30 }, (_, at) => ({ name: `entity_${at}`, ops: ['list', 'load'] })),
  first_call: {
    ...{ ...call, entity: 'entity_3', op: 'load', values: 'stated' },
    ...{ arguments: { id: 'a', day: 4 }, key_argument: 'token' },
  },
  cli: { name: 'rich-cli', words: ['list', 'load', 'update'], idle: ['update'] },
  mcp: { name: 'rich-mcp', tools: ['rich_list', 'rich_remove'], idle: ['rich_remove'] },
})
const bare = record('bare-sdk', { topics: [], cli: { name: 'bare-cli' } })
const plain = record('plain-sdk', {
  languages: ['py', 'go'],
  auth: { scheme: 'none' },
  entities: [{ name: 'a | b\nc', ops: ['list'] }],
  first_call: { ...call, entity: 'a | b\nc', op: 'list', arguments: {}, values: 'none' },
})
const made = testServices({ data: { ...embedded, records: [rich, bare, plain] } })

interface Input {
  slugs: string[]
  language?: string
}
const compare = (input: Input, services = made) => callTool(compareSdks, input, services)
const textOf = async (input: Input, services = made) =>
  compareSdks.text(await compare(input, services), services, input)
const refused = (input: unknown) =>
  callTool(compareSdks, input, testServices()).then(
    () => expect.unreachable(),
    (error: CatalogError) => error,
  )

/** Cells by the name of their row. */
const tableOf = (text: string): Map<string, string[]> =>
  new Map(
    text
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .map((line) => line.slice(2, -2).split(/ (?<!\\)\| /))
      .map(([name, ...cells]) => [name!, cells]),
  )

describe('a comparison', () => {
  it('has what is on record of each SDK, in the order of the slugs, bounded', async () => {
    const { sdks } = await compare({ slugs: ['rich-sdk', 'bare-sdk'] })
    expect(sdks.map(({ slug }) => slug)).toEqual(['rich-sdk', 'bare-sdk'])
    const [first] = sdks
    expect(first).toMatchObject({
      title: 'rich-sdk',
      url: made.catalog.entry('rich-sdk')!.url,
      languages: ['ts', 'py'],
      auth: { scheme: 'apiKey', needed: 'always', in: 'header', name: 'X-Key', env: 'RICH_APIKEY' },
      server: 'https://{region}.tides.example/v2',
      api_version: '2.1',
      entities: 30,
      operations: 60,
      first_call: { entity: 'entity_3', op: 'load', arguments: ['id', 'day', 'token'] },
    })
    expect(first!.description!.length).toBeLessThan(rich.description!.length)
    expect(first!.entity_names!.length).toBeLessThan(30)
    expect(rich.entities.map(({ name }) => name)).toEqual(expect.arrayContaining(first!.entity_names!))
    expect(first).not.toHaveProperty('package')
  })

  it('names the words and tools that do something, none where there is no program, and no list where none is known', async () => {
    const { sdks } = await compare({ slugs: ['rich-sdk', 'plain-sdk', 'bare-sdk'] })
    expect(sdks.map(({ cli }) => cli)).toEqual([['list', 'load'], [], undefined])
    expect(sdks[2]).not.toHaveProperty('cli')
    expect(sdks.map(({ mcp }) => mcp)).toEqual([['rich_list'], [], []])
  })

  it('leaves out what is unknown, and says of the key that it is', async () => {
    const [sdk] = (await compare({ slugs: ['bare-sdk', 'rich-sdk'] })).sdks
    expect(sdk!.auth).toEqual({ scheme: 'unknown' })
    for (const fact of ['languages', 'server', 'api_version', 'entities', 'operations', 'first_call', 'topics'])
      expect(sdk).not.toHaveProperty(fact)
  })

  it('names the package of the wanted language, or of the one that serves it, where the SDK has it', async () => {
    const packages = async (language: string) =>
      (await compare({ slugs: ['rich-sdk', 'plain-sdk', 'bare-sdk'], language })).sdks.map((sdk) => sdk.package)
    const [ts, ...others] = await packages('TypeScript')
    expect(ts).toBe('@example/rich')
    expect(others).toEqual([undefined, undefined])
    expect(await packages('js')).toEqual([ts, undefined, undefined])
    expect((await packages('py')).map((name) => typeof name)).toEqual(['string', 'string', 'undefined'])
  })
})

describe('the text of a comparison', () => {
  it('says once what all have, and in a table where they differ', async () => {
    const text = await textOf({ slugs: ['rich-sdk', 'plain-sdk'], language: 'py' })
    expect(text).toMatch(/^All: languages py; .*topics tides\.$/m)
    const table = tableOf(text)
    expect(table.get('Differing')).toEqual(['rich-sdk', 'plain-sdk'])
    expect(table.get('more languages')).toEqual(['ts', 'go'])
    expect(table.get('key')).toEqual(['apiKey always, header X-Key, variable RICH_APIKEY', 'none'])
    expect(table.get('first call')![0]).toBe('entity_3 load with id, day, token')
    expect(table.get('CLI words')).toEqual(['list, load', 'none'])
  })

  it('says of a language that is asked for which SDKs lack it, and of which that is unknown', async () => {
    const text = await textOf({ slugs: ['rich-sdk', 'plain-sdk', 'bare-sdk'], language: 'ts' })
    expect(tableOf(text).get('package')).toEqual(['@example/rich', 'none', 'unknown'])
    expect(tableOf(await textOf({ slugs: ['rich-sdk', 'plain-sdk'] })).has('package')).toBe(false)
  })

  it('has as many cells in each row as there are SDKs, whatever is in them', async () => {
    const table = tableOf(await textOf({ slugs: ['plain-sdk', 'rich-sdk', 'bare-sdk'] }))
    for (const [name, cells] of table) expect(cells, name).toHaveLength(3)
  })

  it('holds every fact of the data', async () => {
    const { catalog } = testServices()
    const slugs = fc.uniqueArray(fc.constantFrom(...catalog.slugs()), { minLength: 2, maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(slugs, async (slugs) => {
        const input = { slugs, language: 'py' }
        const text = await textOf(input, testServices())
        for (const sdk of (await compare(input, testServices())).sdks) {
          const { auth, first_call, proven, description, ...rest } = sdk
          const proof = proven ? [proven.date, proven.languages.join(' ')] : []
          const facts = [
            Object.values(auth!),
            Object.values(first_call ?? {}).flat(),
            proof,
            Object.values(rest).flat(),
          ]
          for (const fact of facts.flat())
            if (fact !== undefined) expect(text).toContain(String(fact).replaceAll('|', '\\|'))
          if (description) expect(text).toContain(description)
        }
      }),
      runs(25),
    )
  })
})

describe('the slugs', () => {
  it('count once when they are given twice', async () => {
    const { sdks } = await compare({ slugs: ['rich-sdk', 'bare-sdk', 'rich-sdk'] })
    expect(sdks.map(({ slug }) => slug)).toEqual(['rich-sdk', 'bare-sdk'])
  })

  it.each([
    [[]],
    [['poetrydb-sdk']],
    [['poetrydb-sdk', 'poetrydb-sdk']],
    [['a-sdk', 'b-sdk', 'c-sdk', 'd-sdk', 'e-sdk', 'f-sdk']],
  ])('%j are refused: they must be two to five different ones', async (slugs) => {
    const { code, info } = await refused({ slugs })
    expect(code).toBe('invalid_request')
    expect(info.errors).toEqual([{ field: 'slugs', message: 'must hold 2 to 5 different slugs' }])
  })

  it('that are unknown are all named at once, each with its suggestions', async () => {
    const { code, info } = await refused({ slugs: ['poetridb-sdk', 'dog-sdk', 'open-metteo-sdk', '../etc/passwd'] })
    expect(code).toBe('invalid_request')
    expect(info.errors?.map(({ field }) => field)).toEqual(['slugs', 'slugs', 'slugs'])
    expect(info.detail).toMatch(/"poetridb-sdk"\. Did you mean .*"poetrydb-sdk".*"open-metteo-sdk"\. Did you mean/)
    expect(info.detail).toContain('"open-meteo-sdk"')
    expect(JSON.stringify(info)).not.toContain('passwd')
  })
})

it('five SDKs cost under 900 tokens as text and mostly as data, whichever neighbours they are', async () => {
  const services = testServices()
  const slugs = services.catalog.slugs()
  const data: number[] = []
  const texts: number[] = []
  for (let at = 0; at + 5 <= slugs.length; at += 5) {
    const input = { slugs: slugs.slice(at, at + 5), language: 'py' }
    const answer = await compare(input, services)
    data.push(approxTokens(JSON.stringify(answer)))
    texts.push(approxTokens(compareSdks.text(answer, services, input)))
  }
  const median = data.toSorted((a, b) => a - b)[data.length >> 1]!
  expect(Math.max(...texts)).toBeLessThan(900)
  expect(median).toBeLessThan(900)
  // SDKs in all languages; no SDK costs more than a README's outline does.
  expect(Math.max(...data)).toBeLessThan(1_300)
})
