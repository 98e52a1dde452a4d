/**
 * The package as its users get it: packed, installed with `npm install --global`, and every command run, on this Node and
 * on those whose paths are in TEST_NODES, separated by colons. Needs the npm registry.
 */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Client, clients } from '../../src/commands/connect/clients.ts'
import { commands } from '../../src/commands/table.ts'
import { buildDirectory } from '../builder/built.ts'
import { REPOSITORIES, scratch } from '../builder/fixtures.ts'
import { filledPlace } from './inbox-place.ts'
import { startService } from './service.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const NODES = [process.execPath, ...(process.env.TEST_NODES ?? '').split(':').filter(Boolean)]
const MINUTES = 60_000
const MAX_BYTES = 3_000_000

const home = mkdtempSync(join(tmpdir(), 'sdk-catalog-package-'))
let tarball: string
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))

interface Ended {
  code: number
  stdout: string
  stderr: string
}

function execute(command: string, args: readonly string[], settings: NodeJS.ProcessEnv = {}, cwd = home) {
  return new Promise<Ended>((resolve) => {
    const env = { PATH: process.env.PATH, HOME: home, ...settings }
    execFile(command, args, { cwd, env, maxBuffer: 2 ** 24 }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr })
    })
  })
}

/** The first line that a program prints for these messages, and its exit code after the end of its input. */
async function answered(command: string, args: readonly string[], ...messages: object[]) {
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

beforeAll(async () => {
  const packed = await execute('npm', ['pack', '--silent', '--pack-destination', home], {}, ROOT)
  expect(packed.code, packed.stderr).toBe(0)
  tarball = join(home, packed.stdout.trim())
  writeFileSync(join(home, 'package.json'), '{"type":"module"}')
}, 5 * MINUTES)

/** The package under a prefix of its own, installed with the npm and the engine check of this Node. */
async function install(node: string): Promise<string> {
  const prefix = mkdtempSync(join(home, 'prefix-'))
  const PATH = [dirname(node), process.env.PATH].join(delimiter)
  const args = ['install', '--global', '--prefix', prefix, '--engine-strict', '--prefer-offline', '--no-audit', tarball]
  // npm needs what is set up for the registry, such as certificates.
  const ended = await execute('npm', args, { ...process.env, PATH })
  expect(ended.code, ended.stderr).toBe(0)
  return join(prefix, 'lib/node_modules/sdk-catalog')
}

interface Installed {
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

/** What holds for each command in the table. */
const CHECKS: Record<string, (installed: Installed) => Promise<void>> = {
  serve: async ({ node, bin, run }) => {
    const DATA_DIR = scratch()
    let traces = 0
    const collector = createServer((_, response) => {
      traces++
      response.end('{}')
    }).listen(0, '127.0.0.1')
    await once(collector, 'listening')
    const OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
    const settings = { HOME: home, DATA_DIR, OTEL_EXPORTER_OTLP_ENDPOINT, METRICS_TOKEN: 'a-token-of-metrics-x' }
    const service = await startService(settings, bin, node)
    const get = (path: string, headers = {}) => fetch(service.url + path, { headers })
    expect(await (await get('/api/sdk/find?query=poems')).json()).toMatchObject({ total: expect.any(Number) })
    const page = await (await get('/example-sdk/poetrydb-sdk')).text()
    const sheet = /href="([^"]+\.css)"/.exec(page)![1]!
    const paths = ['/', sheet, '/openapi.json', '/.well-known/agent-skills/index.json', '/sdk/feed.xml', '/playground']
    for (const path of paths) expect((await get(path)).status, path).toBe(200)
    expect((await get('/apple-touch-icon.png')).headers.get('content-type')).toBe('image/png')
    const metrics = await (await get('/metrics', { authorization: 'Bearer a-token-of-metrics-x' })).text()
    expect(metrics).toMatch(new RegExp(`^sdk_catalog_info\\{version="${version}",commit="[0-9a-f]{7}"`, 'm'))
    const body = JSON.stringify({ name: 'Ada', email: 'ada@example.org', message: 'Which SDK has spring tides?' })
    const sent = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
    expect((await fetch(`${service.url}/api/contact`, sent)).status).toBe(200)
    expect((await service.stop()).code).toBe(0)
    collector.close()
    expect(traces).toBeGreaterThan(0)
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
    expect(answers[0]!.result).toMatchObject({ serverInfo: { name: 'sdk-catalog', version } })
    expect(JSON.stringify(answers[1]!.result)).toContain('poetrydb-sdk')
    expect(JSON.stringify(answers[2]!.result)).toContain('<script')
    expect(code).toBe(0)
  },
  'find <words...>': prints(['find', 'poems', '--limit', '1'], /^poetrydb-sdk +PoetryDB/),
  'show <slug>': prints(['show', 'poetrydb-sdk', '--lang', 'py'], /poetrydb_sdk/),
  'readme <slug> [section]': prints(['readme', 'poetrydb-sdk', 'install'], /git clone/),
  'compare <slugs...>': prints(['compare', 'poetrydb-sdk', 'open-meteo-sdk'], /^ +poetrydb-sdk +open-meteo-sdk\n/),
  connect: async ({ run }) => {
    const connected = async ({ name }: Client) => {
      const { code, stdout, stderr } = await run(['connect', name, '--yes', '--json'], { HOME: scratch() })
      expect([code, stderr], name).toEqual([0, ''])
      const { file, entry } = JSON.parse(stdout)
      expect(readFileSync(file, 'utf8'), name).toContain(entry.args[0])
      return entry
    }
    const [entry] = await Promise.all(clients.map(connected))
    expect(await answered(entry.command, entry.args, { method: 'ping' })).toMatchObject({
      code: 0,
      answers: [{ id: 0 }],
    })
  },
  disconnect: async ({ run }) => {
    const disconnected = async ({ name }: Client) => {
      const HOME = scratch()
      const { file } = JSON.parse((await run(['connect', name, '--yes', '--json'], { HOME })).stdout)
      expect(await run(['disconnect', name, '--yes'], { HOME })).toMatchObject({ code: 0, stderr: '' })
      expect(readFileSync(file, 'utf8'), name).not.toContain('sdk-catalog')
    }
    await Promise.all(clients.map(disconnected))
  },
  doctor: prints(['doctor'], new RegExp(`^ok +version +sdk-catalog ${version}, Node `)),
  searches: prints(['searches'], /^No search without a good answer/),
  completion: prints(['completion', 'bash'], /"catalog build "\*\) words="--from/),
  'inbox list': withMessages(() => ['list', '--state', 'dead'], / dead /),
  'inbox show <id>': withMessages(({ sent }) => ['show', sent], /spring tides\?\n$/),
  'inbox retry [id]': withMessages(() => ['retry'], /^Deliveries due now: 1\./),
  'inbox purge': withMessages(() => ['purge', '--before', '2999-01-01'], / deleted: 1\./),
  'inbox delete <id>': withMessages(({ dead }) => ['delete', dead, '--yes'], /^Deleted: message /m),
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

it('every command of the table has a check here', () => {
  expect(Object.keys(CHECKS).sort()).toEqual(Object.keys(commands).sort())
})

it(`has under ${MAX_BYTES / 1e6} MB, holds what it runs and documents, and runs no script when it is installed`, async () => {
  expect(statSync(tarball).size).toBeLessThan(MAX_BYTES)
  const folder = scratch()
  await execute('tar', ['xzf', tarball, '--strip-components=1'], {}, folder)
  expect(readdirSync(folder).sort()).toEqual([
    ...['LICENSE', 'README.md', 'bin', 'dist', 'package.json', 'server-card', 'skills'],
  ])
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  expect(Object.keys(scripts).filter((name) => /^(pre|post)?install$/.test(name))).toEqual([])
})

describe.each(NODES)('with the Node at %s', (node) => {
  let installed: Installed

  beforeAll(async () => {
    const folder = await install(node)
    const bin = join(folder, 'bin/sdk-catalog.js')
    const run: Installed['run'] = (args, settings = {}) =>
      execute(node, [bin, ...args], { DATA_DIR: join(home, 'data'), ...settings })
    installed = { node, bin, run }
    // For programs in `home` that import it.
    const modules = join(home, 'node_modules')
    mkdirSync(modules, { recursive: true })
    symlinkSync(folder, join(modules, 'sdk-catalog'))
    return () => execute('rm', [join(modules, 'sdk-catalog')])
  }, 5 * MINUTES)

  it.each(Object.keys(CHECKS))('sdk-catalog %s works', { timeout: 2 * MINUTES }, (usage) => CHECKS[usage]!(installed))

  it('prints its version with the commit, and without a command its help', async () => {
    expect((await installed.run(['--version'])).stdout).toMatch(new RegExp(`^${version} \\([0-9a-f]{7}\\)\\n$`))
    const help = await installed.run(['--help'])
    expect(help.stdout).toMatch(/serve[\s\S]*stdio[\s\S]*inbox[\s\S]*catalog/)
    expect(await installed.run([])).toEqual(help)
  })

  it('renders long READMEs and loads a new catalogue in threads', async () => {
    const long = `# One\n\n<p style="color: red">Red</p>\n\n${'A sentence with **bold** words in it.\n\n'.repeat(1_000)}`
    const CATALOG_DIR = buildDirectory(join(scratch(), 'other'), { readmes: { 'one-sdk': long } })
    const service = await startService({ HOME: home, CATALOG_DIR, LOG_LEVEL: 'info' }, installed.bin, node)
    const page = await (await fetch(`${service.url}/example-sdk/one-sdk`)).text()
    expect(page).toContain('<strong>bold</strong>')
    expect(page).toContain('<p>Red</p>')
    const log = createInterface(service.child.stderr!)
    const unchanged = new Promise<void>((resolve) =>
      log.on('line', (line) => line.includes('catalog_unchanged') && resolve()),
    )
    service.child.kill('SIGHUP')
    await unchanged
    expect((await service.stop()).code).toBe(0)
  })

  it('runs the program in README and prints what README says', async () => {
    const [, program = ''] = /^```js\n([\s\S]*?)^```$/m.exec(readFileSync(join(ROOT, 'README.md'), 'utf8'))!
    writeFileSync(join(home, 'readme.js'), program)
    const printed = [...program.matchAll(/^console\.log\(.*\) \/\/ (.*)$/gm)].map(([, line]) => `${line}\n`)
    expect(printed).not.toEqual([])
    expect(await execute(node, ['readme.js'])).toEqual({ code: 0, stdout: printed.join(''), stderr: '' })
  })

  it('is imported as a library', async () => {
    writeFileSync(
      join(home, 'use.js'),
      `import { createApp, createCatalog, createMcpServer } from 'sdk-catalog'
       const catalog = await createCatalog({ baseUrl: 'https://sdk.example' })
       const { hits } = await catalog.find('poems', { language: 'py', limit: 3 })
       const app = await createApp({ catalog, settings: { BASE_URL: 'https://sdk.example' } })
       const health = await app.fetch(new Request('https://sdk.example/api/health'))
       const server = await createMcpServer(catalog)
       const sent = []
       const transport = { start: async () => {}, close: async () => {}, send: async (answer) => void sent.push(answer) }
       await server.connect(transport)
       transport.onmessage({ jsonrpc: '2.0', id: 1, method: 'ping' })
       await new Promise(setImmediate)
       await server.close()
       await app.close()
       const { url } = catalog.entry('poetrydb-sdk')
       console.log(JSON.stringify({ slugs: hits.map(({ slug }) => slug), status: health.status, sent, url }))`,
    )
    const { stdout, stderr } = await execute(node, ['use.js'])
    expect(stderr).toBe('')
    expect(JSON.parse(stdout)).toEqual({
      slugs: expect.arrayContaining(['poetrydb-sdk']),
      status: 200,
      sent: [{ jsonrpc: '2.0', id: 1, result: {} }],
      url: 'https://sdk.example/example-sdk/poetrydb-sdk',
    })
  })

  it('has types that a strict program compiles with', async () => {
    writeFileSync(
      join(home, 'use.ts'),
      `import { createCatalog, type SdkEntry } from 'sdk-catalog'
       const entry: SdkEntry | undefined = (await createCatalog()).entry('x')
       // @ts-expect-error: a query is text
       await (await createCatalog()).find(1)
       export default entry`,
    )
    const args = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024', '--lib', 'es2024,dom']
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
    const ended = await execute(process.execPath, [tsc, ...args, join(home, 'use.ts')])
    expect(ended).toEqual({ code: 0, stdout: '', stderr: '' })
  })
})

it('is a desktop bundle too, which its own tool unpacks and whose command answers', {
  timeout: 5 * MINUTES,
}, async () => {
  const [bundle, unpacked] = [join(home, 'sdk-catalog.mcpb'), join(home, 'bundle')]
  const made = await execute(process.execPath, [join(ROOT, 'scripts/desktop.ts'), bundle], process.env)
  expect(made.code, made.stderr).toBe(0)
  const mcpb = join(ROOT, 'node_modules/@anthropic-ai/mcpb/dist/cli/cli.js')
  expect((await execute(process.execPath, [mcpb, 'unpack', bundle, unpacked])).code).toBe(0)
  const manifest = JSON.parse(readFileSync(join(unpacked, 'manifest.json'), 'utf8'))
  expect(manifest.version).toBe(version)
  const args = manifest.server.mcp_config.args.map((arg: string) => arg.replace(/^\$\{__dirname\}/, unpacked))
  const { answers } = await answered(process.execPath, args, { method: 'tools/list' })
  const names = (tools: unknown) => (tools as { name: string }[]).map(({ name }) => name)
  expect(names(answers[0]!.result.tools)).toEqual(names(manifest.tools))
})

it('is refused in one line by a Node whose SQLite can corrupt the messages', async () => {
  const script = `Object.defineProperty(process, 'versions', { value: { ...process.versions, sqlite: '3.50.4' } })`
  const place = join(home, 'old-sqlite.cjs')
  writeFileSync(place, script)
  const args = ['--require', place, join(ROOT, 'bin/sdk-catalog.js'), '--version']
  const { code, stdout, stderr } = await execute(process.execPath, args)
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/^sdk-catalog: needs Node [^\n]+ with SQLite 3\.50\.4\.\n$/)
})
