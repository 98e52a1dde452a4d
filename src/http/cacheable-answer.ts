/**
 * How the application marks an answer as valid for the catalogue snapshot that it serves, so that the server may store it
 * (http/server/answer-store.ts).
 */

export interface CacheableAnswer {
  /** All header fields of the response; Content-Length may be left out. */
  headers: Readonly<Record<string, string>>
  /** Of a GET the body as sent; of POST /mcp the result as JSON, which is sent with the id of each request. */
  body: Buffer | string
  /** Called each time that the stored answer is sent. */
  onHit?: (() => void) | undefined
}

/** What the MCP endpoint answers; rest/app.ts makes the response. */
export interface McpAnswer {
  status: number
  headers: Readonly<Record<string, string>>
  body: string | null
  /** Set if the answer is valid as long as the catalogue: the result as JSON, and what to call when it is sent again. */
  cacheable?: { result: string; onHit?: () => void }
}

const marks = new WeakMap<Response, CacheableAnswer>()

/** @returns the same response, whose header fields must not change any more */
export function markCacheable(response: Response, answer: CacheableAnswer): Response {
  marks.set(response, answer)
  return response
}

export const cacheableAnswer = (response: Response): CacheableAnswer | undefined => marks.get(response)
