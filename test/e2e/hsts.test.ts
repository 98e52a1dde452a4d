/** Strict-Transport-Security (RFC 6797) on every kind of answer of a site with https. */
import { expect, test } from 'vitest'
import { raw, smallCatalog, startService } from './service.ts'

const request = (line: string, more = '', body = '') =>
  `${line} HTTP/1.1\r\nHost: sdk.example.org\r\n${more}Connection: close\r\n\r\n${body}`
const call = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })

/** What is sent, and the status of the answer. */
const ANSWERS: readonly [string, string, number][] = [
  ['a page', request('GET /'), 200],
  ['a page from the answer store', request('GET /'), 200],
  ['the API', request('GET /api/health'), 200],
  ['nothing', request('GET /nowhere'), 404],
  ['a probe', request('GET /livez'), 200],
  ['MCP', request('POST /mcp', `Content-Type: application/json\r\nContent-Length: ${call.length}\r\n`, call), 200],
  ['two hosts', request('GET /', 'Host: b\r\n'), 400],
  ['what is no request', 'nonsense\r\n\r\n', 400],
]

test('every answer of a site with https has it, once', async () => {
  const service = await startService({ CATALOG_DIR: smallCatalog(), BASE_URL: 'https://sdk.example.org' })
  for (const [what, bytes, status] of ANSWERS) {
    const answer = await raw(service.port, bytes)
    expect(answer, what).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    const fields = [...answer.matchAll(/^strict-transport-security: (.*)\r$/gim)].map(([, value]) => value)
    expect(fields, what).toEqual(['max-age=31536000'])
  }
  await service.stop()
})
