/** Install lines: each goes from nothing to installed, in the way of its language and generation. */
import { expect, test } from 'vitest'
import type { Language } from '../../src/catalog/record/languages.ts'
import type { SdkRecord } from '../../src/catalog/record/record.ts'
import {
  cliInstall,
  installLines,
  installLinesAfterClone,
  languageInstalls,
  mcpInstall,
  USUAL_LANGUAGES,
} from '../../src/code/install.ts'
import { embedded } from '../embedded.ts'
import { GENERATIONS, tides } from './records.ts'

const CLONE = 'git clone https://github.com/sea/sea-tides-sdk'
const of = (record: SdkRecord, language: Language) =>
  languageInstalls(record).find(({ folder }) => folder === language)!
const commandOf = (record: SdkRecord, language: Language) => of(record, language).command

test('a TypeScript checkout is built before it is installed, a JavaScript one is not', () => {
  expect(commandOf(tides(), 'ts')).toBe(
    `${CLONE} && (cd sea-tides-sdk/ts && npm i && npm run build) && npm i ./sea-tides-sdk/ts`,
  )
  expect(commandOf(tides(), 'js')).toBe(`${CLONE} && npm i ./sea-tides-sdk/js`)
})

test.each(GENERATIONS)('Python of generation %s never installs outside of a virtual environment', (generation) => {
  const { generation: _, ...record } = tides()
  const command = commandOf(generation ? { ...record, generation } : record, 'py')!
  expect(command.includes('pip install')).toBe(generation === 'middle' || generation === 'new')
  if (command.includes('pip install')) {
    expect(command).toContain('python3 -m venv .venv && . .venv/bin/activate && pip install -e sea-tides-sdk/py')
  } else expect(command).toBe(`${CLONE} && export PYTHONPATH="$PWD/sea-tides-sdk/py"`)
})

test('PHP and Ruby end in the folder from which the first code loads them', () => {
  for (const language of ['php', 'rb'] as const)
    expect(commandOf(tides(), language)).toBe(`${CLONE} && cd sea-tides-sdk/${language}`)
})

test('Lua is found from every directory, and names the modules that it needs', () => {
  const { command, needs } = of(tides(), 'lua')
  expect(command).toContain(`LUA_PATH="$PWD/sea-tides-sdk/lua/?.lua;$PWD/sea-tides-sdk/lua/?/init.lua;;"`)
  for (const module of ['dkjson', 'luasocket', 'luasec']) expect(needs).toContain(module)
})

test('Go makes a module before it gets one', () =>
  expect(commandOf(tides(), 'go')).toBe('go mod init example.com/app && go get github.com/sea/sea-tides-sdk/go@latest'))

test('a language without a known way names package and release', () => {
  expect(of(tides(), 'zig').command).toBeUndefined()
  expect(installLines(tides({ languages: ['zig'] }))).toEqual([
    'Zig: sea-sea-tides, from a release tag of the repository',
  ])
})

test('package names are those on record, whatever the rule says', () => {
  const record = tides({
    packages: { go: { name: 'github.com/ocean/tides/go' }, ts: { name: '@ocean/tides-sdk' } },
  })
  expect(of(record, 'ts').package).toBe('@ocean/tides-sdk')
  expect(commandOf(record, 'go')).toContain('go get github.com/ocean/tides/go@latest')
  expect(of(record, 'php').package).toBe('sea/sea-tides')
})

test('CLI and MCP server are built in a clone, with the Go that their go.mod names, and never by go install', () => {
  const record = tides({ cli: { name: 'tides', go: '1.24.7' }, mcp: { name: 'tides-mcp' } })
  expect(cliInstall(record)).toMatchObject({
    command: `${CLONE} && cd sea-tides-sdk/go-cli && go build -o tides .`,
    needs: 'Go 1.24.7 or later',
  })
  expect(mcpInstall(record)!.command).toBe(`${CLONE} && cd sea-tides-sdk/go-mcp && go build -o tides-mcp .`)
  expect(mcpInstall(record)!.needs).toMatch(/^Go 1\.\d+ or later$/)
  expect(installLines(record).join('\n')).not.toContain('go install')
  expect(cliInstall(tides())).toBeUndefined()
})

test('lines without the clone name it once, first', () => {
  const [first, ...rest] = installLinesAfterClone(tides())
  expect(first).toBe(`First: ${CLONE}`)
  expect(rest.join('\n')).not.toContain('git clone')
  expect(rest).toHaveLength(installLines(tides()).length)
})

test('languages called usual are those of most records that have their languages', () => {
  const recorded = embedded.records.filter(({ languages }) => languages.length > 0)
  for (const language of USUAL_LANGUAGES) {
    const having = recorded.filter(({ languages }) => languages.includes(language))
    expect(having.length, language).toBeGreaterThan(0.9 * recorded.length)
  }
})
