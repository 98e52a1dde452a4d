/**
 * How long a client waits for the packaged program over stdio, and a person for the first byte of `find` and `call`,
 * compared with the start of bare Node: `node bench/start.ts [rounds]`. The client sends a request after each
 * answer; `call`, `curl` and a program that is nothing but a fetch of undici ask an API on loopback.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { startStandIn } from '../test/loopback.ts'
import { initialize, LEGACY } from '../test/mcp/messages.ts'
import { median } from './load.ts'

const REQUESTS = {
  initialize: initialize(LEGACY.at(-1)!),
  'tools/list': {},
  'tools/call': { name: 'get_sdk_entry', arguments: { slug: 'poetrydb-sdk' } },
}
type Method = keyof typeof REQUESTS

const home = mkdtempSync(join(tmpdir(), 'sdk-catalog-start-'))
const env = { PATH: process.env.PATH, HOME: home }

/** The program as its users get it, with the dependencies of this checkout. */
function unpacked(): string {
  const root = fileURLToPath(new URL('../', import.meta.url))
  execFileSync('npm', ['pack', '--silent', '--pack-destination', home], { cwd: root, stdio: 'ignore' })
  execFileSync('tar', ['xzf', readdirSync(home).find((name) => name.endsWith('.tgz'))!], { cwd: home })
  symlinkSync(join(root, 'node_modules'), join(home, 'package/node_modules'))
  return join(home, 'package/bin/sdk-catalog.js')
}

/** The parts of undici that src/call/send.ts uses, compiled before, and nothing else. */
const FETCH = `
require('node:module').enableCompileCache(process.argv[1])
const { fetch } = require('undici/lib/web/fetch')
const Agent = require('undici/lib/dispatcher/agent')
fetch(process.argv[2], { dispatcher: new Agent() }).then((answer) => answer.text()).then((text) => process.stdout.write(text))`

/** In milliseconds, until it has ended. */
async function bare(): Promise<number> {
  const start = performance.now()
  await once(spawn(process.execPath, ['-e', '0'], { env }), 'close')
  return performance.now() - start
}

/** In milliseconds from the start of the process to each answer. */
async function session(program: string): Promise<Record<Method, number>> {
  const start = performance.now()
  const child = spawn(process.execPath, [program, 'stdio'], { cwd: home, env, stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface(child.stdout)
  const times: Partial<Record<Method, number>> = {}
  for (const [method, params] of Object.entries(REQUESTS)) {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: method, method, params })}\n`)
    const [line] = await once(lines, 'line')
    times[method as Method] = performance.now() - start
    const { id, result } = JSON.parse(line)
    if (id !== method || result === undefined || result.isError) throw new Error(line)
    if (method === 'initialize') child.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
  }
  child.stdin.end()
  await once(child, 'close')
  return times as Record<Method, number>
}

/** In milliseconds, from the start of the process to its first byte. */
async function firstByte(command: string, words: readonly string[], cwd = home): Promise<number> {
  const start = performance.now()
  const child = spawn(command, words, { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'close')
  await once(child.stdout, 'data')
  const time = performance.now() - start
  child.stdout.resume()
  await ended
  return time
}

const api = await startStandIn((_, response) => response.setHeader('content-type', 'application/json').end('[]'))
try {
  const program = unpacked()
  // No server of this SDK is reachable, so that the caller may name one.
  const callWords = ['call', 'voxgig-solardemo-sdk', 'planet.list', '--server', api.url, '--allow-local']
  const commands = {
    curl: () => firstByte('curl', ['--silent', api.url]),
    fetch: () => firstByte(process.execPath, ['-e', FETCH, join(home, 'compiled'), api.url], join(home, 'package')),
    find: () => firstByte(process.execPath, [program, 'find', 'weather', 'forecast']),
    call: () => firstByte(process.execPath, [program, ...callWords]),
  }
  const rounds = Number(process.argv[2] ?? 21)
  // The first start compiles what later ones find compiled.
  await session(program)
  const firstBytes = new Map(Object.keys(commands).map((name) => [name, [] as number[]]))
  for (const run of Object.values(commands)) await run()
  const [starts, sessions]: [number[], Record<Method, number>[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    starts.push(await bare())
    sessions.push(await session(program))
    for (const [name, run] of Object.entries(commands)) firstBytes.get(name)!.push(await run())
  }
  const bareMs = median(starts)
  process.stdout.write(`bare Node: ${bareMs.toFixed(0)} ms\n`)
  for (const method of Object.keys(REQUESTS) as Method[]) {
    const time = median(sessions.map((times) => times[method]))
    process.stdout.write(`${method} answered: ${time.toFixed(0)} ms (${(time / bareMs).toFixed(2)})\n`)
  }
  const withCurl = bareMs + median(firstBytes.get('curl')!)
  for (const [name, times] of firstBytes) {
    const time = median(times)
    const ratios = `${(time / bareMs).toFixed(2)}; of bare Node and curl ${(time / withCurl).toFixed(2)}`
    process.stdout.write(`first byte of ${name}: ${time.toFixed(0)} ms (${ratios})\n`)
  }
} finally {
  api.close()
  rmSync(home, { recursive: true, force: true })
}
