/** `sdk-catalog stdio`: the same tools on standard input and output, and nothing else there. */
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { definition } from '../../../src/mcp/tool-definition.ts'
import { mcpTools } from '../../../src/tools/index.ts'
import { violations } from '../../contract/schemas.ts'
import { envelope, initialize, LEGACY, type Members, MODERN } from '../../mcp/messages.ts'
import { BIN, ENVIRONMENT, ROOT, type StdioOptions, StdioProcess } from '../../mcp/stdio-process.ts'
import { scratch } from '../../scratch.ts'
import { smallCatalog } from '../service.ts'

const NO_NETWORK = fileURLToPath(new URL('../../mcp/no-network.ts', import.meta.url))

/** An empty working directory for the process that most tests share, which ends where it uses the network. */
const elsewhere = scratch()
const shared = new StdioProcess({ args: ['--import', NO_NETWORK, BIN, 'stdio'], cwd: elsewhere })

let requests = 0
const request = (method: string, params: Members = {}) => ({ jsonrpc: '2.0', id: ++requests, method, params })
const call = (name: string, input: Members) => request('tools/call', { name, arguments: input })

/** Starts a process, pipes the text in, closes standard input at once, and waits for the end. */
async function piped(text: string, options: StdioOptions = {}) {
  const process = new StdioProcess({ ...options, env: { CATALOG_DIR: smallCatalog(), ...options.env } })
  process.write(text)
  return process.end()
}

const lines = (messages: readonly unknown[]) => messages.map((message) => `${JSON.stringify(message)}\n`).join('')
const parsed = (all: readonly string[]) => all.map((line) => JSON.parse(line) as Members)

