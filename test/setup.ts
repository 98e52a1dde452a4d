/**
 * One folder for all that tests put aside, removed at the end: a worker that is ended runs no exit hooks. And the
 * compile cache that bin/sdk-catalog.js uses, for the threads that tests start.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export default function setup(): () => void {
  const root = mkdtempSync(join(tmpdir(), 'sdk-catalog-'))
  process.env.TMPDIR = root
  process.env.NODE_COMPILE_CACHE = fileURLToPath(new URL('../node_modules/.cache/compile', import.meta.url))
  // A process that a test has killed may still be writing there.
  return () => rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
}
