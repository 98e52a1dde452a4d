/** Requests of the benchmark in the revision that each library speaks. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { MODERN, modern } from '../../mcp/messages.ts'
import { understood } from './dialect.ts'

interface Message {
  id: number
  method: string
  params: object
}

/** Knows one revision and one method; the rest are errors, one of them with status 200. */
async function serverOf(revision: string): Promise<number> {
  const server = createServer(async (request, response) => {
    const { id, method } = (await json(request)) as Message
    const known = method === 'ping' ? { result: {} } : { error: { code: -32601, message: 'Method not found' } }
    response.statusCode = request.headers['mcp-protocol-version'] === revision ? 200 : 400
    response.end(JSON.stringify({ jsonrpc: '2.0', id, ...known }))
  })
  await once(server.listen(0, 'localhost'), 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

const request = (method: string) => {
  const { headers, body } = modern(method, { one: 1 })
  return { path: '/mcp', headers, body: JSON.stringify(body) }
}

test('a server of 2026-07-28 gets the requests as they are', async () => {
  const ping = request('ping')
  expect(await understood(await serverOf(MODERN), [ping])).toEqual([ping])
})

test('a server of an earlier revision gets them without what that revision does not know', async () => {
  const [sent] = (await understood(await serverOf('2025-11-25'), [request('ping')]))!
  const { method, params } = JSON.parse(sent!.body!) as Message
  expect({ method, params }).toEqual({ method: 'ping', params: { one: 1 } })
  expect(sent!.headers).not.toHaveProperty('mcp-method')
})

test('a method that the server does not have is left out', async () => {
  expect(await understood(await serverOf(MODERN), [request('tools/list')])).toBeUndefined()
})
