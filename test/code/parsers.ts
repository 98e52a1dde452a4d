/** Whether code is code: the parsers of its languages, as far as this machine has them. */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { Script } from 'node:vm'
import { scratch } from '../scratch.ts'

/** For each program what its parser says is wrong; undefined where there is no parser. */
type Parse = (programs: readonly string[]) => string[] | undefined

/** A command that reads JSON and prints a line for each wrong program. */
const byCommand =
  (command: string, ...options: readonly string[]): Parse =>
  (programs) => {
    const input = command.startsWith('lua') ? programs.join('\0') : JSON.stringify(programs)
    const { status, stdout, stderr } = spawnSync(command, options, { input, encoding: 'utf8', maxBuffer: 2 ** 28 })
    if (status === null) return undefined
    if (status !== 0) throw new Error(stderr)
    return stdout.split('\n').filter(Boolean)
  }

const byVm =
  (prepare: (code: string) => string): Parse =>
  (programs) =>
    programs.flatMap((code) => {
      try {
        new Script(prepare(code))
        return []
      } catch (error) {
        return [`${error}: ${code}`]
      }
    })

/** A module has its imports at the top, and waits there. */
const asFunction = (code: string): string =>
  `async () => {${code.replace(/^import (.*) from (.*)$/gm, 'const $1 = require($2)')}\n}`

const gofmt: Parse = (programs) => {
  const folder = scratch()
  programs.forEach((code, at) => void writeFileSync(join(folder, `${at}.go`), `${code}\n`))
  const { status, stderr } = spawnSync('gofmt', ['-e', '-l', folder], { encoding: 'utf8', maxBuffer: 2 ** 28 })
  return status === null ? undefined : stderr.split('\n').filter(Boolean)
}

export const PARSERS: Readonly<Record<string, Parse>> = {
  ts: byVm((code) => asFunction(stripTypeScriptTypes(code))),
  js: byVm((code) => code),
  py: byCommand(
    'python3',
    '-c',
    `import ast, json, sys
for code in json.load(sys.stdin):
    try: ast.parse(code)
    except SyntaxError as error: print(error, repr(code))`,
  ),
  php: byCommand(
    'php',
    '-r',
    `foreach (json_decode(stream_get_contents(STDIN)) as $code) {
  try { token_get_all($code, TOKEN_PARSE); } catch (ParseError $error) { echo $error->getMessage(), json_encode($code), "\\n"; }
}`,
  ),
  rb: byCommand(
    'ruby',
    '-W0',
    '-rjson',
    '-e',
    `JSON.parse($stdin.read).each { |code|
  begin RubyVM::InstructionSequence.compile(code)
  rescue SyntaxError => error then puts error.message.inspect + code.inspect
  end }`,
  ),
  lua: byCommand(
    'lua5.4',
    '-e',
    'for code in io.read("a"):gmatch("[^%z]+") do local f, e = load(code) if not f then print((e .. code):gsub("\\n", " ")) end end',
  ),
  go: gofmt,
}
