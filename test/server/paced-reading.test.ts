/** Requests on one connection, however their bytes are cut and however many are sent ahead. */
import { once } from 'node:events'
import { connect } from 'node:net'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { listen } from '../../src/server/listen.ts'

const HOST = '127.0.0.1'

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
  if (body === undefined) return `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`
  const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\n`
  if (!chunked) return `${head}Content-Length: ${body.length}\r\n\r\n${body}`
  const chunk = body === '' ? '' : `${body.length.toString(16)}\r\n${body}\r\n`
  return `${head}Transfer-Encoding: chunked\r\n\r\n${chunk}0\r\n\r\n`
}

const LAST = 'GET /last HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'

/** What comes back for these writes, one after the other, until the server closes. */
async function answers(port: number, writes: readonly string[]): Promise<string[]> {
  const socket = connect(port, HOST).setNoDelay()
  let all = ''
  socket.setEncoding('latin1').on('data', (text) => {
    all += text
  })
  for (const text of writes) if (text !== '') await new Promise((sent) => socket.write(text, sent))
  socket.write(LAST)
  await once(socket, 'close')
  return all.match(/\[\/[^\]]*\]/g) ?? []
}

const said = (all: readonly Sent[]) =>
  [...all, { path: '/last' } as Sent].map(({ path, body = '' }) => `[${path} ${body}]`)

describe('requests on one connection', () => {
  test('are answered in order, wherever their bytes are cut', async () => {
    const { port } = await echo()
    const one = fc.record(
      {
        path: fc.integer({ min: 0, max: 99 }).map((number) => `/${number}`),
        body: fc.oneof(fc.constant('x'.repeat(5_000)), fc.stringMatching(/^[a-z]{0,20}$/)),
        chunked: fc.boolean(),
      },
      { requiredKeys: ['path'] },
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(one, { maxLength: 12 }),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 }),
        async (all, cuts) => {
          const bytes = all.map(bytesOf).join('')
          const places = [0, ...cuts.map((cut) => Math.floor(cut * bytes.length)).sort((a, b) => a - b), bytes.length]
          const writes = places.slice(1).map((end, at) => bytes.slice(places[at], end))
          expect(await answers(port, writes)).toEqual(said(all))
        },
      ),
      { numRuns: 40 },
    )
  })

  test('are all answered, though thousands are sent at once', async () => {
    const { port } = await echo()
    const all = Array.from({ length: 5_000 }, (_, number) => ({ path: `/${number}` }))
    expect(await answers(port, [all.map(bytesOf).join('')])).toEqual(said(all))
  })

  test('are not read while an earlier one waits, and others are answered meanwhile', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const { port, begun } = await echo(held)
    const many = bytesOf({ path: '/many' })
    const sockets = Array.from({ length: 20 }, () => connect(port, HOST).resume())
    // More than the systems of both ends keep: a server that reads on would take all of it.
    const taken = sockets.map((socket) => {
      socket.write(many.repeat(200_000))
      return socket
    })
    const last = answers(port, [])
    while (begun() < 21) await new Promise(setImmediate)
    for (const socket of taken) expect(socket.writableLength).toBeGreaterThan(0)
    expect(begun()).toBe(21)
    for (const socket of taken) socket.destroy()
    release()
    expect(await last).toEqual(said([]))
  })

  test('behind one that is refused are not read', async () => {
    const { port } = await echo()
    const socket = connect(port, HOST)
    let all = ''
    socket.on('data', (chunk) => {
      all += chunk
    })
    socket.write(`nonsense\r\n\r\n${bytesOf({ path: '/never' }).repeat(500)}`)
    await once(socket, 'close')
    expect(all.match(/^HTTP\/1\.1 \d+/gm)).toEqual(['HTTP/1.1 400'])
  })
})
