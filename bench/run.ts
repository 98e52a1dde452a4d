/** Runs every benchmark of this folder (the files that print), sequentially, each in a process of its own. */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('./', import.meta.url))

for (const name of readdirSync(folder).sort()) {
  const prints = name.endsWith('.ts') && readFileSync(folder + name, 'utf8').includes('process.stdout')
  if (name === 'run.ts' || !prints) continue
  process.stdout.write(`\n${name}\n`)
  const { status } = spawnSync(process.execPath, [folder + name], { stdio: 'inherit' })
  if (status !== 0) process.exitCode = 1
}
