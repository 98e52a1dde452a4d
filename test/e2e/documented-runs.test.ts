/**
 * Runs what README, docs/operating.md and the runbook tell to type, in their order. Addresses, ids and files are replaced by ones of this
 * machine; what needs more than this machine is named with the reason.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { buildDirectory } from '../builder/built.ts'
import { REPOSITORIES } from '../builder/fixtures.ts'
import { shellWords } from '../call/shell.ts'
import { command } from '../commands/command.ts'
import { scratch } from '../scratch.ts'
import { filledPlace } from './inbox-place.ts'
import { BIN } from './service.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** Commands that do not run here, and what holds them instead. */
const ELSEWHERE: readonly (readonly [RegExp, string])[] = [
  [/\bdocker /, 'needs a container engine: test/deploy checks its files, replicas.test.ts runs its topology'],
  [/^claude /, 'needs Claude Code; connect.test.ts writes the same settings'],
  [/^npm (?:ci && npm test|run test:all)/, 'is what .ci/run does, with this test in it'],
  [/^npm ci && npm start/, 'is what start.test.ts starts'],
  [/^npm install --global /, 'changes the machine; package.install.ts installs the package and runs its commands'],
  [/^CATALOG_URL=/, 'follows a server, as catalog-url.test.ts does'],
]

/** Other programs that the documents use. */
const areThere = ['bash', 'openssl', 'base64'].every((program) => spawnSync(program, ['--version']).error === undefined)

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

const documented = ['README.md', 'docs/operating.md'].flatMap(commandsOf)
/** The same command is the answer to several alerts. */
const ofRunbook = [...new Map(commandsOf('docs/runbook.md').map((each) => [each.line, each])).values()]

test.skipIf(!areThere).each([
  ['README and the guide for operators', documented],
  ['the runbook', ofRunbook],
])('every command of %s does what it says', async (_, commands) => {
  const place = scratch()
  for (const name of ['catalog', 'catalog.older/BUILD', 'OLD', 'NEW']) buildDirectory(join(place, name))
  cpSync(REPOSITORIES, join(place, 'repositories'), { recursive: true })
  writeFileSync(join(place, 'texts.jsonl'), '{"slug":"moon-phases-sdk","topics":["night"]}')
  const { settings, sent, pending, dead } = await filledPlace()
  let copies = 0
  const standIns: readonly (readonly [RegExp, string | (() => string)])[] = [
    [/\s+# .*/, ''],
    [/\bPORT=80\b/, 'PORT=0'],
    [/\bHOST=0\.0\.0\.0/, 'HOST=127.0.0.1'],
    [/\/path\/to\/sdk-catalog/, ROOT],
    // inbox-command.test.ts runs one so.
    [/^npm run --silent inbox -- /, 'sdk-catalog inbox '],
    [/\bnode bin\/sdk-catalog\.js\b/, `"${process.execPath}" "${BIN}"`],
    [/(?<=show )ID/, sent],
    [/(?<=retry )ID/, dead],
    [/(?<=done )ID/, sent],
    [/(?<=--from )ada@example\.org/, 'ada.wrenfield@example.org'],
    [/(?<=delete )ID/, pending],
    [/(?<=backup )FILE/, () => `copy-${++copies}.db`],
    [/(?<=restore )FILE/, () => `copy-${copies}.db`],
    // It asks on a terminal only.
    [/(?<=connect \w+)$/, ' --yes'],
  ]
  const environment = { HOME: place, PORT: '0', LOG_LEVEL: 'error', ...settings }
  await command(['catalog', 'publish', 'catalog', '--to', 'catalogue.tar.gz'], environment, place)
  const here = commands.filter(({ line }) => !ELSEWHERE.some(([elsewhere]) => elsewhere.test(line)))
  expect(here.length).toBeGreaterThan(9)
  for (const { line, shown } of here) {
    const typed = standIns.reduce((text, [what, by]) => text.replace(what, by as string), line)
    if (/ restore /.test(typed)) putAway(settings.DATA_DIR, place)
    const [program, ...words] = shellWords(typed)
    const ran = program === 'sdk-catalog' ? command(words, environment, place) : runInShell(typed, environment, place)
    const { stderr, ...ended } = await ran
    const progress = /^(?:Reading|Rendering) \w+: \d+ of .*\n/gm
    expect({ ...ended, stderr: stderr.replace(progress, '') }, line).toMatchObject({
      code: 0,
      stderr: '',
      ...(shown !== undefined && { stdout: shown }),
    })
  }
})

test('commands that run elsewhere are in the documents', () => {
  const lines = documented.map(({ line }) => line)
  for (const [elsewhere, reason] of ELSEWHERE)
    expect(
      lines.filter((line) => elsewhere.test(line)),
      reason,
    ).not.toEqual([])
})

/** As the document says before a restore: the files of the store leave DATA_DIR. */
function putAway(dataDir: string, place: string): void {
  for (const name of readdirSync(dataDir).filter((entry) => entry.startsWith('inbox.db')))
    renameSync(join(dataDir, name), join(place, `earlier-${name}`))
}

/** Where it serves, all its processes get a signal when it says so. */
async function runInShell(typed: string, settings: Record<string, string>, cwd: string) {
  const child = spawn('bash', ['-o', 'pipefail', '-c', typed], {
    ...{ cwd, env: { PATH: process.env.PATH, ...settings }, stdio: ['ignore', 'pipe', 'pipe'], detached: true },
  })
  const output = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk) => {
    output.stdout += chunk
    if (/^Serving .* at http\S+\n$/m.test(output.stdout)) process.kill(-child.pid!, 'SIGTERM')
  })
  child.stderr.on('data', (chunk) => {
    output.stderr += chunk
  })
  const [code] = await once(child, 'close')
  return { ...output, code }
}
