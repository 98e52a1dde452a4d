/** /livez and /readyz, for what starts and stops the service: https://kubernetes.io/docs/reference/using-api/health-checks/ */
import { setTimeout as sleep } from 'node:timers/promises'

interface ProbeState {
  catalogueId(): string
  /** Code of the store's failure; undefined when it can be written and read. */
  storeError(): Promise<string | undefined>
  /** In milliseconds. */
  now?(): number
}

/** How long a result of the store counts, so that probes cost at most one query in that time. */
const FRESH_MS = 1_000
/** How long to wait for the store; probes wait longer. */
const WAIT_MS = 1_500

const HEADERS = { 'content-type': 'application/json', 'cache-control': 'no-store' }

export function createProbes({ catalogueId, storeError, now = () => performance.now() }: ProbeState) {
  let stopping = false
  let storeAnswered = false
  let latest: { code: Promise<string | undefined>; endedAt: number } | undefined
  return {
    stop: () => {
      stopping = true
    },

    /** Code of the store's failure, of at most a second ago. */
    storeError: storeNow,

    /** What /readyz?exclude=store says. */
    ready: async () => (await readiness(true)).ready,

    /** By path; the query may be `exclude=store`. */
    routes: {
      '/livez': (request: Request) => probe(request, async () => ({ live: true })),
      '/readyz': (request: Request) => probe(request, readiness),
    },
  }

  /** @param withoutStore ready too where the store fails that has answered before */
  async function readiness(withoutStore: boolean) {
    const code = await storeNow()
    storeAnswered ||= code === undefined
    const missing = [
      ...(stopping ? ['the service stops'] : []),
      ...(storeAnswered ? [] : ['the store has never answered']),
      ...(storeAnswered && code !== undefined && !withoutStore ? [`the store fails (${code})`] : []),
    ]
    return { ready: missing.length === 0, missing, catalogue: catalogueId(), store: code ?? 'ok' }
  }

  async function storeNow(): Promise<string | undefined> {
    if (!latest || now() - latest.endedAt >= FRESH_MS) latest = query()
    return Promise.race([latest.code, sleep(WAIT_MS, 'no_answer', { ref: false })])
  }

  function query() {
    const ended = () => {
      result.endedAt = now()
    }
    const result = { code: storeError().finally(ended), endedAt: Number.POSITIVE_INFINITY }
    return result
  }
}

export const ONLY_READ = { allow: 'GET, HEAD' }
export const isReadMethod = (method = ''): boolean => ['GET', 'HEAD'].includes(method)

/** @param state what it says; the service is unavailable if it is not ready */
async function probe(
  { method, url }: Request,
  state: (withoutStore: boolean) => Promise<{ ready?: boolean; live?: boolean }>,
) {
  if (!isReadMethod(method)) return new Response(null, { status: 405, headers: ONLY_READ })
  const excluded = new URL(url).searchParams.getAll('exclude')
  const unknown = excluded.find((name) => name !== 'store')
  const answer = (status: number, body: object): Response =>
    new Response(method === 'HEAD' ? null : `${JSON.stringify(body)}\n`, { status, headers: HEADERS })
  if (unknown !== undefined)
    return answer(400, { error: `"exclude" is ${JSON.stringify(unknown)}; it must be "store"` })
  const body = await state(excluded.length > 0)
  return answer(body.ready === false ? 503 : 200, body)
}
