/**
 * The table of our server in TOML, found by its header, as smol-toml keeps no comments. A new one is put at the end, with
 * a line break behind it where the file ends with one. Comments before the next table belong to that.
 */
import { parse, stringify } from 'smol-toml'
import { SERVER, type Settings, type SettingsFormat, Unreadable } from './format.ts'

const LINES = String.raw`(?:(?:[ \t]*(?:#[^\n]*)?\r?\n)*(?![ \t]*(?:[[#\r\n]|$))[^\n]+(?:\n|$))*`
/** The table itself, or also those below it. */
const tables = (servers: string, below = ''): RegExp =>
  new RegExp(String.raw`^\[${servers}\.(?:"${SERVER}"|${SERVER})${below}\][^\n]*(?:\n|$)${LINES}`, 'gm')
const lineBreak = (text: string): string => /\r?\n/.exec(text)?.[0] ?? '\n'
const written = (value: object, eol = '\n'): string => stringify(value).trim().replaceAll('\n', eol)

export const tomlSettings: SettingsFormat = {
  read(text) {
    try {
      return parse(text, { integersAsBigInt: true }) as unknown as Settings
    } catch (error) {
      if (error instanceof RangeError) throw error
      throw new Unreadable((error as Error).message.split('\n')[0])
    }
  },
  add(text, servers, entry, isNew) {
    const eol = lineBreak(text)
    const table = written({ [servers]: { [SERVER]: entry } }, eol)
    if (text === '') return table + (isNew ? eol : '')
    return text.endsWith('\n') ? text + eol + table + eol : text + eol + eol + table
  },
  set: (text, servers, name, value) => text.replace(tables(servers), (table) => withMember(table, name, value)),
  remove: (text, servers) =>
    [...text.matchAll(tables(servers, String.raw`(?:\.[^\]]+)?`))].reduceRight((rest, { index, 0: table }) => {
      const gap = table.endsWith('\n') ? /(?<=\n)\r?\n$/ : /(?:\r?\n){0,2}$/
      return rest.slice(0, index).replace(gap, '') + rest.slice(index + table.length)
    }, text),
}

const STRING = String.raw`"(?:[^"\\\n]|\\.)*"|'[^'\n]*'`

function withMember(table: string, name: string, value: unknown): string {
  const eol = lineBreak(table)
  const key = String.raw`^([ \t]*"?${name}"?[ \t]*=[ \t]*)(?:${STRING}|\[(?:[^\]"'#]|#[^\n]*|${STRING})*\])`
  const there = new RegExp(key, 'm')
  if (value === undefined) return table.replace(new RegExp(String.raw`${key}[ \t]*(?:\r?\n)?`, 'm'), '')
  if (there.test(table)) return table.replace(there, (_, start) => start + written({ v: value }).slice('v = '.length))
  return table.replace(/(?=\r?\n)|$/, () => eol + written({ [name]: value }, eol))
}
