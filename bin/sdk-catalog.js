#!/usr/bin/env node
/** Checks the Node version in syntax that any Node reads, then starts src/main.ts, whose types Node 22.18+ strips. */
import module from 'node:module'
import { fileURLToPath } from 'node:url'

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(`sdk-catalog: needs Node 22.18 or later; this is Node ${process.versions.node}.\n`)
  process.exit(1)
}
// Stripping and compiling is a quarter of a start. Where the folder cannot be written, Node goes on without it.
module.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compile', import.meta.url)))
import('../src/main.ts')
