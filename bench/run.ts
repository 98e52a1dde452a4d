/** Runs every benchmark of this folder, sequentially, each in a process of its own; figures.ts has their short forms. */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('./', import.meta.url))

for (const name of readdirSync(folder).sort()) {
  const prints = name.endsWith('.ts') && readFileSync(folder + name, 'utf8').includes('process.stdout')
  if (['run.ts', 'figures.ts'].includes(name) || !prints) continue
  process.stdout.write(`\n${name}\n`)
  const { status } = spawnSync(process.execPath, [folder + name], { stdio: 'inherit' })
  if (status !== 0) process.exitCode = 1
}
