/** Content of any length, made in parts. */
import { setImmediate as loopTurn } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { representContent } from '../../src/http/long.ts'
import { represent, respond } from '../../src/http/representation.ts'
import { testApp } from '../app.ts'

const TYPE = { type: 'text/plain', lifetime: 'always' as const }
const line = (at: number) => `${at}: ${'tides of the day, '.repeat(20)}\n`

function* lines(count: number): Generator<string> {
  for (let at = 0; at < count; at++) yield line(at)
}

/** About 2.5 MB. */
const LONG = 7_000
const whole = [...lines(LONG)].join('')

const ask = async (acceptEncoding: string, more: Record<string, string> = {}) =>
  respond(await long, new Headers({ 'accept-encoding': acceptEncoding, ...more }))
const long = representContent(lines(LONG), TYPE)

test('short content in parts is represented as if it were whole', async () => {
  const [parts, one] = await Promise.all([representContent(lines(50), TYPE), represent([...lines(50)].join(''), TYPE)])
  for (const coding of ['identity', 'gzip', 'br', 'zstd']) {
    const [a, b] = await Promise.all(
      [parts, one].map((each) => respond(each, new Headers({ 'accept-encoding': coding }))),
    )
    expect([...a!.headers]).toEqual([...b!.headers])
    expect(await a!.arrayBuffer()).toEqual(await b!.arrayBuffer())
  }
})

test.each([
  ['gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'gzip'],
  ['br', null],
  ['', null],
])('long content is whole for a client that accepts "%s"', async (accepted, coding) => {
  const answer = await ask(accepted)
  expect(answer.headers.get('content-encoding')).toBe(coding)
  const wire = Buffer.from(await answer.arrayBuffer())
  expect(answer.headers.get('content-length')).toBe(String(wire.length))
  expect((coding ? gunzipSync(wire) : wire).equals(Buffer.from(whole))).toBe(true)
})

test('long content has the validator of its bytes, one for each coding, and 304 for who has it', async () => {
  const { hash } = represent(whole, TYPE)
  for (const [accepted, etag] of [
    ['', `"${hash}"`],
    ['gzip', `"${hash}-gzip"`],
  ] as const) {
    expect((await ask(accepted)).headers.get('etag')).toBe(etag)
    expect((await ask(accepted, { 'if-none-match': etag })).status).toBe(304)
  }
})

test('long content is kept compressed alone', async () => {
  const { size, length } = await long
  expect(length).toBe(Buffer.byteLength(whole))
  expect(size()).toBeLessThan(length / 5)
})

test('a client that goes away while it reads ends the work for it', async () => {
  const reader = (await ask('')).body!.getReader()
  const { value } = await reader.read()
  expect(whole.startsWith(Buffer.from(value!).toString())).toBe(true)
  await reader.cancel()
  expect((await ask('')).status).toBe(200)
})

test('others have their turn while it is made', async () => {
  const PARTS = 100
  function* slow(): Generator<string> {
    for (let at = 0; at < PARTS; at++) {
      const until = performance.now() + 1
      while (performance.now() < until);
      yield line(at)
    }
  }
  let turns = 0
  let made = false
  const making = Promise.resolve(representContent(slow(), TYPE)).then(() => {
    made = true
  })
  for (; !made; turns++) await loopTurn()
  await making
  // Each slice has a few parts.
  expect(turns).toBeGreaterThan(PARTS / 10)
})

test('a part that fails is an error', async () => {
  function* failing(): Generator<string> {
    yield* lines(LONG)
    throw new Error('no more')
  }
  await expect(representContent(failing(), TYPE)).rejects.toThrow('no more')
})

test('the whole catalogue is the same whether its output is checked or made in parts', async () => {
  const [parts, checked] = [true, false].map((trustsTools) => testApp({ trustsTools }).app)
  const read = async (app: typeof parts) => (await app!.request('/api/sdk/catalog.json')).text()
  expect(await read(parts)).toBe(await read(checked))
})
