/** Reads GitHub's REST API with throttling, retries and conditional requests; incomplete bodies are tried again. */
import { Octokit } from '@octokit/core'
import { retry } from '@octokit/plugin-retry'
import { throttling } from '@octokit/plugin-throttling'
import type * as z from 'zod'
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
const MAX_WAITS = 3
const DEFAULT_MAX_WAIT_SECONDS = 15 * 60

const Client = Octokit.plugin(throttling, retry)

export function githubClient(settings: GithubSettings) {
  const { baseUrl, token, secondMs = 1000, maxWaitSeconds = DEFAULT_MAX_WAIT_SECONDS, note } = settings
  const wait = (what: string) => (seconds: number, _: object, __: unknown, count: number) => {
    if (seconds > maxWaitSeconds || count >= MAX_WAITS) return false
    note?.(`GitHub: ${what}; going on in ${seconds} s.`)
    return true
  }
  const octokit = new Client({
    baseUrl,
    userAgent: 'sdk-catalog',
    ...(token && { auth: token }),
    request: { fetch: fetchWhole },
    // 429 is left to throttling, which knows how long to wait.
    retry: { doNotRetry: [304, 400, 401, 403, 404, 409, 410, 422, 429, 451], retryAfterBaseValue: secondMs },
    throttle: {
      retryAfterBaseValue: secondMs,
      onRateLimit: wait('the rate limit is used up'),
      onSecondaryRateLimit: wait('too many requests at a time'),
    },
    log: { debug: nothing, info: nothing, warn: nothing, error: nothing },
  })

  return {
    /**
     * The answer with its ETag, the URL of a list's next page, and its own URL after redirections.
     * @param etag that of a cached answer: `unchanged` where the resource still has it
     * @throws SourceUnreadable
     */
    async get<S extends z.ZodType>(schema: S, path: string, etag?: string) {
      try {
        const headers = { 'x-github-api-version': '2022-11-28', ...(etag && { 'if-none-match': etag }) }
        const response = await octokit.request(`GET ${path}`, { headers })
        const { success, data } = schema.safeParse(response.data)
        if (!success) throw new SourceUnreadable(`GitHub's answer to ${path} is not what its API describes`)
        const next = /<([^>]+)>;\s*rel="next"/.exec(response.headers.link ?? '')?.[1]
        return { data: data as z.infer<S>, etag: response.headers.etag, next, url: response.url }
      } catch (error) {
        if (etag && statusOf(error) === 304) return 'unchanged'
        const missing = missingBy(error as Error)
        if (missing) return missing
        throw unreadable(error as Error, path, token !== undefined)
      }
    },
  }
}

function missingBy(error: Error): Missing | undefined {
  const status = statusOf(error) ?? 0
  if ([404, 410, 451].includes(status)) return 'not_found'
  if (status === 403 && /access blocked|disabled/i.test(error.message)) return 'not_found'
  return status === 409 ? 'empty' : undefined
}

const nothing = () => undefined

const statusOf = (error: unknown): number | undefined =>
  error instanceof Error && 'status' in error ? Number(error.status) : undefined

const CONTINUE = 'What was read is kept: run the same command again'

function unreadable(
  error: Error & { response?: { headers: Record<string, string> } },
  path: string,
  hasToken: boolean,
) {
  const status = statusOf(error)
  if (status === undefined) return error
  const { message, response } = error
  const cause = { cause: error }
  if (status === 401) return new SourceUnreadable('GitHub does not accept GITHUB_TOKEN.', cause)
  if (response?.headers['x-ratelimit-remaining'] === '0') {
    const until = new Date(Number(response.headers['x-ratelimit-reset']) * 1000).toISOString()
    const more = hasToken ? '' : ', or now with GITHUB_TOKEN set, which raises the limit'
    return new SourceUnreadable(`GitHub's rate limit is used up until ${until}. ${CONTINUE} then${more}.`, cause)
  }
  const what = status === 500 && !response ? `cannot be reached (${message})` : `answers ${status} to ${path}`
  return new SourceUnreadable(`GitHub ${what}. ${CONTINUE}.`, cause)
}

/** fetch whose JSON is whole: Octokit takes a body that breaks off for text, so here it fails and is retried. */
async function fetchWhole(url: string, options: RequestInit): Promise<Response> {
  const response = await fetch(url, { ...options, signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) })
  if (response.ok) {
    const breaksOff = (cause: unknown) => Promise.reject(new TypeError('the answer breaks off', { cause }))
    await response.clone().json().catch(breaksOff)
  }
  return response
}
