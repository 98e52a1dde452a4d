/** `sdk-catalog call` and `stdio --allow-calls`, against an API on loopback. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { callableCatalog, KEY, VARIABLE } from '../call/callable.ts'
import { command } from '../commands/command.ts'
import { type StandIn, startStandIn } from '../loopback.ts'
import type { Members } from '../mcp/messages.ts'
import { BIN, StdioProcess } from '../mcp/stdio-process.ts'
import { scratch } from '../scratch.ts'

const TIDES = '[{"id":1,"height":1.50,"place":"Brest \\u001b[31m"}]'
let api: StandIn
let catalog: string
let answer: (response: ServerResponse) => void
beforeAll(async () => {
  api = await startStandIn((_, response) => answer(response))
  catalog = callableCatalog(api.url)
})
afterAll(() => api.close())
beforeEach(() => {
  api.received.length = 0
  answer = (response) => response.setHeader('content-type', 'application/json; charset=utf-8').end(TIDES)
})

const call = (words: readonly string[], settings: Record<string, string> = {}) =>
  command(['call', 'sea-tides-sdk', ...words, '--allow-local', '--catalog', catalog], settings)

describe('call', () => {
  test('without an operation lists every endpoint with what it requires', async () => {
    const { code, stdout } = await call([])
    expect(code).toBe(0)
    expect(stdout).toMatch(
      /^operation +endpoint +required\ntide\.list +GET \/tides\ntide\.list +GET \/places\/\{id\}\/tides +id\n/,
    )
    const rows = JSON.parse((await call(['--json'])).stdout)
    expect(rows[3]).toEqual({ operation: 'tide.create', endpoint: 'POST /tides', required: ['height'] })
  })

  test('prints status, time, size and the indented answer; with --json the answer as it came', async () => {
    const text = await call(['tide.list', 'limit=5'])
    expect(text).toMatchObject({ code: 0, stderr: '' })
    expect(text.stdout).toMatch(
      /^200 OK, \d+ ms, 51 bytes, application\/json\n\n\[\n {2}\{\n {4}"id": 1,\n {4}"height": 1\.50,/,
    )
    expect(text.stdout).not.toContain('\u001b')
    const json = await call(['tide.list', '--json'])
    expect([json.stdout, json.stderr]).toEqual([TIDES, expect.stringMatching(/^200 OK, \d+ ms, 51 bytes/)])
    expect(api.received.map(({ method, target }) => `${method} ${target}`)).toEqual([
      'GET /tides?limit=5',
      'GET /tides',
    ])
    await call(['Tide.list', 'id=St Malo'])
    await call(['tide.list', 'id=1', '--endpoint', '/places/{id}/tides'])
    expect(api.received.slice(2).map(({ target }) => target)).toEqual(['/places/St%20Malo/tides', '/places/1/tides'])
  })

  test('with --json prints every byte as it came, and ends with 1 where the limit of size cuts them', async () => {
    const raw = '{"a":"\u200b\u001b[31m\r"}\r\n'
    answer = (response) => response.end(raw)
    expect(await call(['tide.list', '--json'])).toMatchObject({ code: 0, stdout: raw })
    answer = (response) => response.end(JSON.stringify('x'.repeat(6_000_000)))
    const { code, stdout, stderr } = await call(['tide.list', '--json'])
    expect([code, stdout.length, stderr]).toEqual([1, 5 * 1024 * 1024, expect.stringContaining('The answer was cut')])
    const file = join(scratch(), 'answer.json')
    expect(await call(['tide.list', '--output', file])).toMatchObject({ code: 1 })
  })

  test('cuts a long answer, and writes all of it to a file', async () => {
    const long = JSON.stringify({ text: 'x'.repeat(30_000) })
    answer = (response) => response.end(long)
    const { stdout, stderr } = await call(['tide.list'])
    expect(stdout.length).toBeLessThan(20_200)
    expect(stderr).toMatch(/^20000 of 30\d{3} characters; --output FILE writes all of it\.\n$/)
    const file = join(scratch(), 'answer.json')
    expect(await call(['tide.list', '--output', file])).toMatchObject({ code: 0, stderr: `Written to ${file}.\n` })
    expect(readFileSync(file, 'utf8')).toBe(long)
    const nowhere = await call(['tide.list', '--output', join(file, 'below')])
    expect([nowhere.code, nowhere.stderr]).toEqual([1, expect.stringMatching(/ cannot be written \(ENOTDIR\)\.\n$/)])
    answer = (response) => response.setHeader('content-type', 'image/png').end(Buffer.from([137, 80, 0, 255]))
    expect((await call(['tide.list'])).stderr).toBe('The answer is a file; --output FILE writes it.\n')
  })

  test('with --dry-run prints the request and a curl that sends the same, without the key, and sends nothing', async () => {
    const { code, stdout } = await call(['tide.load', 'id=St Malo', '--dry-run'], { [VARIABLE]: KEY })
    expect([code, api.received]).toEqual([0, []])
    expect(stdout).toMatch(new RegExp(`^GET ${api.url}/tides/St%20Malo\nX-Key: \\*\\*\\*\n\ncurl `))
    expect(stdout).not.toContain(KEY)
    const line = stdout.split('\n').find((each) => each.startsWith('curl'))!
    const asCode = await call(['tide.load', 'id=St Malo', '--code', 'curl'], { [VARIABLE]: KEY })
    expect(asCode.stdout).toBe(`${line}\n`)
    await promisify(execFile)('bash', ['-c', `${line} --silent`], { env: { PATH: process.env.PATH, [VARIABLE]: KEY } })
    await call(['tide.load', 'id=St Malo'], { [VARIABLE]: KEY })
    const [curl, own] = api.received.map(({ method, target, headers }) => [method, target, headers['x-key']])
    expect(own).toEqual(curl)
  })

  test('with --dry-run needs no key', async () => {
    const { code, stdout } = await command(['call', 'isports-sdk', 'football.load', '--dry-run'])
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/stats\?api_key=\*\*\*\n\ncurl ".*api_key=\$\{ISPORTS_APIKEY:\?\}"\n$/),
    ])
    const { stderr } = await command(['call', 'isports-sdk', 'football.load'])
    expect(stderr).toMatch(/needs a key, and ISPORTS_APIKEY is not set\. Set ISPORTS_APIKEY to your key/)
  })

  test('with --server asks that one, whatever the variable for the server says', async () => {
    const elsewhere = { SEA_TIDES_BASE: 'http://127.0.0.1:1' }
    expect((await call(['tide.list', '--server', api.url], elsewhere)).stdout).toMatch(/^200 OK/)
    const { stderr } = await command(['call', 'sea-tides-sdk', 'tide.list', '--catalog', catalog, '--server', api.url])
    expect(stderr).toMatch(/^sdk-catalog: 127\.0\.0\.1 is no public address; nothing was sent\. .* --allow-local, /)
  })

  test('with --code prints the code of the SDK for the same arguments', async () => {
    const { code, stdout } = await call(['tide.load', 'id=St Malo', '--code', 'python'])
    expect([code, api.received]).toEqual([0, []])
    expect(stdout).toContain('"id": "St Malo"')
    // Code for JavaScript has no types, also where it uses the package for TypeScript.
    expect((await call(['tide.load', 'id=1', '--code', 'js'])).stdout).not.toContain(': any')
    expect((await call(['tide.load', 'id=1', '--code', 'cobol'])).stderr).toMatch(/must be one of .*, curl$/m)
  })

  test('refuses wrong and missing arguments with an example, and names the nearest, before anything is sent', async () => {
    const refusals: [string[], RegExp, code: number][] = [
      [['tide.load'], /^sdk-catalog: id: is required \(path\)\. For example: id=brest\n$/, 2],
      [['tide.list', 'limti=3'], /limti: is no parameter of GET \/tides\. Did you mean "limit"\?/, 2],
      [['tide.list', 'limti=3'], /It takes limit\n$/, 2],
      [['tide.list', 'limit=x'], /limit: must be a whole number\n$/, 2],
      [['tide.list', 'limit'], /^sdk-catalog: limit: must be name=value/, 2],
      [['tied.list'], /Did you mean "tide"/, 1],
      [['tide.x.list'], /tide has no operation "x\.list"/, 1],
      [['tide.create', 'height=2'], /POST \S+\/tides may change something; add --write/, 1],
      [['tide.create', 'height=2', '--write'], /may change something; add --yes/, 1],
    ]
    for (const [words, message, expected] of refusals) {
      const { code, stdout, stderr } = await call(words)
      expect([code, stdout, stderr]).toEqual([expected, '', expect.stringMatching(message)])
    }
    const other = await command(['call', 'poetrydb-sdk', 'author.list', '--server', 'https://evil.test'])
    expect(other.stderr).toMatch(/evil\.test is no server of poetrydb-sdk\. Use one of https:/)
    expect(api.received).toEqual([])
  })

  test('writes with --write --yes, and ends with 1 where the API answers with an error', async () => {
    answer = (response) => response.writeHead(401).end(`no ${KEY}`)
    const { code, stdout, stderr } = await call(['tide.create', 'height=2.5', '--write', '--yes'], { [VARIABLE]: KEY })
    expect(api.received).toMatchObject([{ method: 'POST', body: '{"height":2.5}', headers: { 'x-key': KEY } }])
    expect([code, stdout, stderr]).toEqual([
      1,
      expect.stringMatching(/^401 [^\n]+\n\nno \*\*\*\n$/),
      expect.stringContaining(VARIABLE),
    ])
  })
})

describe('stdio', () => {
  const request = (id: number, name: string, input: Members) => ({
    ...{ jsonrpc: '2.0', id, method: 'tools/call' },
    params: { name, arguments: input },
  })

  test('with --allow-calls leads from a need to what the API says in two calls', async () => {
    const args = [BIN, 'stdio', '--allow-calls', '--allow-local', '--catalog', catalog]
    const process = new StdioProcess({ args, env: { [VARIABLE]: KEY } })
    const found = (await process.request(request(1, 'find_sdk', { query: 'when is high tide' }))).result as Members
    const [{ slug, operation }] = (found.structuredContent as { hits: [{ slug: string; operation: string }] }).hits
    const called = (await process.request(request(2, 'call_operation', { slug, operation }))).result as Members
    expect(called.structuredContent).toMatchObject({ status: 200, shape: expect.stringContaining('height: number') })
    expect(called.content).toMatchObject([{ type: 'text', text: expect.stringContaining('"height":1.50') }])
    expect(api.received).toMatchObject([{ target: '/tides', headers: { 'x-key': KEY } }])
    const { code, lines, stderr } = await process.end()
    expect([code, stderr, lines.join('').includes(KEY)]).toEqual([0, '', false])
  })
})

test('connect --allow-calls says what it means and writes it into the settings', async () => {
  const HOME = scratch()
  const { code, stdout, stderr } = await command(['connect', 'cursor', '--allow-calls', '--yes', '--json'], { HOME })
  expect([code, stderr]).toEqual([0, expect.stringMatching(/agents in this client may send read-only requests/)])
  const { file, entry } = JSON.parse(stdout)
  expect(entry.args).toContain('--allow-calls')
  expect(readFileSync(file, 'utf8')).toContain('"--allow-calls"')
})
