/**
 * Runs what README and docs/operating.md tell to type, in their order, as a shell in a checkout does. Addresses, ids and
 * files are replaced by ones of this machine; what needs more than this machine is named with the reason.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { packCatalog } from '../../src/follow/archive.ts'
import { buildDirectory } from '../builder/built.ts'
import { archiveServer } from '../follow/archive-server.ts'
import { filledPlace } from './inbox-place.ts'
import { emptyPlace, serve } from './messages-process.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** Commands that cannot run here, and what holds them instead. */
const ELSEWHERE: readonly (readonly [RegExp, string])[] = [
  [/\bdocker /, 'needs a container engine: test/deploy checks its files, replicas.test.ts runs its topology'],
  [/^claude /, 'needs Claude Code; connect.test.ts writes the same settings'],
  [/^npm ci && npm test/, 'is what .ci/run does, with this test in it'],
  [/^npm install --global /, 'changes the machine; package.install.ts installs the package and runs its commands'],
]

/** Other programs that the documents use. */
const areThere = ['bash', 'curl', 'jq', 'openssl', 'base64'].every(
  (program) => spawnSync(program, ['--version']).error === undefined,
)

interface Command {
  line: string
  /** What the document shows as its output. */
  shown?: string
}

/** The lines of shell blocks, and commands in the text that have all their words. */
function commandsOf(file: string): Command[] {
  const text = readFileSync(join(ROOT, file), 'utf8')
  const blocks = text.matchAll(/^```(sh|console)\n([\s\S]*?)^```$|`([a-z][^`\n]*)`/gm)
  return [...blocks].flatMap(([, kind, block = '', inline = '']): Command[] => {
    if (kind === 'sh')
      return block
        .trim()
        .split('\n')
        .map((line) => ({ line }))
    if (kind === 'console') {
      return block
        .split(/^\$ /m)
        .slice(1)
        .map((part) => {
          const [line = '', ...shown] = part.split('\n')
          return shown.join('') === '' ? { line } : { line, shown: shown.join('\n') }
        })
    }
    if (/^(inbox|catalog) \w+ [A-Z-]/.test(inline)) return [{ line: `sdk-catalog ${inline}` }]
    return /^(sdk-catalog|npm run|docker|claude|node) \S/.test(inline) ? [{ line: inline }] : []
  })
}

/** A folder with what a checkout and an installation have, a catalogue, and messages. */
async function checkout() {
  const place = emptyPlace()
  for (const name of readdirSync(ROOT).filter((entry) => entry !== 'dist' && !entry.startsWith('.'))) {
    symlinkSync(join(ROOT, name), join(place, name))
  }
  mkdirSync(join(place, 'path'))
  const program = join(place, 'path/sdk-catalog')
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${join(ROOT, 'bin/sdk-catalog.js')}" "$@"\n`, {
    mode: 0o755,
  })
  const catalogue = buildDirectory(join(place, 'catalog'))
  const published = await archiveServer(await buffer(packCatalog(catalogue)))
  return { place, published, ...(await filledPlace()) }
}

test.skipIf(!areThere).each(['README.md', 'docs/operating.md'])(
  'every command of %s does what it says',
  async (file) => {
    const { place, published, settings, sent, pending, dead } = await checkout()
    const service = await serve({ DATA_DIR: emptyPlace(), LOG_LEVEL: 'error', CATALOG_DIR: '' })
    let copies = 0
    const standIns: readonly (readonly [RegExp, string | (() => string)])[] = [
      [/^npm ci && /, ''],
      [/\bPORT=80\b/, 'PORT=0'],
      [/\bHOST=0\.0\.0\.0/, 'HOST=127.0.0.1'],
      [/http:\/\/localhost:8080/, service.url],
      [/https:\/\/files\.example\.com\/catalogue\.tar\.gz/, published.url],
      [/\/path\/to\/sdk-catalog/, place],
      [/(?<=show )ID/, sent],
      [/(?<=retry )ID/, dead],
      [/(?<=delete )ID/, pending],
      [/(?<=backup )FILE/, () => `copy-${++copies}.db`],
      [/(?<=restore )FILE/, () => `copy-${copies}.db`],
      // It asks on a terminal only.
      [/(?<=connect \w+)$/, ' --yes'],
    ]
    const environment = {
      PATH: `${join(place, 'path')}:${process.env.PATH}`,
      ...{ HOME: place, PORT: '0', LOG_LEVEL: 'error', ...settings },
    }
    const commands = commandsOf(file).filter(({ line }) => !ELSEWHERE.some(([elsewhere]) => elsewhere.test(line)))
    expect(commands.length).toBeGreaterThan(4)
    for (const { line, shown } of commands) {
      const words = standIns.reduce((text, [what, by]) => text.replace(what, by as string), line)
      if (/ restore /.test(words)) putAway(settings.DATA_DIR, place)
      const ran = await runInShell(words, { cwd: place, env: environment })
      expect(ran, line).toMatchObject({ done: true, stderr: '' })
      if (shown !== undefined) expect(ran.stdout, line).toBe(shown)
    }
    await service.stop()
  },
)

test('commands that run elsewhere are in the documents', () => {
  const lines = ['README.md', 'docs/operating.md'].flatMap(commandsOf).map(({ line }) => line)
  for (const [elsewhere, reason] of ELSEWHERE)
    expect(
      lines.filter((line) => elsewhere.test(line)),
      reason,
    ).not.toEqual([])
})

/** As the document says before a restore: the files of the store leave DATA_DIR. */
function putAway(dataDir: string, place: string): void {
  for (const name of readdirSync(dataDir).filter((entry) => entry.startsWith('inbox.db'))) {
    renameSync(join(dataDir, name), join(place, `earlier-${name}`))
  }
}

/** A command is done when it ends with 0, or, where it serves, when it says so; then all its processes get a signal. */
async function runInShell(words: string, options: { cwd: string; env: Record<string, string> }) {
  const child = spawn('bash', ['-o', 'pipefail', '-c', words], {
    ...options,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const output = { stdout: '', stderr: '' }
  let serves = false
  child.stdout.on('data', (chunk) => {
    output.stdout += chunk
    if (serves || !/^Serving .* at http/m.test(output.stdout)) return
    serves = true
    process.kill(-child.pid!, 'SIGTERM')
  })
  child.stderr.on('data', (chunk) => {
    output.stderr += chunk
  })
  const [code] = await once(child, 'close')
  return { ...output, code, done: serves || code === 0 }
}
