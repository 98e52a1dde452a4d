/** A service with a store for each test of POST /api/contact and /api/jobs/apply, and the verifier of its challenge. */
import { expect, onTestFinished } from 'vitest'
import { BASE_URL, type Overrides, testApp } from '../app.ts'
import { violations } from '../contract/schemas.ts'
import { startStandIn } from '../loopback.ts'
import { scratch } from '../scratch.ts'

export const ada = { name: 'Ada Example', email: 'ada@example.org', message: 'Which SDK would you use for tides?' }
export const ENDPOINTS = [
  ['/api/contact', '/contact/thanks', ada],
  ['/api/jobs/apply', '/jobs/thanks', { ...ada, role: 'Engineer' }],
] as const
export const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8'
const PLENTY = { quota: 999_999, windowSeconds: 1 }

/** A service with a store of its own and no limit to speak of. */
export function service({ inbox: settings, ...others }: Overrides = {}) {
  const dataDir = scratch()
  const made = testApp({ inbox: { dataDir, addressRate: PLENTY, globalRate: PLENTY, ...settings }, ...others })
  const { app, inbox } = made
  onTestFinished(() => inbox.stop())
  return {
    ...made,
    dataDir,
    post: async (fields: unknown, headers: Record<string, string> = {}, path = '/api/contact', peer?: string) =>
      app.request(
        path,
        {
          method: 'POST',
          body: typeof fields === 'string' ? fields : JSON.stringify(fields),
          headers: { 'content-type': 'application/json', ...headers },
        },
        peer === undefined ? {} : { incoming: { socket: { remoteAddress: peer } } },
      ),
    postForm: async (fields: Record<string, string>, headers: Record<string, string> = {}, path = '/api/contact') =>
      app.request(path, {
        method: 'POST',
        body: new URLSearchParams(fields),
        headers: { origin: BASE_URL, ...headers },
      }),
    stored: () => inbox.list({ limit: 10_000 }),
  }
}

/** A challenge whose verifier knows these tokens. */
export async function challenge(...tokens: string[]) {
  const verifier = await startStandIn(({ body }, response) => {
    const { response: token } = JSON.parse(body) as { response: string }
    const answer = { success: tokens.includes(token), hostname: 'localhost', 'error-codes': ['timeout-or-duplicate'] }
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
  })
  onTestFinished(() => verifier.close())
  const settings = { secret: 'secret', url: verifier.url, hostnames: ['localhost'] }
  return { settings, requests: verifier.received }
}

export const problemOf = async (answer: Response) => {
  const body = (await answer.json()) as {
    code: string
    errors?: { field: string }[]
    detail: string
    resolution: string
  }
  expect(violations('Problem', body)).toEqual([])
  return body
}
