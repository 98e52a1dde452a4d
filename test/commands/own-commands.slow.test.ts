/** connect by the client's own command, which a stand-in on PATH takes the place of. */
import * as fs from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { clients, SERVER } from '../../src/commands/connect/clients.ts'
import { serverIn } from '../../src/commands/connect/edit.ts'
import { scratch } from '../scratch.ts'
import { command } from './command.ts'

const NODE = dirname(process.execPath)
const URL = 'https://sdk.example/mcp'

/** A machine on which a program writes down its words, and ends as it is told. */
function machine(program: string, code = 0) {
  const HOME = scratch()
  const words = join(HOME, 'words')
  const script = `#!/bin/sh\nprintf '%s\\n' "$@" > ${words}\necho 'It is out of order.' >&2\nexit ${code}\n`
  fs.writeFileSync(join(HOME, program), script, { mode: 0o755 })
  const run = (...given: string[]) => command(given, { HOME, PATH: `${HOME}:${NODE}` })
  return { HOME, run, words: () => fs.readFileSync(words, 'utf8').trimEnd().split('\n') }
}

const withCommand = clients.filter(({ own }) => own)

test.each(withCommand)('$title takes the catalogue by its own command, and its file is left alone', async (client) => {
  const { HOME, run, words } = machine(client.own!.program)
  for (const options of [[], ['--url', URL]]) {
    const { code, stdout } = await run('connect', client.name, '--yes', '--json', ...options)
    const { file, entry, command: own } = JSON.parse(stdout)
    expect([code, fs.existsSync(file)]).toEqual([0, false])
    expect(own).toEqual([join(HOME, client.own!.program), ...words()])
    const given = words().join(' ')
    expect(given).toContain(SERVER)
    for (const value of options.length > 0 ? [URL] : [entry.command, ...entry.args]) expect(given).toContain(value)
  }
  expect(await run('disconnect', client.name, '--yes')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('nothing'),
  })
})

test.each(withCommand.filter(({ isToml }) => !isToml))(
  '$title keeps what the user has set in an entry that is there: its file is edited',
  async (client) => {
    const { HOME, run, words } = machine(client.own!.program)
    const file = client.file({ home: HOME, platform: process.platform, environment: {} })
    fs.mkdirSync(dirname(file), { recursive: true })
    fs.writeFileSync(file, JSON.stringify({ [client.servers]: { [SERVER]: { command: 'old', env: { KEY: 'k' } } } }))
    expect((await run('connect', client.name, '--yes')).code).toBe(0)
    expect(serverIn(fs.readFileSync(file, 'utf8'), client)).toMatchObject({
      args: [expect.any(String), 'stdio'],
      env: { KEY: 'k' },
    })
    expect(words).toThrow()
    expect((await run('disconnect', client.name, '--yes')).code).toBe(0)
    if (client.own!.remove) expect(words()).toContain(SERVER)
    else expect(fs.readFileSync(file, 'utf8')).not.toContain(SERVER)
  },
)

test('a command that fails is named with what it says and the entry; without --yes it is only shown', async () => {
  const { HOME, run, words } = machine('claude', 3)
  const asked = await run('connect', 'claude-code')
  expect(asked).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`"${HOME}/claude mcp add --scope user sdk-catalog -- `),
  })
  expect(words).toThrow()
  const { code, stderr } = await run('connect', 'claude-code', '--yes')
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/claude failed: It is out of order; to do it by hand, add \{[^\n]+\}\.\n$/),
  ])
})
