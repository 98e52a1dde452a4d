/** How each command of the installed package is checked, by its row in the command table. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect } from 'vitest'
import { clients } from '../../src/commands/connect/clients.ts'
import { version } from '../../src/version.ts'
import { buildDirectory, RECORDS } from '../builder/built.ts'
import { REPOSITORIES } from '../builder/fixtures.ts'
import { callableCatalog } from '../call/callable.ts'
import type { Ended } from '../commands/command.ts'
import { startStandIn } from '../loopback.ts'
import { scratch } from '../scratch.ts'
import { filledPlace } from './inbox-place.ts'
import { hasSmallYoungGeneration, METRICS_TOKEN, startService } from './service.ts'

/** HOME of everything that is run. */
export const home = mkdtempSync(join(tmpdir(), 'sdk-catalog-package-'))

export function execute(command: string, args: readonly string[], settings: NodeJS.ProcessEnv = {}, cwd = home) {
  return new Promise<Ended>((resolve) => {
    const env = { PATH: process.env.PATH, HOME: home, ...settings }
    execFile(command, args, { cwd, env, maxBuffer: 2 ** 24 }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr })
    })
  })
}

/** The first line that a program prints for these messages, and its exit code after the end of its input. */
export async function answered(command: string, args: readonly string[], ...messages: object[]) {
  const child = spawn(command, args, { cwd: home, env: { HOME: home }, stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const answers: { result: Record<string, unknown> }[] = []
  for (const [id, message] of messages.entries()) {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...message })}\n`)
    answers.push(JSON.parse((await lines.next()).value!))
  }
  child.stdin.end()
  const [code] = await once(child, 'close')
  return { code, answers }
}

export interface Installed {
  node: string
  bin: string
  run(args: readonly string[], settings?: Record<string, string>): Promise<Ended>
}

/** Runs one command to its end. */
const prints =
  (args: readonly string[], expected: RegExp, code = 0) =>
  async ({ run }: Installed) => {
    const ended = await run(args)
    expect(ended).toMatchObject({ code, stdout: expect.stringMatching(expected) })
  }

/** The same with three messages in the inbox. */
const withMessages =
  (args: (ids: Record<'sent' | 'pending' | 'dead', string>) => readonly string[], expected: RegExp) =>
  async ({ run }: Installed) => {
    const { settings, ...ids } = await filledPlace()
    const ended = await run(['inbox', ...args(ids)], settings)
    expect(ended).toMatchObject({ code: 0, stdout: expect.stringMatching(expected) })
  }

/** Those that load what depends on the version of Node: HTTP, threads, SQLite, streams and TLS. */
export const SMOKE = [
  ...['serve', 'stdio', 'find <words...>', 'call <slug> [operation] [arguments...]', 'inbox backup <file>'],
]

/** What holds for each command in the table. */
export const CHECKS: Record<string, (installed: Installed) => Promise<void>> = {
  serve: async ({ node, bin, run }) => {
    const DATA_DIR = scratch()
    const collector = await startStandIn((_, response) => response.end('{}'))
    const own = { HOME: home, DATA_DIR, METRICS_TOKEN, NODE_OPTIONS: '' }
    const service = await startService({ ...own, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }, bin, node)
    const get = (path: string, headers = {}) => fetch(service.url + path, { headers })
    expect(await (await get('/api/sdk/find?query=poems')).json()).toMatchObject({ total: expect.any(Number) })
    const page = await (await get('/example-sdk/poetrydb-sdk')).text()
    const sheet = /href="([^"]+\.css)"/.exec(page)![1]!
    const paths = [
      ...['/', sheet, '/openapi.json', '/.well-known/agent-skills/index.json', '/sdk/feed.xml'],
      ...['/developers/building', '/developers/runbook'],
    ]
    for (const path of paths) expect((await get(path)).status, path).toBe(200)
    expect((await get('/apple-touch-icon.png')).headers.get('content-type')).toBe('image/png')
    const metrics = await (await get('/metrics', { authorization: `Bearer ${METRICS_TOKEN}` })).text()
    expect(metrics).toMatch(new RegExp(`^sdk_catalog_info\\{version="${version}",commit="[0-9a-f]{7}"`, 'm'))
    expect(await hasSmallYoungGeneration(service)).toBe(true)
    const body = JSON.stringify({ name: 'Ada', email: 'ada@example.org', message: 'Which SDK has spring tides?' })
    const sent = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
    expect((await fetch(`${service.url}/api/contact`, sent)).status).toBe(200)
    expect((await service.stop()).code).toBe(0)
    await collector.close()
    expect(collector.received).not.toEqual([])
    expect(JSON.parse((await run(['inbox', 'list', '--json'], { DATA_DIR })).stdout)).toMatchObject([
      { kind: 'contact' },
    ])
  },
  stdio: async ({ node, bin }) => {
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } }
    const { code, answers } = await answered(
      ...([node, [bin, 'stdio']] as const),
      { method: 'initialize', params },
      { method: 'tools/call', params: { name: 'find_sdk', arguments: { query: 'poems' } } },
      { method: 'resources/read', params: { uri: 'ui://catalog/find.html' } },
    )
    expect(answers[0]!.result).toMatchObject({
      serverInfo: {
        name: 'sdk-catalog',
        version: expect.stringMatching(new RegExp(`^${version.replaceAll('.', '\\.')}\\+[0-9a-f]{7}$`)),
      },
    })
    expect(JSON.stringify(answers[1]!.result)).toContain('poetrydb-sdk')
    expect(JSON.stringify(answers[2]!.result)).toContain('<script')
    expect(code).toBe(0)
  },
  'find <words...>': prints(['find', 'poems', '--limit', '1'], /^poetrydb-sdk +PoetryDB/m),
  'show <slug>': prints(['show', 'poetrydb-sdk', '--lang', 'py'], /poetrydb_sdk/),
  'readme <slug> [section]': prints(['readme', 'poetrydb-sdk', 'install'], /git clone/),
  'compare <slugs...>': prints(['compare', 'poetrydb-sdk', 'open-meteo-sdk'], /^ +poetrydb-sdk +open-meteo-sdk\n/),
  'call <slug> [operation] [arguments...]': async ({ run }) => {
    const api = await startStandIn((_, response) => response.end('{"height":1.5}'))
    const args = [
      'call',
      'sea-tides-sdk',
      'tide.load',
      'id=brest',
      '--allow-local',
      '--catalog',
      callableCatalog(api.url),
    ]
    const { code, stdout } = await run(args)
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^200 OK[^\n]+\n\n\{\n {2}"height": 1\.5\n\}\n$/)])
    expect(api.received).toMatchObject([{ method: 'GET', target: '/tides/brest' }])
    await api.close()
  },
  'try <slug> [operation]': async (installed) => {
    const dir = join(scratch(), 'poems')
    await prints(['try', 'poetrydb-sdk', '--lang', 'py', '--dir', dir], /^Written to /)(installed)
    expect(readFileSync(join(dir, 'first.py'), 'utf8')).toContain('poetrydb_sdk')
  },
  connect: async ({ run }) => {
    const { name } = clients.find(({ isToml }) => !isToml)!
    const place = { HOME: scratch(), PATH: '/nowhere' }
    const { code, stdout, stderr } = await run(['connect', name, '--yes', '--json'], place)
    expect([code, stderr]).toEqual([0, ''])
    const { file, entry } = JSON.parse(stdout)
    expect(readFileSync(file, 'utf8')).toContain(entry.args[0])
    const ping = await answered(entry.command, entry.args, { method: 'ping' })
    expect(ping).toMatchObject({ code: 0, answers: [{ id: 0 }] })
  },
  disconnect: async ({ run }) => {
    const { name } = clients.find(({ isToml }) => !isToml)!
    const place = { HOME: scratch(), PATH: '/nowhere' }
    const { file } = JSON.parse((await run(['connect', name, '--yes', '--json'], place)).stdout)
    expect(await run(['disconnect', name, '--yes'], place)).toMatchObject({ code: 0, stderr: '' })
    expect(existsSync(file)).toBe(false)
  },
  doctor: async ({ run }) => {
    // Where no client has been connected: it starts what it finds.
    const ended = await run(['doctor'], { HOME: scratch() })
    expect(ended).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(`^ok +version +sdk-catalog ${version}, Node `),
    })
  },
  searches: prints(['searches'], /^No search without a good answer/),
  completion: prints(['completion', 'bash'], /catalog\\ build\\ \*\) words="--from/),
  'inbox list': withMessages(() => ['list', '--state', 'dead'], / dead /),
  'inbox export': withMessages(() => ['export'], /"message":"Nobody wants this"/),
  'inbox done <id>': withMessages(({ sent }) => ['done', sent], /^Answered: message /),
  'inbox show <id>': withMessages(({ sent }) => ['show', sent], /spring tides\?\n$/),
  'inbox retry [id]': withMessages(() => ['retry'], /^Deliveries due now: 1\./),
  'inbox purge': withMessages(() => ['purge', '--before', '2999-01-01'], / deleted: 1\./),
  'inbox delete [id]': withMessages(({ dead }) => ['delete', dead, '--yes'], /^Deleted: message /m),
  'inbox backup <file>': withMessages(() => ['backup', join(scratch(), 'copy.db')], /: 3\./),
  'inbox restore <file>': async ({ run }) => {
    const { settings } = await filledPlace()
    const copy = join(scratch(), 'copy.db')
    await run(['inbox', 'backup', copy], settings)
    const ended = await run(['inbox', 'restore', copy], { DATA_DIR: scratch() })
    expect(ended).toMatchObject({ code: 0, stdout: 'Messages put back: 3. Start the service.\n' })
  },
  'inbox stats': withMessages(() => ['stats', '--prometheus'], /^sdk_catalog_inbox_deliveries\{.*state="dead"\} 1$/m),
  'catalog build': async (installed) => {
    const out = join(scratch(), 'catalog')
    await prints(
      ['catalog', 'build', '--from', REPOSITORIES, '--out', out],
      /^Built the catalogue of 6 SDKs/,
    )(installed)
    await prints(['catalog', 'check', out], /is a valid catalogue of 6 SDKs/)(installed)
    await prints(['find', 'tide', '--catalog', out], /^tide-tables-sdk /m)(installed)
  },
  'catalog probe': async (installed) => {
    const api = await startStandIn((_, response) =>
      response.setHeader('content-type', 'application/json').end('["high"]'),
    )
    const servers = [{ url: api.url }]
    const entities = [{ name: 'tide', ops: ['list'] }]
    const [one, two] = RECORDS
    const open = { ...one, servers, entities, auth: { scheme: 'none' }, license: 'MIT' }
    const points = [{ method: 'GET', path: '/tides', parameters: [] }]
    const operations = { format: 1, slug: one.slug, entities: [{ name: 'tide', operations: [{ op: 'list', points }] }] }
    const catalog = buildDirectory(scratch(), { records: [open, two], operations: { [one.slug]: operations } })
    const output = join(scratch(), 'answers.jsonl')
    const run = (settings = {}) =>
      installed.run(['catalog', 'probe', '--catalog', catalog, '--output', output, '--allow-local'], settings)
    expect(await run()).toMatchObject({ code: 1, stderr: expect.stringMatching(/BASE_URL/) })
    const BASE_URL = 'https://sdk.example.org'
    for (const counts of [
      'answered 1, failed 0, not asked 1, asked before 0',
      'answered 0, failed 0, not asked 0, asked before 2',
    ])
      expect(await run({ BASE_URL })).toMatchObject({ code: 0, stdout: `${output}: ${counts}.\n` })
    expect(readFileSync(output, 'utf8')).toContain('"text":"[\\"high\\"]"')
    await api.close()
  },
  'catalog check <dir>': (installed) =>
    prints(['catalog', 'check', buildDirectory(scratch())], /is a valid catalogue of 2 SDKs/)(installed),
  'catalog publish <dir>': (installed) => {
    const archive = join(scratch(), 'catalogue.tar.gz')
    const args = ['catalog', 'publish', buildDirectory(scratch()), '--to', archive]
    return prints(args, /^Published the catalogue of 2 SDKs/)(installed)
  },
  'catalog diff <old> <new>': (installed) => {
    const changed = buildDirectory(scratch(), { readmes: { 'one-sdk': '# Another\n' } })
    return prints(['catalog', 'diff', buildDirectory(scratch()), changed], /^~ one-sdk /)(installed)
  },
}
