/** /livez and /readyz, for what starts and stops the service: https://kubernetes.io/docs/reference/using-api/health-checks/ */

export interface ProbeState {
  /** The id of the served catalogue. */
  catalogueId(): string
  /** Code of the store's failure; undefined when it answers. */
  storeError(): Promise<string | undefined>
}

/** What is not there; an empty list means ready. */
interface Readiness {
  ready: boolean
  missing: string[]
  catalogue: string
  store: string
}

const HEADERS = { 'content-type': 'application/json', 'cache-control': 'no-store' }

export function createProbes({ catalogueId, storeError }: ProbeState) {
  let stopping = false
  // A store that fails later stops messages only, and on every replica; taking all of them out would stop everything.
  let storeAnswered = false
  return {
    /** From now on the service is not ready. */
    stop: () => {
      stopping = true
    },

    /** The answer to a probe; undefined for any other path. */
    answer(path: string, method: string): Promise<Response> | undefined {
      return path === '/livez' || path === '/readyz' ? probe(path, method) : undefined
    },
  }

  async function probe(path: string, method: string): Promise<Response> {
    if (method !== 'GET' && method !== 'HEAD')
      return new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } })
    const body = path === '/livez' ? { live: true } : await readiness()
    const status = 'ready' in body && !body.ready ? 503 : 200
    return new Response(method === 'HEAD' ? null : `${JSON.stringify(body)}\n`, { status, headers: HEADERS })
  }

  async function readiness(): Promise<Readiness> {
    const code = await storeError()
    storeAnswered ||= code === undefined
    const missing = [
      ...(stopping ? ['the service stops'] : []),
      ...(storeAnswered ? [] : ['the store has never answered']),
    ]
    return { ready: missing.length === 0, missing, catalogue: catalogueId(), store: code ?? 'ok' }
  }
}
