/** The command line as a parser: what is wrong usage ends with 2 before a command runs. */
import { describe, expect, test } from 'vitest'
import { commands } from '../../src/commands/table.ts'
import { command } from './command.ts'

const WRONG = `
  fly | serve --fast | serv | connect emacs --yes | completion tcsh | find | show | compare
  inbox | inbox read | inbox list all | inbox list --state lost | inbox list --limit | inbox list --colour
  inbox list --limit 0 | inbox list --limit 1e2 | inbox show | inbox show one two | inbox retry one two
  inbox purge | inbox purge --before yesterday | inbox purge --before 2026-13-01 | inbox purge --before 2026-02-31
  inbox purge --before 2025-02-29 | inbox purge --before 2026-1-31 | inbox purge --before 2026-01-31T25:00Z
  inbox purge --before 2026-01-31T10:00 | inbox delete one | inbox delete --yes | inbox stats --json --prometheus
  catalog build | catalog build --from . --built-at yesterday | connect cursor --stdio --url http://a.example
  call | connect cursor --allow-calls --url http://a.example | show poetrydb-sdk --lang cobol | compare poetrydb-sdk
  readme poetrydb-sdk install --lang cobol | find weather --topic zzz | find weather --lang cobol
  connect cursor --url ftp://a.example | connect claude --url http://a.example | call poetrydb-sdk author.list --code cobol
  find poems --url nonsense | stdio --tools zz | serve --port abc | serve --host | try | try poetrydb-sdk --lang cobol
  call poetrydb-sdk author.load | call poetrydb-sdk author.load id | call poetrydb-sdk author.load di=1`
  .split(/[|\n]/)
  .map((line) => line.trim())
  .filter(Boolean)

describe('wrong usage', () => {
  test.each(WRONG)('%s ends with 2 and says what is wrong', async (line) => {
    const { code, stdout, stderr } = await command(line.split(' '))
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(/^Usage: |^sdk-catalog: .+/)
    expect(stderr).not.toMatch(/(?<!--)\b(?:language|slugs|topic|no_auth|limit|code): /)
  })

  test('a language that an SDK lacks is said beside its facts', async () => {
    const { code, stdout } = await command(['show', 'poetrydb-sdk', '--lang', 'rust'])
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/^Languages +ts, [\s\S]*^Licence +MIT$[\s\S]*^No rust +/m),
    ])
  })

  test('names the nearest command', async () =>
    expect((await command(['serv'])).stderr).toContain('(Did you mean serve?)'))
})

test('every command has help with its options, and the program lists all of them without words', async () => {
  const { code, stdout } = await command([])
  expect(code).toBe(0)
  for (const name of Object.keys(commands)) {
    const words = name.split(' ').filter((word) => /^[a-z]+$/.test(word))
    expect(stdout).toContain(`\n  ${words[0]}`)
    const help = await command([...words, '--help'])
    expect(help.code, name).toBe(0)
    for (const { long } of commands[name]!.options ?? []) expect(help.stdout, name).toContain(long)
  }
  expect((await command(['serve', '--help'])).stdout).toMatch(/Examples:[\s\S]*CONTACT_WEBHOOK_URL/)
})
