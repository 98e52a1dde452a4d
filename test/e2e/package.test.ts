/**
 * The package as its users get it: packed, installed into an empty folder without a registry, every command run. CI
 * gives other versions of Node in TEST_NODES, by path and separated by colons.
 */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { SourceMap } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildDirectory } from '../builder/built.ts'
import { REPOSITORIES, scratch } from '../builder/fixtures.ts'
import { startService } from './service.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const NODES = [process.execPath, ...(process.env.TEST_NODES ?? '').split(':').filter(Boolean)]
const MINUTES = 60_000

let home: string
let tarball: string
let installed: string
const bin = () => join(installed, 'bin/sdk-catalog.js')

interface Ran {
  code: number
  stdout: string
  stderr: string
}

function execute(command: string, args: readonly string[], settings: Record<string, string> = {}, cwd = home) {
  return new Promise<Ran>((resolve) => {
    const env = { PATH: process.env.PATH, HOME: home, ...settings }
    execFile(command, args, { cwd, env, maxBuffer: 2 ** 24 }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr })
    })
  })
}

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'sdk-catalog-package-'))
  const packed = await execute('npm', ['pack', '--json', '--pack-destination', home], {}, ROOT)
  expect(packed.code, packed.stderr).toBe(0)
  tarball = join(home, readdirSync(home).find((name) => name.endsWith('.tgz'))!)
  writeFileSync(join(home, 'package.json'), '{"type":"module"}')
  const install = await execute('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball])
  expect(install.code, install.stderr).toBe(0)
  installed = join(home, 'node_modules/sdk-catalog')
}, 5 * MINUTES)

