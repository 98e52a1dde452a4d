/** Files that the program makes: for their owner alone from the first byte, unless everybody may read what they hold. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const SOURCES = fileURLToPath(new URL('../../src', import.meta.url))

/** What files hold that anybody may read, by the code that makes them. */
const PUBLIC: Record<string, string> = {
  'builder/build-catalog.ts': 'a catalogue',
  'builder/publish/lock.ts': 'nothing',
  'builder/sources/github-cache.ts': 'repositories',
  'commands/catalog/probe.ts': 'what public APIs answered',
  'commands/catalog/publish.ts': 'a catalogue',
  'commands/query/call.ts': 'an answer, under a name that its user chose',
  'commands/query/try.ts': 'a program and how to run it, without keys',
  'follow/archive.ts': 'a catalogue',
  'system/bytes.ts': 'a catalogue, which the builder alone writes with it',
}

const WRITES =
  /\b(?:writeFile|appendFile|copyFile|createWriteStream|open)(?:Sync)?\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g
/** Opens what is there already, or reads. */
const MAKES_NONE = /'r\+?'|O_RDONLY|open\((?:url|devNull)?\)/

test('a file is made with the mode 0600, unless everybody may read what it holds', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
  const open = files.flatMap((name) => {
    const calls = readFileSync(join(SOURCES, name), 'utf8').match(WRITES) ?? []
    const wide = calls.filter((call) => !call.includes('0o600') && !MAKES_NONE.test(call))
    return wide.map((call) => [name, call] as const)
  })
  expect(open.filter(([name]) => !(name in PUBLIC))).toEqual([])
  expect([...new Set(open.map(([name]) => name))].sort()).toEqual(Object.keys(PUBLIC).sort())
})
