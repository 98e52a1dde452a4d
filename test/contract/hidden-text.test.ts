/** Characters that hide or turn text, in everything that a repository can fill in, on every way to an agent or a reader. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { documents } from '../../src/rest/route-table.ts'
import { replaceUnsafe } from '../../src/text/unsafe-characters.ts'
import { testApp } from '../app.ts'
import { buildDirectory } from '../builder/built.ts'
import { load } from '../embedded.ts'
import { legacy } from '../mcp/messages.ts'
import { post } from '../mcp/transports.ts'
import { scratch } from '../scratch.ts'

const HIDDEN =
  '\u001b[31m\u202e\u2066\u200b\u00ad\u061c\u3164\ufff9\u{e0041}\u{e0100}\u180b\u180f\ufff0\u{1bca0}\ufe00\ufe0f'
const text = (name: string) => `${name}${HIDDEN}x`
const call = { entity: text('tide'), op: 'list', method: 'GET', path: `/tides/${HIDDEN}` }
const record = {
  slug: 'one-sdk',
  title: text('Tides'),
  description: text('Heights of tides.'),
  topics: [text('sea')],
  aliases: [text('Harbour')],
  needs: [text('when to sail')],
  github_url: 'https://github.com/acme/one-sdk',
  languages: ['ts', 'py', 'go'],
  packages: { ts: { name: text('@acme/tides'), module: text('tides'), class: text('Tides') } },
  api_title: text('Tides API'),
  api_version: text('1'),
  servers: [{ url: text('https://tides.example/') }],
  auth: { scheme: 'apiKey', in: 'header', name: text('X-Key'), env: text('KEY'), pass: 'apikey' },
  entities: [{ name: call.entity, ops: ['list'] }],
  first_call: { ...call, arguments: { [text('port')]: text('A') }, values: 'stated', why: [] },
  cli: { name: text('tides-cli'), words: [text('list')] },
  mcp: { name: text('tides-mcp'), tools: [text('list_tides')] },
}
const parameter = { name: text('port'), in: 'query', example: text('A'), format: text('name') }
const point = { method: 'GET', path: call.path, parameters: [parameter] }
const operations = {
  ...{ format: 1, slug: 'one-sdk' },
  entities: [{ name: call.entity, operations: [{ op: 'list', points: [point] }] }],
}
const readme = [`# ${text('Tides')}`, `## ${text('Install')}`, '```ts', text('npm i'), '```', text('Prose.')].join(
  '\n\n',
)

let app: ReturnType<typeof testApp>['app']
beforeAll(async () => {
  const place = scratch()
  const directory = buildDirectory(join(place, 'catalog'), {
    manifest: { count: 1 },
    records: [record],
    readmes: { 'one-sdk': readme, 'two-sdk': null },
    operations: { 'one-sdk': operations },
  })
  const entry = { slug: 'one-sdk', title: text('Old title') }
  const manifest = JSON.parse(readFileSync(join(directory, 'manifest.json'), 'utf8'))
  const build = {
    ...{ version: 1, id: manifest.id, previous: 'f'.repeat(64), built_at: manifest.built_at, count: 1 },
    ...{ added: [entry], removed: [entry], changed: [{ ...entry, members: [text('title')] }] },
  }
  writeFileSync(join(directory, 'manifest.json'), JSON.stringify({ ...manifest, builds: [build] }))
  ;({ app } = testApp({ data: await load(directory) }))
})

const rpc = async (method: string, params: object) => JSON.stringify(await post(app, legacy(method, { ...params })))

const SLUG = { slug: 'one-sdk' }
const CALLS: readonly [string, object][] = [
  ['find_sdk', { query: 'tides', detail: 'detailed' }],
  ['find_sdk', { query: 'when to sail', language: 'py' }],
  ['search_sdk_catalog', { q: 'tides' }],
  ['get_sdk_entry', SLUG],
  ['get_sdk_entry', { slug: 'one' }],
  ['get_sdk_readme', SLUG],
  ['get_sdk_readme', { ...SLUG, language: 'ts' }],
  ['get_sdk_readme', { ...SLUG, language: 'py' }],
  ['get_sdk_readme', { ...SLUG, from: 0 }],
  ['get_sdk_readme', { ...SLUG, section: 'install' }],
  ['get_sdk_readme', { ...SLUG, section: 'none' }],
  ['get_sdk_readme', { ...SLUG, entity: replaceUnsafe(call.entity), op: 'list', language: 'ts' }],
  ['get_sdk_readme', { ...SLUG, entity: 'tides', op: 'list' }],
  ['compare_sdks', { slugs: ['one-sdk', 'one-sdk'] }],
  ['list_catalog_changes', { since: '2020-01-01' }],
]
const METHODS: readonly [string, object][] = [
  ['resources/read', { uri: 'sdk://one-sdk' }],
  ['resources/read', { uri: 'sdk://one-sdk/readme' }],
  ['resources/read', { uri: 'catalog://topics' }],
  [
    'completion/complete',
    { ref: { type: 'ref/resource', uri: 'sdk://{slug}' }, argument: { name: 'slug', value: 'o' } },
  ],
  ['prompts/get', { name: 'use_sdk', arguments: SLUG }],
  ['initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'a', version: '1' } }],
]
const PATHS = [
  ...documents.map(({ path }) => path.replace('{brand}', 'example')),
  ...['/', '/sdk', '/sdk?q=tides', '/sdk.md', '/example-sdk/one-sdk', '/example-sdk/one-skd', '/api/sdk/one-sdk.json'],
  ...['/api/sdk/find?query=sail', '/api/sdk/search?q=tides', '/api/sdk/catalog.json'],
  '/api/sdk/changes?since=2020-01-01',
]

/** Also where JSON has them as escapes. */
function expectVisible(answer: string): void {
  expect(replaceUnsafe(answer)).toBe(answer)
  expect(answer).not.toMatch(/\\u00[01]|\\u202|\\u200b|\\u3164|\\ufff9|\\udb40|&#0*27;|&#x0*1b;/i)
}

describe('hidden characters', () => {
  it.each(CALLS)('reach no agent through %s %j', async (name, input) =>
    expectVisible(await rpc('tools/call', { name, arguments: input })),
  )

  it.each(METHODS)('reach no agent through %s %j', async (method, params) => expectVisible(await rpc(method, params)))

  it.each(PATHS)('reach no reader of %s', async (path) => {
    // The markdown of an SDK's page is its README.
    const asMarkdown = path === '/example-sdk/one-sdk' ? [] : ['text/markdown', '*/*']
    for (const accept of ['text/html', ...asMarkdown])
      expectVisible(await (await app.request(path, { headers: { accept } })).text())
  })

  it('are left only in the README that is served byte for byte', async () =>
    expect(await (await app.request('/example-sdk/one-sdk.md')).text()).toBe(readme))
})
