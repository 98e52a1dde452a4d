/** One folder for all that tests put aside, removed at the end: a worker that is ended runs no exit hooks. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export default function setup(): () => void {
  const root = mkdtempSync(join(tmpdir(), 'sdk-catalog-'))
  process.env.TMPDIR = root
  // A process that a test has killed may still be writing there.
  return () => rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
}
