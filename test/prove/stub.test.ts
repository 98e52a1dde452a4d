/** The stub as clients see it: a proxy that answers by itself. pages.slow.test.ts has clients that ask it with TLS. */
import http from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { answerOf } from '../../scripts/prove/api/answer.ts'
import { makeCertificate } from '../../scripts/prove/api/certificate.ts'
import { readApiDescription } from '../../scripts/prove/api/description.ts'
import { type ApiStub, startApiStub } from '../../scripts/prove/api/stub.ts'
import { scratch } from '../scratch.ts'

async function running(server: string): Promise<ApiStub> {
  const certificate = await makeCertificate(scratch(), ['tides.example.org'])
  const paths = { '/tides': { get: { responses: { 200: { description: 'All.' } } } } }
  const api = readApiDescription(JSON.stringify({ openapi: '3.0.0', servers: [{ url: server }], paths }))
  const expected = { api, servers: [], key: '' }
  const stub = await startApiStub({ expected, certificate, answer: (operation) => answerOf(operation, api, true) })
  onTestFinished(() => stub.close())
  return stub
}

function ask(
  proxy: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status?: number; body: string }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(proxy)
    const request = http.get({ hostname, port, path, headers }, (response) => {
      let body = ''
      response.setEncoding('utf8').on('data', (part) => (body += part))
      response.on('end', () => resolve({ status: response.statusCode!, body }))
    })
    request.on('error', reject)
  })
}

function tunnel(proxy: string, authority: string): Promise<{ status: number; socket: import('node:net').Socket }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(proxy)
    const request = http.request({ hostname, port, method: 'CONNECT', path: authority })
    request.on('connect', (response, socket) => resolve({ status: response.statusCode!, socket: socket as never }))
    request.on('error', reject).end()
  })
}

it('refuses anything else and says why', async () => {
  const stub = await running('http://tides.example.org')
  expect((await ask(stub.url, 'http://tides.example.org/path')).status).toBe(400)
  expect((await ask(stub.url, '/path')).status).toBe(400)
  expect(stub.answers).toEqual([])
  expect(stub.problems).toEqual([expect.stringContaining('/path'), 'sent the URL /path'])
})

it('takes plain HTTP through a tunnel as well', async () => {
  const stub = await running('http://tides.example.org')
  const { socket } = await tunnel(stub.url, 'tides.example.org:80')
  socket.write('GET /tides HTTP/1.1\r\nHost: tides.example.org\r\nConnection: close\r\n\r\n')
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 /)
  expect(stub).toMatchObject({ answers: [expect.anything()], problems: [] })
})

it('opens no tunnel to another host', async () => {
  const stub = await running('https://tides.example.org')
  const { status, socket } = await tunnel(stub.url, 'elsewhere.example.org:443')
  socket.destroy()
  expect(status).toBe(502)
  expect(stub.problems).toEqual(['asked elsewhere.example.org instead of tides.example.org'])
})
