/** Pairs of Accept and Accept-Encoding, and what a shared cache that keys by Vary (RFC 9111 §4.1) makes of the answers. */
import { hash } from 'node:crypto'
import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'

export interface Asked {
  path: string
  headers: Record<string, string>
}

export interface Answered {
  status: number
  headers: Headers
  body: Buffer
}

const PATHS = [
  ...['/api/health', '/api/sdk/search?q=weather&limit=3', '/api/sdk/search?limit=0', '/api/sdk/find?query=poems'],
  ...[
    ...['/api/sdk/poetrydb-sdk.json', '/api/sdk/no-such-sdk.json', '/api/sdk/compare?slugs=poetrydb-sdk,dog-sdk'],
    ...['/api/none'],
  ],
  ...['/', '/developers', '/developers.md', '/contact', '/sdk?q=dogs', '/none', '/developers/'],
  '/example-sdk/poetrydb-sdk',
  ...['/example-sdk/poetrydb-sdk.md', '/llms.txt', '/robots.txt', '/.well-known/api-catalog', '/server.json'],
]
const TYPES = ['text/html', 'text/markdown', 'application/json', 'application/*', 'text/*', '*/*', 'image/png']
const CODINGS = ['gzip', 'br', 'zstd', 'identity', '*', 'deflate']
const WEIGHTS = ['', '', ';q=0', ';q=0.5', ';q=1.0', '; q=0.000']

type Random = () => number
const oneOf = (random: Random, list: readonly string[]): string => list[Math.floor(random() * list.length)]!

/** Up to two ranges with weights; nothing for a header field that is not sent. */
const ranges = (random: Random, values: readonly string[]): string | undefined => {
  const count = Math.floor(random() * 3)
  const range = () => oneOf(random, values) + oneOf(random, WEIGHTS)
  return count === 0 ? undefined : Array.from({ length: count }, range).join(', ')
}

export function randomlyAsked(random: Random): Asked {
  const [accept, encoding] = [ranges(random, TYPES), ranges(random, CODINGS)]
  return {
    path: oneOf(random, PATHS),
    headers: { ...(accept && { accept }), ...(encoding && { 'accept-encoding': encoding }) },
  }
}

/** The answer of a server of this machine, as it is sent. */
export function askPort(port: number, { path, headers }: Asked): Promise<Answered> {
  const { promise, resolve, reject } = Promise.withResolvers<Answered>()
  const sent = request({ host: '127.0.0.1', port, path, headers, timeout: 60_000 }, async (answer) => {
    const body = await buffer(answer).catch(reject)
    if (body) resolve({ status: answer.statusCode!, headers: new Headers(answer.headers as HeadersInit), body })
  })
  sent.on('error', reject).on('timeout', () => sent.destroy(new Error('no answer in time')))
  sent.end()
  return promise
}

/** Asks through a cache that keeps all that may be kept. */
export function sharedCache(ask: (asked: Asked) => Promise<Answered>) {
  const stored: (Asked & { answer: Answered; vary: string[] })[] = []
  return async function cached(asked: Asked): Promise<{ isHit: boolean; answer: Answered }> {
    const hit = stored.find(
      ({ path, headers, vary }) => path === asked.path && vary.every((name) => headers[name] === asked.headers[name]),
    )
    if (hit) return { isHit: true, answer: hit.answer }
    const answer = await ask(asked)
    const vary = answer.headers.get('vary')?.toLowerCase().split(/,\s*/) ?? []
    if (!/no-store|private/.test(answer.headers.get('cache-control') ?? '')) stored.push({ ...asked, answer, vary })
    return { isHit: false, answer }
  }
}

/** What a client sees of an answer. */
export const seen = ({ status, headers, body }: Answered) => ({
  status,
  type: headers.get('content-type'),
  coding: headers.get('content-encoding'),
  body: hash('sha256', body),
})
