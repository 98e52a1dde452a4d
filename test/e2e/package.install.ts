/**
 * The package as its users get it: packed, installed with `npm install --global`, and every command run on this Node, the
 * main ones on those whose paths are in TEST_NODES, separated by colons. Needs the npm registry.
 */
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { homedir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { commands } from '../../src/commands/table.ts'
import { version } from '../../src/version.ts'
import { buildDirectory } from '../builder/built.ts'
import { scratch } from '../scratch.ts'
import { answered, CHECKS, execute, home, type Installed, SMOKE } from './package-commands.ts'
import { startService } from './service.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const NODES = [process.execPath, ...(process.env.TEST_NODES ?? '').split(':').filter(Boolean)]
const MINUTES = 60_000
const MAX_BYTES = 5_200_000
const MAX_INSTALLED_BYTES = 68_000_000
const MAX_PACKAGES = 130
/** `node_modules/name` or `node_modules/@scope/name`, at any depth. */
const isPackage = (folder: string): boolean => /\/node_modules\/(@[^/]+\/)?[^/@]+$/.test(folder)
const prefix = join(home, 'prefix')
const folder = join(prefix, 'lib/node_modules/sdk-catalog')
const bin = join(folder, 'bin/sdk-catalog.js')
let tarball: string

beforeAll(async () => {
  const packed = await execute('npm', ['pack', '--silent', '--pack-destination', home], {}, ROOT)
  expect(packed.code, packed.stderr).toBe(0)
  tarball = join(home, packed.stdout.trim())
  writeFileSync(join(home, 'package.json'), '{"type":"module"}')
  await install([tarball])
  // Traces need packages that few want; the start names the command that installs them.
  const settings = { PORT: '0', DATA_DIR: join(home, 'data'), OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }
  const { code, stderr } = await execute(process.execPath, [bin, 'serve'], settings)
  expect(code).toBe(1)
  const [, peers] = /OTEL_EXPORTER_OTLP_ENDPOINT needs OpenTelemetry: npm install --global (.+)\n$/.exec(stderr)!
  await install(peers!.split(' '))
  // For programs in `home` that import it.
  mkdirSync(join(home, 'node_modules'))
  symlinkSync(folder, join(home, 'node_modules/sdk-catalog'))
}, 5 * MINUTES)

/** Nothing that is installed is of one version of Node, so that it is run with all of them. */
async function install(packages: readonly string[]): Promise<void> {
  const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter)
  const args = ['install', '--global', '--prefix', prefix, '--engine-strict', '--prefer-offline', '--no-audit']
  // npm needs what is set up for the registry, such as certificates.
  const ended = await execute('npm', [...args, ...packages], { ...process.env, PATH })
  expect(ended.code, ended.stderr).toBe(0)
}

it('every command of the table has a check here', () =>
  expect(Object.keys(CHECKS).sort()).toEqual(Object.keys(commands).sort()))

it(`has under ${MAX_BYTES / 1e6} MB, holds what it runs and documents, and runs no script when it is installed`, async () => {
  expect(statSync(tarball).size).toBeLessThan(MAX_BYTES)
  const folder = scratch()
  await execute('tar', ['xzf', tarball, '--strip-components=1'], {}, folder)
  expect(readdirSync(folder).sort()).toEqual([
    ...['LICENSE', 'README.md', 'bin', 'dist', 'docs', 'package.json', 'server-card', 'skills'],
  ])
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  expect(Object.keys(scripts).filter((name) => /^(pre|post)?install$/.test(name))).toEqual([])
})

it('runs from the URL of a web server with npx, without being installed', { timeout: 5 * MINUTES }, async () => {
  const server = createServer((_, response) => response.end(readFileSync(tarball))).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/sdk-catalog-${version}.tgz`
  // npm needs what is set up for the registry, such as certificates.
  const args = ['--yes', '--prefer-offline', '--no-audit', url, 'connect', 'cursor', '--yes']
  const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter)
  // What the npm that runs this test says of its own command is not for another; the registry's settings are.
  const others = Object.entries(process.env).filter(
    ([name]) => !/^npm_(?!config_(registry|userconfig|cache))/.test(name),
  )
  // Vite has a BASE_URL too.
  const settings = { ...Object.fromEntries(others), PATH, BASE_URL: '' }
  // A client is told to start the same URL: the name alone would start whatever is published under it.
  const own = { ...settings, HOME: home, npm_config_cache: process.env.npm_config_cache ?? join(homedir(), '.npm') }
  const connected = await execute('npx', args, own, home)
  expect(connected.code, connected.stderr).toBe(0)
  const { mcpServers } = JSON.parse(readFileSync(join(home, '.cursor/mcp.json'), 'utf8'))
  expect(mcpServers['sdk-catalog']).toEqual({ command: 'npx', args: ['-y', url, 'stdio'] })
})

describe.each(NODES)('with the Node at %s', (node) => {
  // Every command and file is the same on each; what they are made of is not.
  const isOwn = node === process.execPath
  const run: Installed['run'] = (args, settings = {}) =>
    execute(node, [bin, ...args], { DATA_DIR: join(home, 'data'), ...settings })
  const installed = { node, bin, run }

  it.each(isOwn ? Object.keys(CHECKS) : SMOKE)('sdk-catalog %s works', { timeout: 2 * MINUTES }, (usage) =>
    CHECKS[usage]!(installed),
  )

  it.runIf(isOwn)(`takes under ${MAX_INSTALLED_BYTES / 1e6} MB in under ${MAX_PACKAGES} packages`, async () => {
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile())
    const bytes = files.reduce((sum, { name, parentPath }) => sum + statSync(join(parentPath, name)).size, 0)
    expect(bytes).toBeLessThan(MAX_INSTALLED_BYTES)
    const packages = files.filter(({ name, parentPath }) => name === 'package.json' && isPackage(parentPath))
    expect(packages.length).toBeGreaterThan(50)
    expect(packages.length).toBeLessThan(MAX_PACKAGES)
  })

  it.runIf(isOwn)('prints its version with the commit, and without a command its help', async () => {
    expect((await run(['--version'])).stdout).toMatch(new RegExp(`^${version} \\([0-9a-f]{7}\\)\\n$`))
    const help = await run(['--help'])
    expect(help.stdout).toMatch(/serve[\s\S]*stdio[\s\S]*inbox[\s\S]*catalog/)
    expect(await run([])).toEqual(help)
  })

  it('renders long READMEs and loads a new catalogue in threads', async () => {
    const long = `# One\n\n<p style="color: red">Red</p>\n\n${'A sentence with **bold** words in it.\n\n'.repeat(1_000)}`
    const CATALOG_DIR = buildDirectory(join(scratch(), 'other'), { readmes: { 'one-sdk': long } })
    const service = await startService({ HOME: home, CATALOG_DIR, LOG_LEVEL: 'info' }, bin, node)
    const page = await (await fetch(`${service.url}/example-sdk/one-sdk/readme`)).text()
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

  it.runIf(isOwn)('runs the program in README and prints what README says', async () => {
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

  it.runIf(isOwn)('has types that a strict program compiles with', async () => {
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
