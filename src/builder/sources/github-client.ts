/** Reads GitHub's REST API with retries, waits for rate limits and conditional requests. */
import { setTimeout as sleep } from 'node:timers/promises'
import pRetry from 'p-retry'
import type * as z from 'zod'
import { networkFailure } from '../../system/network-failure.ts'
import { SourceUnreadable } from './repository.ts'

export interface GithubSettings {
  /** URL of the API, without a slash at its end. */
  baseUrl: string
  token?: string | undefined
  /** Longest wait for a rate limit; one that lasts longer ends the run. */
  maxWaitSeconds?: number
  /** Called when the run waits. */
  note?: (line: string) => void
  /** Milliseconds in a second of waiting; tests take fewer. */
  secondMs?: number
}

/** Why GitHub has nothing at one URL, as far as that is about the repository. */
type Missing = 'not_found' | 'empty'

export type GithubClient = ReturnType<typeof githubClient>

const REQUEST_TIMEOUT_MS = 60_000
const RETRIES = 3
const DEFAULT_MAX_WAIT_SECONDS = 15 * 60
/** Where a secondary limit does not say how long: docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api */
const SECONDARY_LIMIT_SECONDS = 60

/** An answer with an error status. */
class Refused extends Error {
  readonly response: Response
  constructor(response: Response, body: { message?: string }) {
    super(body.message)
    this.response = response
  }
}

export function githubClient(settings: GithubSettings) {
  const { baseUrl, token, secondMs = 1000, maxWaitSeconds = DEFAULT_MAX_WAIT_SECONDS, note } = settings
  const common = {
    accept: 'application/vnd.github+json',
    'user-agent': 'sdk-catalog',
    'x-github-api-version': '2022-11-28',
    ...(token && { authorization: `Bearer ${token}` }),
  }

  async function request(path: string, etag: string | undefined) {
    const headers = { ...common, ...(etag && { 'if-none-match': etag }) }
    const response = await fetch(baseUrl + path, { headers, signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) })
    if (response.status === 304) return { response }
    if (!response.ok) throw new Refused(response, await response.json().catch(() => ({})))
    const body = await response.json().catch(() => {
      throw new Error('not JSON', { cause: new Error('the answer breaks off') })
    })
    return { response, body }
  }

  const attempts = (path: string, etag: string | undefined) =>
    pRetry(() => request(path, etag), {
      ...{ retries: RETRIES, minTimeout: secondMs, factor: RETRIES },
      async shouldRetry({ error }) {
        const limit = error instanceof Refused && limitOf(error)
        if (!limit) return !(error instanceof Refused) || error.response.status >= 500
        if (limit.seconds > maxWaitSeconds) return false
        note?.(`GitHub: ${limit.what}; going on in ${limit.seconds} s.`)
        await sleep(limit.seconds * secondMs)
        return true
      },
    })

  return {
    /**
     * The answer with its ETag, the URL of a list's next page, and its own URL after redirections.
     * @param etag that of a cached answer: `unchanged` where the resource still has it
     * @throws SourceUnreadable
     */
    async get<S extends z.ZodType>(schema: S, path: string, etag?: string) {
      try {
        const { response, body } = await attempts(path, etag)
        if (response.status === 304) return 'unchanged'
        const { success, data } = schema.safeParse(body)
        if (!success) throw new SourceUnreadable(`GitHub's answer to ${path} is not what its API describes`)
        const next = /<([^>]+)>;\s*rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
        return { data, etag: response.headers.get('etag') ?? undefined, next, url: response.url }
      } catch (error) {
        const missing = error instanceof Refused && missingBy(error)
        if (missing) return missing
        throw unreadable(error as Error, path, token !== undefined)
      }
    },
  }
}

/** The rate limit that refused a request, and how long it lasts. */
function limitOf({ response: { status, headers }, message }: Refused) {
  if (status !== 403 && status !== 429) return undefined
  const retryAfter = headers.get('retry-after')
  if (headers.get('x-ratelimit-remaining') === '0') {
    const seconds = Math.ceil(Number(headers.get('x-ratelimit-reset')) - Date.now() / 1000) + 1
    return { what: 'the rate limit is used up', seconds: Math.max(seconds, 1) }
  }
  if (status === 403 && retryAfter === null && !/secondary rate/i.test(message)) return undefined
  return { what: 'too many requests at a time', seconds: Number(retryAfter ?? SECONDARY_LIMIT_SECONDS) }
}

function missingBy({ response: { status }, message }: Refused): Missing | undefined {
  if ([404, 410, 451].includes(status)) return 'not_found'
  if (status === 403 && /access blocked|disabled/i.test(message)) return 'not_found'
  return status === 409 ? 'empty' : undefined
}

const CONTINUE = 'What was read is kept: run the same command again'

function unreadable(error: Error, path: string, hasToken: boolean): Error {
  const cause = { cause: error }
  if (error instanceof SourceUnreadable) return error
  if (!(error instanceof Refused))
    return new SourceUnreadable(`GitHub cannot be reached (${networkFailure(error)}). ${CONTINUE}.`, cause)
  const { status, headers } = error.response
  if (status === 401) return new SourceUnreadable('GitHub does not accept GITHUB_TOKEN.', cause)
  if (headers.get('x-ratelimit-remaining') === '0') {
    const until = new Date(Number(headers.get('x-ratelimit-reset')) * 1000).toISOString()
    const more = hasToken ? '' : ', or now with GITHUB_TOKEN set, which raises the limit'
    return new SourceUnreadable(`GitHub's rate limit is used up until ${until}. ${CONTINUE} then${more}.`, cause)
  }
  return new SourceUnreadable(`GitHub answers ${status} to ${path}. ${CONTINUE}.`, cause)
}
