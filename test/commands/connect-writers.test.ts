/** connect while somebody else writes: the client, which saves its settings when it likes. */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { dirname, join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { scratch } from '../scratch.ts'
import { command } from './command.ts'

/** What happens while each question is open, and its answer. */
const questions: (() => boolean)[] = []
/** Somebody types the answer once a question begins to read keys, which it may do more than once. */
const terminal = Object.assign(new PassThrough(), {
  isTTY: true,
  setRawMode: (isOn: boolean) => void (isOn && setImmediate(answer)),
})
function answer(): void {
  const happens = questions.shift()
  if (happens) terminal.write(happens() ? 'y' : 'n')
}
const stdin = Object.getOwnPropertyDescriptor(process, 'stdin')!

function putStdin(property: PropertyDescriptor): void {
  Object.defineProperty(process, 'stdin', property)
  syncBuiltinESMExports()
}

/** @param happens once the next file is written */
function afterWriting(happens: () => void): void {
  const spy = vi.spyOn(fs, 'writeFileSync').mockImplementation((...given) => {
    spy.mockRestore()
    syncBuiltinESMExports()
    fs.writeFileSync(...given)
    happens()
  })
  syncBuiltinESMExports()
}

let HOME: string
let file: string
beforeEach(() => {
  HOME = scratch()
  file = join(HOME, '.claude.json')
  putStdin({ value: terminal, configurable: true })
})
afterEach(() => putStdin(stdin))

const save = (settings: object) => fs.writeFileSync(file, `${JSON.stringify(settings, null, 2)}\n`)
const saved = () => JSON.parse(fs.readFileSync(file, 'utf8'))
/** No command of a client is on it. */
const PATH = dirname(process.execPath)
const connect = (...options: string[]) => command(['connect', 'claude-code', ...options], { HOME, PATH })

test('what a client saves while the question is open is kept', async () => {
  save({ numStartups: 1, theme: 'dark', projects: {} })
  questions.push(() => {
    // The change is a line at the end, which stays the same.
    save({ numStartups: 2, theme: 'dark', oauthAccount: { name: 'Ada' }, projects: {} })
    return true
  })
  const { code } = await connect()
  expect([code, questions]).toEqual([0, []])
  expect(saved()).toMatchObject({ numStartups: 2, oauthAccount: { name: 'Ada' }, mcpServers: { 'sdk-catalog': {} } })
  expect(fs.readdirSync(HOME)).toEqual(['.claude.json'])
})

test('what the question showed is not done where our entry has changed meanwhile', async () => {
  save({ numStartups: 1 })
  const meanwhile = { mcpServers: { 'sdk-catalog': { type: 'http', url: 'https://mine.example/mcp' } } }
  questions.push(() => {
    save(meanwhile)
    return true
  })
  const { code, stderr } = await connect()
  expect([code, stderr]).toEqual([1, expect.stringContaining('.claude.json has changed meanwhile; try again; to do')])
  expect(saved()).toEqual(meanwhile)
})

test('without a question, too, what a client saves between reading and writing is kept', async () => {
  save({ numStartups: 1 })
  // The first file that is written is the new one, beside the old.
  afterWriting(() => save({ numStartups: 2 }))
  expect((await connect('--yes')).code).toBe(0)
  expect(saved()).toMatchObject({ numStartups: 2, mcpServers: { 'sdk-catalog': {} } })
  expect(fs.readdirSync(HOME)).toEqual(['.claude.json'])
})

test('a link to a file that is not there, text nested too deeply and a server that is there twice end in one line', async () => {
  const target = join(HOME, 'dots/claude.json')
  fs.symlinkSync(target, file)
  const refused = async (why: RegExp) => {
    const { code, stderr } = await connect('--yes')
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^sdk-catalog: [^\n]+\n$/)])
    expect(stderr).toMatch(why)
  }
  await refused(/is a link to a file that is not there/)
  expect(fs.readlinkSync(file)).toBe(target)
  fs.unlinkSync(file)
  fs.symlinkSync(file, file)
  await refused(/is a link to a file that is not there/)
  fs.unlinkSync(file)
  for (const [text, why] of [
    ['['.repeat(100_000), /nested too deeply/],
    ['{"mcpServers":{"a":{}},"mcpServers":{"b":{}}}', /mcpServers is in it twice/],
  ] as const) {
    fs.writeFileSync(file, text)
    await refused(why)
    expect(fs.readFileSync(file, 'utf8')).toBe(text)
  }
})

test.runIf(process.getuid?.() === 0)('a file that root changes keeps its owner, its mode and its names', async () => {
  save({ numStartups: 1 })
  fs.chownSync(file, 4711, 4712)
  fs.chmodSync(file, 0o666)
  for (const names of [1, 2]) {
    if (names === 2) fs.linkSync(file, `${file}.2`)
    for (const words of [['connect'], ['disconnect']]) {
      expect((await command([...words, 'claude-code', '--yes'], { HOME, PATH })).code).toBe(0)
      const { uid, gid, mode, nlink } = fs.statSync(file)
      expect([uid, gid, mode & 0o777, nlink]).toEqual([4711, 4712, 0o666, names])
    }
  }
})

test.runIf(process.getuid?.() !== 0)('a folder that is not writable is named in one line', async () => {
  save({ numStartups: 1 })
  fs.chmodSync(HOME, 0o500)
  const { code, stderr } = await connect('--yes')
  fs.chmodSync(HOME, 0o700)
  const refusal =
    /^sdk-catalog: [^\n]+ cannot be written \(EACCES\); to do it by hand, add \{"mcpServers":[^\n]+\}\.\n$/
  expect([code, stderr]).toEqual([1, expect.stringMatching(refusal)])
})
