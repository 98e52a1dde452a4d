/** Strict-Transport-Security (RFC 6797) on every kind of answer of the real program. */
import { expect, onTestFinished, test } from 'vitest'
import { raw, type Settings, smallCatalog, startService } from './service.ts'

const json = 'Content-Type: application/json'
const call = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })

/** What is sent, and the status of the answer. */
const ANSWERS: readonly [string, string, number][] = [
  ['a page', 'GET / HTTP/1.1\r\nHost: sdk.example.org\r\nConnection: close\r\n\r\n', 200],
  ['a page that is kept', 'GET / HTTP/1.1\r\nHost: sdk.example.org\r\nConnection: close\r\n\r\n', 200],
  ['the API', 'GET /api/health HTTP/1.1\r\nHost: sdk.example.org\r\nConnection: close\r\n\r\n', 200],
  ['nothing', 'GET /nowhere HTTP/1.1\r\nHost: sdk.example.org\r\nConnection: close\r\n\r\n', 404],
  ['a probe', 'GET /livez HTTP/1.1\r\nHost: sdk.example.org\r\nConnection: close\r\n\r\n', 200],
  [
    'MCP',
    `POST /mcp HTTP/1.1\r\nHost: sdk.example.org\r\nConnection: close\r\n${json}\r\nContent-Length: ${call.length}\r\n\r\n${call}`,
    200,
  ],
  ['two hosts', 'GET / HTTP/1.1\r\nHost: sdk.example.org\r\nHost: b\r\nConnection: close\r\n\r\n', 400],
  ['what is no request', 'nonsense\r\n\r\n', 400],
]

async function fieldsOf(settings: Settings): Promise<(string | undefined)[]> {
  const service = await startService({ CATALOG_DIR: smallCatalog(), ...settings })
  onTestFinished(async () => void (await service.stop()))
  const fields: (string | undefined)[] = []
  for (const [what, bytes, status] of ANSWERS) {
    const answer = await raw(service.port, bytes)
    expect(answer, what).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    const values = [...answer.matchAll(/^strict-transport-security: (.*)\r$/gim)].map(([, value]) => value)
    expect(values.length, what).toBeLessThanOrEqual(1)
    fields.push(values[0])
  }
  return fields
}

test('every answer of a site with https has it', async () => {
  const fields = await fieldsOf({ BASE_URL: 'https://sdk.example.org' })
  expect(fields).toEqual(ANSWERS.map(() => 'max-age=31536000'))
})

test.each([{ BASE_URL: 'http://sdk.example.org' }, { BASE_URL: 'https://sdk.example.org', HSTS: 'off' }])(
  'no answer has it with %o',
  async (settings) => {
    expect(new Set(await fieldsOf(settings as Settings))).toEqual(new Set([undefined]))
  },
)
