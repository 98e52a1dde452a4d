#!/usr/bin/env node
/** Checks the Node version in syntax that any Node reads, then starts src/main.ts, whose types Node 22.18+ strips. */
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(`sdk-catalog: needs Node 22.18 or later; this is Node ${process.versions.node}.\n`)
  process.exit(1)
}
import('../src/main.ts')
