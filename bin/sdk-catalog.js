#!/usr/bin/env node
/**
 * Checks the Node version in syntax that any Node reads, then starts the command line: from src/ in a checkout, where
 * Node strips the types, and from dist/ in the package. A service first replaces itself by a Node that takes less memory.
 */
import { existsSync } from 'node:fs'
// Not by name: Node before 22 has no compile cache, and would fail here instead of at the check.
import nodeModule from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Earlier versions can corrupt a file that two connections use; src/inbox/store/sqlite.ts refuses them too. */
const SQLITE = [3, 51, 3]
const isOlder = (found) => {
  const parts = String(found ?? '0')
    .split('.')
    .map(Number)
  const at = SQLITE.findIndex((part, index) => part !== (parts[index] || 0))
  return at !== -1 && (parts[at] || 0) < SQLITE[at]
}
const [major, minor] = process.versions.node.split('.').map(Number)
// A checkout needs 22.18 too, which is the first that strips types.
if (major < 22 || (major === 22 && minor < 18) || isOlder(process.versions.sqlite)) {
  const current = `Node ${process.versions.node} with ${process.versions.sqlite ? `SQLite ${process.versions.sqlite}` : 'no SQLite'}`
  process.stderr.write(
    `sdk-catalog: needs Node 22.22.3, 24.15.0, 25.8.2 or later, with SQLite ${SQLITE.join('.')}; this is ${current}.\n`,
  )
  process.exit(1)
}

/**
 * A young generation that does not grow with the memory of the machine, and freed memory that goes back to the system.
 * V8 and glibc take these only when a process begins. What the operator sets wins.
 */
const YOUNG_GENERATION = '--max-semi-space-size=2'
const GLIBC = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '131072' }
const { NODE_OPTIONS = '' } = process.env
if (process.argv[2] === 'serve' && !NODE_OPTIONS.startsWith(YOUNG_GENERATION) && canReplaceProcess()) {
  // The same process with the same id, streams and signals, so nothing has to be passed on.
  process.execve(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], {
    ...GLIBC,
    ...process.env,
    NODE_OPTIONS: `${YOUNG_GENERATION} ${NODE_OPTIONS}`,
  })
}
/** Windows cannot, the permission model may not allow it, and a parent's channel would be lost. */
function canReplaceProcess() {
  return process.platform !== 'win32' && process.permission?.has('child') !== false && !process.connected
}

const source = new URL('../src/main.ts', import.meta.url)
const isCheckout = existsSync(source)
// Stripping and compiling is a quarter of a start. If the folder cannot be written, Node starts without it.
nodeModule.enableCompileCache(
  isCheckout
    ? fileURLToPath(new URL('../node_modules/.cache/compile', import.meta.url))
    : join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'sdk-catalog'),
)
import((isCheckout ? source : new URL('../dist/main.js', import.meta.url)).href).then(({ main }) => main())
