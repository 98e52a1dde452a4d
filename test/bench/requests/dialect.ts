/** Requests as each server understands them: libraries differ in the revisions of MCP that they speak. */
import { legacy } from '../../mcp/messages.ts'
import type { Wanted } from '../load.ts'

/** The latest before 2026-07-28. */
const LEGACY = '2025-11-25'

/** The requests as they are or in the earlier revision, whichever the server answers; undefined where it answers neither. */
export async function understood(port: number, requests: readonly Wanted[]): Promise<readonly Wanted[] | undefined> {
  for (const form of [requests, requests.map(asLegacy)]) if (await succeeds(port, form[0]!)) return form
  return undefined
}

/** A failure of a message may have status 200. */
async function succeeds(port: number, { method = 'POST', path, headers, body }: Wanted): Promise<boolean> {
  const answer = await fetch(`http://localhost:${port}${path}`, {
    method,
    ...(headers && { headers }),
    ...(body !== undefined && { body }),
  })
  const text = await answer.text()
  return (answer.ok || answer.status === 304) && (path !== '/mcp' || text.slice(0, 100).includes('"result":'))
}

function asLegacy(wanted: Wanted): Wanted {
  if (wanted.body === undefined) return wanted
  const { method, params: { _meta, ...params } = {} } = JSON.parse(wanted.body)
  const { headers, body } = legacy(method, params, LEGACY)
  return { ...wanted, headers, body: JSON.stringify(body) }
}