describe('the package', () => {
  it('has under 3 MB, brings nothing else and runs no script when it is installed', () => {
    expect(statSync(tarball).size).toBeLessThan(3_000_000)
    expect(readdirSync(join(home, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['sdk-catalog'])
    const { scripts, dependencies, optionalDependencies } = JSON.parse(
      readFileSync(join(installed, 'package.json'), 'utf8'),
    )
    expect([dependencies, optionalDependencies]).toEqual([undefined, undefined])
    expect(Object.keys(scripts).filter((name) => /^(pre|post)?install$/.test(name))).toEqual([])
  })

  it('holds what it runs and documents, with source maps and the licences of what is in the bundle', () => {
    expect(readdirSync(installed).sort()).toEqual(['LICENSE', 'README.md', 'bin', 'dist', 'package.json', 'skills'])
    const dist = readdirSync(join(installed, 'dist'))
    const code = readFileSync(join(installed, 'dist/main.js'), 'utf8')
    const source = readFileSync(join(ROOT, 'src/main.ts'), 'utf8')
    const [, text = ''] = /\.description\(\s*'([^']{20,})'/.exec(source)!
    const map = new SourceMap(JSON.parse(readFileSync(join(installed, 'dist/main.js.map'), 'utf8')))
    const before = code.slice(0, code.indexOf(text)).split('\n')
    expect(map.findEntry(before.length - 1, before.at(-1)!.length)).toMatchObject({
      originalSource: expect.stringMatching(/src\/main\.ts$/),
      originalLine: source.slice(0, source.indexOf(text)).split('\n').length - 1,
    })
    expect(dist.filter((name) => name.endsWith('.js.map')).length).toBeGreaterThan(5)
    const licences = readFileSync(join(installed, 'dist/LICENCES.txt'), 'utf8')
    for (const name of ['hono', 'zod', 'pino', 'pg', 'markdown-it']) expect(licences).toMatch(`${name} `)
    expect(existsSync(join(installed, 'src'))).toBe(false)
  })
})

describe.each(NODES)('with the Node at %s', (node) => {
  const run = (args: readonly string[], settings = {}) =>
    execute(node, [bin(), ...args], { DATA_DIR: 'data', ...settings })

  it('tells its version and its commands', async () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
    expect(await run(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' })
    expect((await run(['--help'])).stdout).toMatch(/serve[\s\S]*stdio[\s\S]*inbox[\s\S]*catalog/)
  })

  it('answers an agent on standard input and output', async () => {
    const child = spawn(node, [bin(), 'stdio'], { cwd: home, env: { HOME: home }, stdio: ['pipe', 'pipe', 'inherit'] })
    const lines = createInterface(child.stdout)
    const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
    const clientInfo = { name: 'test', version: '1' }
    send({ id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } })
    const [first] = await once(lines, 'line')
    expect(JSON.parse(first).result.serverInfo.name).toBeTypeOf('string')
    send({ id: 2, method: 'tools/call', params: { name: 'find_sdk', arguments: { query: 'poems' } } })
    const [second] = await once(lines, 'line')
    expect(JSON.parse(second).result.content[0].text).toContain('poetrydb-sdk')
    child.stdin.end()
    expect((await once(child, 'close'))[0]).toBe(0)
  })

  it('serves pages, REST and MCP, and keeps messages that the inbox shows', async () => {
    const DATA_DIR = scratch()
    let traces = 0
    const collector = createServer((_, response) => {
      traces++
      response.end('{}')
    }).listen(0, '127.0.0.1')
    await once(collector, 'listening')
    const OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
    const service = await startService({ HOME: home, DATA_DIR, OTEL_EXPORTER_OTLP_ENDPOINT }, bin(), node)
    const get = (path: string) => fetch(service.url + path)
    expect(await (await get('/api/sdk/find?query=poems')).json()).toMatchObject({ total: expect.any(Number) })
    const page = await (await get('/example-sdk/poetrydb-sdk')).text()
    const sheet = /href="([^"]+\.css)"/.exec(page)![1]!
    for (const path of ['/', sheet, '/openapi.json', '/.well-known/agent-skills/index.json', '/sdk/feed.xml']) {
      expect((await get(path)).status, path).toBe(200)
    }
    const message = { name: 'Ada', email: 'ada@example.org', message: 'Which SDK has spring tides?' }
    const headers = { 'content-type': 'application/json' }
    const sent = await fetch(`${service.url}/api/contact`, { method: 'POST', headers, body: JSON.stringify(message) })
    expect(sent.status).toBe(200)
    expect((await service.stop()).code).toBe(0)
    collector.close()
    expect(traces).toBeGreaterThan(0)
    const [stored] = JSON.parse((await run(['inbox', 'list', '--json'], { DATA_DIR })).stdout)
    expect(stored.kind).toBe('contact')
  })

  it('builds, checks and compares catalogues, and serves a new one and long READMEs in its threads', async () => {
    const place = scratch()
    const [out, other] = [join(place, 'catalog'), join(place, 'other')]
    const built = await run(['catalog', 'build', '--from', REPOSITORIES, '--out', out], { DATA_DIR: place })
    expect(built.stdout).toContain('Built the catalogue of 6 SDKs')
    expect((await run(['catalog', 'check', out])).stdout).toContain('is a valid catalogue of 6 SDKs')
    const long = `# One\n\n<p style="color: red">Red</p>\n\n${'A sentence with **bold** words in it.\n\n'.repeat(1_000)}`
    buildDirectory(other, { readmes: { 'one-sdk': long } })
    expect((await run(['catalog', 'diff', out, other, '--json'])).stdout).toContain('one-sdk')

    const service = await startService({ HOME: home, CATALOG_DIR: other, LOG_LEVEL: 'info' }, bin(), node)
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

  it('tells in a trace the functions, files and lines of our sources', async () => {
    const source = readFileSync(join(ROOT, 'src/index.ts'), 'utf8').split('\n')
    writeFileSync(
      join(home, 'fail.js'),
      `import { createCatalog } from 'sdk-catalog'
       const { stack } = await createCatalog({ baseUrl: 'nonsense' }).catch((error) => error)
       console.log(stack)`,
    )
    const { stdout } = await execute(node, ['--enable-source-maps', 'fail.js'])
    expect(stdout).toMatch(/^Refusal: BASE_URL/)
    expect(stdout).toMatch(/ at refuse \(\S+\/src\/commands\/start\.ts:\d+:\d+\)/)
    const [, line] = / at createCatalog \(\S+\/src\/index\.ts:(\d+):\d+\)/.exec(stdout)!
    expect(source[Number(line) - 1]).toContain('settings(')
  })

  it('runs the program in README with what that says it prints', async () => {
    const [, program = ''] = /^```js\n([\s\S]*?)^```$/m.exec(readFileSync(join(ROOT, 'README.md'), 'utf8'))!
    writeFileSync(join(home, 'readme.js'), program)
    const said = [...program.matchAll(/^console\.log\(.*\) \/\/ (.*)$/gm)].map(([, line]) => `${line}\n`)
    expect(said).not.toEqual([])
    expect(await execute(node, ['readme.js'])).toEqual({ code: 0, stdout: said.join(''), stderr: '' })
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
})

it('is a desktop bundle too, which its own tool unpacks and whose command answers', async () => {
  const [bundle, unpacked] = [join(home, 'sdk-catalog.mcpb'), join(home, 'bundle')]
  const made = await execute(process.execPath, [join(ROOT, 'scripts/desktop.ts'), bundle])
  expect(made.code, made.stderr).toBe(0)
  const mcpb = join(ROOT, 'node_modules/@anthropic-ai/mcpb/dist/cli/cli.js')
  expect((await execute(process.execPath, [mcpb, 'unpack', bundle, unpacked])).code).toBe(0)
  const { server, tools, version } = JSON.parse(readFileSync(join(unpacked, 'manifest.json'), 'utf8'))
  const args = server.mcp_config.args.map((arg: string) => arg.replace(/^\$\{__dirname\}/, unpacked))
  const child = spawn(process.execPath, args, { cwd: home, env: { HOME: home }, stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.write('{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n')
  const [line] = await once(createInterface(child.stdout), 'line')
  const names = (list: { name: string }[]) => list.map(({ name }) => name)
  expect(names(JSON.parse(line).result.tools)).toEqual(names(tools))
  expect(version).toBe(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version)
  child.stdin.end()
  await once(child, 'close')
})

it('has types that a strict program compiles with', async () => {
  const folder = join(home, 'typed')
  mkdirSync(folder)
  writeFileSync(
    join(folder, 'use.ts'),
    `import { createCatalog, type SdkEntry } from 'sdk-catalog'
     const entry: SdkEntry | undefined = (await createCatalog()).entry('x')
     // @ts-expect-error: a query is text
     await (await createCatalog()).find(1)
     export default entry`,
  )
  const args = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024', '--lib', 'es2024,dom']
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
  expect(await execute(process.execPath, [tsc, ...args, join(folder, 'use.ts')])).toEqual({
    ...{ code: 0, stdout: '', stderr: '' },
  })
})

it('is refused in one line by a Node whose SQLite can corrupt the messages', async () => {
  const script = `Object.defineProperty(process, 'versions', { value: { ...process.versions, sqlite: '3.50.4' } })`
  const place = join(home, 'old-sqlite.cjs')
  writeFileSync(place, script)
  const { code, stdout, stderr } = await execute(process.execPath, ['--require', place, bin(), '--version'])
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/^sdk-catalog: needs Node [^\n]+ with SQLite 3\.50\.4\.\n$/)
})