describe('the stdio server', () => {
  afterAll(async () => {
    const { code, lines, stderr } = await shared.end()
    // What holds at the end of everything that the tests below have sent.
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    for (const line of parsed(lines)) expect(violations('JsonRpcResponse', line)).toEqual([])
  })

  it('lists the tools that HTTP lists, without a handshake', async () => {
    const { result } = await shared.request(request('tools/list'))
    expect((result as Members).tools).toEqual(JSON.parse(JSON.stringify(mcpTools.map(definition))))
  })

  it('calls no operation without --allow-calls', async () => {
    const { error } = await shared.request(call('call_operation', { slug: 'poetrydb-sdk', operation: 'author.list' }))
    expect(error).toMatchObject({ code: -32602 })
  })

  it('points to no server, as nobody serves: every address of ours is that of a resource, which can be read', async () => {
    const answers: string[] = []
    const initialized = await piped(lines([request('initialize', initialize(LEGACY[0]))]))
    answers.push(...initialized.lines)
    for (const { name, examples } of mcpTools)
      for (const example of examples) answers.push(JSON.stringify(await shared.request(call(name, example))))
    const detailed = call('find_sdk', { query: 'poems', detail: 'detailed' })
    answers.push(JSON.stringify(await shared.request(detailed)))
    const said = answers.map((answer) => answer.replaceAll(/```[\s\S]*?```|`[^`]*`/g, ''))
    for (const answer of said) expect(answer).not.toMatch(/https?:\/\/localhost|"websiteUrl"/)
    const addresses = new Set(said.flatMap((answer) => answer.match(/\b(?:sdk|page):\/\/[\w./-]*\w/g) ?? []))
    expect(addresses).toContain('sdk://poetrydb-sdk/readme')
    for (const uri of addresses) {
      const { result } = await shared.request(request('resources/read', { uri }))
      expect(result, uri).toMatchObject({ contents: [{ uri }] })
    }
  })

  it('answers requests that are nested too deeply or have too many members', async () => {
    const experimental = JSON.parse(`${'{"a":'.repeat(3_000)}1${'}'.repeat(3_000)}`)
    for (const params of [
      { ...initialize(LEGACY[0]), capabilities: { experimental } },
      { _meta: { ...envelope(), 'io.modelcontextprotocol/clientCapabilities': experimental } },
      Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`m${at}`, at])),
    ]) {
      const deep = request('initialize', params)
      expect(await shared.request(deep)).toMatchObject({ id: deep.id, error: { code: -32600 } })
    }
  })

  it('answers each line that is no message with why, and with its id where it has one', async () => {
    const id = fc.oneof(
      fc.integer().map((number) => `n${number}`),
      fc.constant(null),
    )
    const wrong = fc.oneof(
      fc.constantFrom('{', 'nonsense', '{"jsonrpc":"2.0",', '\u0000').map((line) => ({ line, id: null, code: -32700 })),
      fc.constantFrom('[]', 'null', '1', '[{"jsonrpc":"2.0","id":1,"method":"ping"}]').map((line) => ({
        ...{ line, id: null, code: -32600 },
      })),
      fc.record({ id, method: fc.constantFrom(5, null, {}) }).map((message) => ({
        ...{ line: JSON.stringify({ jsonrpc: '2.0', ...message }), id: message.id, code: -32600 },
      })),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(wrong, { minLength: 1, maxLength: 5 }), async (all) => {
        const before = shared.lines.length
        for (const { line } of all) shared.write(`${line}\n`)
        await shared.request(request('ping'))
        const errors = parsed(shared.lines.slice(before, -1)).map(({ id, error }) => [id, (error as Members).code])
        expect(errors).toEqual(all.map(({ id, code }) => [id, code]))
      }),
      { numRuns: 30 },
    )
  })

  it('reads a line that begins with a byte order mark', async () => {
    const ping = request('ping')
    const answer = shared.answerTo(ping.id)
    shared.write(`\ufeff${JSON.stringify(ping)}\r\n`)
    expect(await answer).toMatchObject({ result: {} })
  })

  it('reads a message that comes in pieces, cut in the middle of characters too', async () => {
    const q = 'žluťoučký 🐎'
    const message = call('search_sdk_catalog', { q })
    const bytes = Buffer.from(`${JSON.stringify(message)}\n`)
    const answer = shared.answerTo(message.id)
    for (let at = 0; at < bytes.length; at += 7) shared.write(bytes.subarray(at, at + 7))
    expect(await answer).toMatchObject({ result: { structuredContent: { query: q } } })
  })

  it('leaves nothing behind where it runs', () => expect(readdirSync(elsewhere)).toEqual([]))
})

describe('requests piped in with the input closed behind them', () => {
  it('are all answered before the end, with nothing else on standard output, and the exit code is 0', async () => {
    const messages = [
      { jsonrpc: '2.0', id: 0, method: 'initialize', params: initialize(LEGACY.at(-1)!) },
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      ...Array.from({ length: 1_000 }, (_, at) => ({
        ...call('get_sdk_readme', { slug: 'one-sdk' }),
        id: at + 1,
      })),
    ]
    const { code, lines: answers } = await piped(lines(messages))
    const ids = parsed(answers).map(({ id, result }) => [id, Boolean(result)])
    expect(ids).toEqual(Array.from({ length: 1_001 }, (_, id) => [id, true]))
    expect(code).toBe(0)
  })

  it('are answered without a line end behind the last, or there are none: the exit code is 0', async () => {
    // No message is taken over stdio, so that DATA_DIR need not be one.
    expect(await piped('', { env: { DATA_DIR: '/dev/null/data' } })).toMatchObject({ code: 0, lines: [] })
    const ping = request('ping')
    const { code, lines } = await piped(`\nnonsense\n${JSON.stringify(ping)}`)
    const unread = { jsonrpc: '2.0', id: null, error: { code: -32700, message: expect.any(String) } }
    expect([code, parsed(lines)]).toEqual([0, [unread, { jsonrpc: '2.0', id: ping.id, result: {} }]])
  })

  it('are answered by `npm run --silent stdio`, as a client configuration starts it', async () => {
    const { code, lines: answers } = await piped(lines([request('tools/list')]), {
      command: 'npm',
      args: ['run', '--silent', 'stdio'],
      cwd: ROOT,
    })
    expect(code).toBe(0)
    expect(parsed(answers)).toMatchObject([{ result: { tools: mcpTools.map(({ name }) => ({ name })) } }])
  })
})

describe('what a client does wrong', () => {
  const logged = (stderr: string) =>
    stderr
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Members)

  it('a line over 10 MB is dropped, and said in the log; what follows is answered', async () => {
    const process = new StdioProcess({ env: { CATALOG_DIR: smallCatalog(), LOG_LEVEL: 'warn' } })
    const [first, second] = [request('ping'), request('ping')]
    await process.request(first)
    // A message by itself, but for the blanks behind it.
    process.write(`${JSON.stringify(request('ping')).padEnd(10_500_000)}\n`)
    expect(await process.request(second)).toMatchObject({ id: second.id, result: {} })
    const { code, lines, stderr } = await process.end()
    expect([code, lines.length]).toEqual([0, 2])
    const reason = 'a line on standard input has more than 10485760 bytes'
    expect(logged(stderr)).toEqual([expect.objectContaining({ level: 40, reason })])
  })

  it('is logged as refused, without a stack', async () => {
    const enveloped = (revision: string) => ({ ...request('ping'), params: { _meta: envelope(revision) } })
    const wrong = [
      { jsonrpc: '2.0', id: 1, result: {} },
      enveloped('1999-01-01'),
      enveloped(MODERN),
      request('initialize', initialize(LEGACY.at(-1)!)),
      { jsonrpc: '2.0', id: 1, result: {} },
    ]
    const { code, stderr } = await piped(lines(wrong), { env: { LOG_LEVEL: 'warn' } })
    expect(code).toBe(0)
    expect(logged(stderr).map(({ level, event }) => [level, event])).toEqual(
      [1, 2, 3, 4].map(() => [40, 'stdio_line_refused']),
    )
    expect(stderr).not.toContain('stack')
  })
})

it('a client that goes away before it reads ends the process with 0, and nothing is logged', async () => {
  const process = new StdioProcess({ env: { CATALOG_DIR: smallCatalog(), LOG_LEVEL: 'warn' } })
  await process.request(request('ping'))
  process.stopReading()
  for (let at = 0; at < 50; at++) process.write(`${JSON.stringify(request('tools/list'))}\n`)
  expect(await process.end()).toMatchObject({ code: 0, stderr: '' })
})

it('offers the tools that --tools names, and says which there are where one is unknown', async () => {
  const args = (tools: string) => ({ args: [BIN, 'stdio', '--tools', tools] })
  const { lines: answers } = await piped(lines([request('tools/list')]), args('get_sdk_readme,find_sdk'))
  expect(parsed(answers)).toMatchObject([{ result: { tools: [{ name: 'find_sdk' }, { name: 'get_sdk_readme' }] } }])
  const { code, stderr } = await piped('', args('find_sdk,nothing'))
  expect([code === 0, stderr]).toEqual([false, expect.stringContaining('search_sdk_catalog')])
})

it('the guard against the network is one: a program that uses it ends with 99', async () => {
  const programs = ["fetch('http://127.0.0.1:9')", "require('net').connect(9)", "require('dns').lookup('a', () => {})"]
  const ends = await Promise.all(
    programs.map((program) => piped('', { args: ['--import', NO_NETWORK, '-e', program], env: ENVIRONMENT })),
  )
  expect(ends.map(({ code }) => code)).toEqual([99, 99, 99])
})
