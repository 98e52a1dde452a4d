/** Requests on one connection, however their bytes are cut and however many are sent ahead. */
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { listen } from '../../../src/http/server/listen.ts'
import { get, HOST } from './visitor.ts'

/** Answers with path and body; `held` lets nothing pass before it is settled. */
async function echo(held?: Promise<void>) {
  let begun = 0
  const fetch = async (request: Request) => {
    begun++
    await held
    return new Response(`[${new URL(request.url).pathname} ${await request.text()}]`)
  }
  const server = await listen({ fetch }, { host: HOST, port: 0 })
  onTestFinished(() => server.stop())
  return { port: server.port, begun: () => begun }
}

interface Sent {
  path: string
  body?: string
  chunked?: boolean
}

function bytesOf({ path, body, chunked }: Sent): string {
  if (body === undefined) return get(path)
  const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\n`
  if (!chunked) return `${head}Content-Length: ${body.length}\r\n\r\n${body}`
  const chunk = body === '' ? '' : `${body.length.toString(16)}\r\n${body}\r\n`
  return `${head}Transfer-Encoding: chunked\r\n\r\n${chunk}0\r\n\r\n`
}

const LAST = 'GET /last HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'

/** What comes back for consecutive writes, until the server closes. */
async function answers(port: number, writes: readonly string[]): Promise<string[]> {
  const socket = connect(port, HOST).setNoDelay()
  const received = text(socket)
  for (const bytes of writes) if (bytes !== '') await new Promise((sent) => socket.write(bytes, sent))
  socket.write(LAST)
  return (await received).match(/\[\/[^\]]*\]/g) ?? []
}

const echoes = (requests: readonly Sent[]) =>
  [...requests, { path: '/last' } as Sent].map(({ path, body = '' }) => `[${path} ${body}]`)

describe('requests on one connection', () => {
  test('are answered in order, wherever their bytes are cut', async () => {
    const { port } = await echo()
    const request = fc.record(
      {
        path: fc.integer({ min: 0, max: 99 }).map((number) => `/${number}`),
        body: fc.oneof(fc.constant('x'.repeat(5_000)), fc.stringMatching(/^[a-z]{0,20}$/)),
        chunked: fc.boolean(),
      },
      { requiredKeys: ['path'] },
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(request, { maxLength: 12 }),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 }),
        async (requests, cuts) => {
          const bytes = requests.map(bytesOf).join('')
          const places = [0, ...cuts.map((cut) => Math.floor(cut * bytes.length)).sort((a, b) => a - b), bytes.length]
          const writes = places.slice(1).map((end, at) => bytes.slice(places[at], end))
          expect(await answers(port, writes)).toEqual(echoes(requests))
        },
      ),
      { numRuns: 40 },
    )
  })

  test('are all answered, though thousands are sent at once', async () => {
    const { port } = await echo()
    const requests = Array.from({ length: 5_000 }, (_, number) => ({ path: `/${number}` }))
    expect(await answers(port, [requests.map(bytesOf).join('')])).toEqual(echoes(requests))
  })

  test('are not read while an earlier one waits, and others are answered meanwhile', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const { port, begun } = await echo(held)
    const many = get('/many')
    const sockets = Array.from({ length: 5 }, () => connect(port, HOST).resume())
    // More than the systems of both ends keep: a server that reads on would take all of it.
    for (const socket of sockets) socket.write(many.repeat(200_000))
    const last = answers(port, [])
    while (begun() < 6) await new Promise(setImmediate)
    for (const socket of sockets) expect(socket.writableLength).toBeGreaterThan(0)
    expect(begun()).toBe(6)
    for (const socket of sockets) socket.destroy()
    release()
    expect(await last).toEqual(echoes([]))
  })

  test('behind one that is refused are not read', async () => {
    const { port } = await echo()
    const socket = connect(port, HOST)
    socket.write(`nonsense\r\n\r\n${get('/never').repeat(500)}`)
    expect((await text(socket)).match(/^HTTP\/1\.1 \d+/gm)).toEqual(['HTTP/1.1 400'])
  })
})
