/** Adds and removes one server in the text of a settings file, and leaves everything else as it is, comments too. */
import { isDeepStrictEqual } from 'node:util'
import { applyEdits, type JSONPath, modify, type ParseError, parse, printParseErrorCode } from 'jsonc-parser'
import { parse as parseToml, stringify, type TomlTable } from 'smol-toml'
import type { Client } from './clients.ts'

export const SERVER = 'sdk-catalog'

/** A settings file that is not in its format; the message says where. */
export class Unreadable extends Error {
  override name = 'Unreadable'
}

/**
 * The text with the server; without it where the entry is undefined.
 * @throws Unreadable
 */
export function withServer(text: string, { format, path }: Client, entry: Record<string, unknown> | undefined): string {
  return format === 'json' ? inJson(text, [...path, SERVER], entry) : inToml(text, path[0]!, entry)
}

function inJson(text: string, path: JSONPath, entry: Record<string, unknown> | undefined): string {
  const errors: ParseError[] = []
  const tree: unknown = text.trim() === '' ? {} : parse(text, errors, { allowTrailingComma: true })
  const [error] = errors
  if (error) throw new Unreadable(`${printParseErrorCode(error.error)} at character ${error.offset}`)
  if (typeof tree !== 'object' || tree === null || Array.isArray(tree)) throw new Unreadable('it is no JSON object')
  const servers: unknown = (tree as Record<string, unknown>)[path[0]!]
  if (servers !== undefined && (typeof servers !== 'object' || servers === null || Array.isArray(servers)))
    throw new Unreadable(`${path[0]} is no JSON object`)
  if (entry === undefined && (servers as Record<string, unknown> | undefined)?.[SERVER] === undefined) return text
  const tabSize = (/^( +)\S/m.exec(text)?.[1] ?? '  ').length
  const formattingOptions = {
    keepLines: true,
    insertSpaces: !/^\t/m.test(text),
    tabSize,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  }
  const base = text.trim() === '' ? '{}\n' : text
  const changed = applyEdits(base, modify(base, path, entry, { formattingOptions }))
  // Of two members with this name, the first was changed, and clients read the last.
  const { [path[0]!]: read } = parse(changed) as Record<string, Record<string, unknown> | undefined>
  if (!isDeepStrictEqual(read?.[SERVER], entry)) throw new Unreadable(`${path.join('.')} is in it twice`)
  return changed
}

/**
 * smol-toml keeps no comments, so our table is written at the end and cut out by its header. Comments before the next
 * table belong to that.
 */
function inToml(text: string, table: string, entry: Record<string, unknown> | undefined): string {
  const comments = '(?:[ \\t]*(?:#[^\\n]*)?\\r?\\n)*'
  const ours = new RegExp(
    `^\\[${table}\\.(?:"${SERVER}"|${SERVER})(?:\\.[^\\]]+)?\\][^\\n]*(?:\\n|$)(?:${comments}(?![ \\t]*(?:[[#\\r\\n]|$))[^\\n]+(?:\\n|$))*`,
    'gm',
  )
  const before = tomlTree(text, table)
  const others = text.replace(ours, '')
  if (entry === undefined && before.server === undefined) return text
  const remaining = others.trimEnd()
  const added = entry && stringify({ [table]: { [SERVER]: entry } }).trim()
  const changed = `${[remaining, added].filter(Boolean).join('\n\n')}\n`
  const byHand = `${table}.${SERVER} is written in a form that only you can change`
  const after = tomlTree(changed, table, byHand)
  if (!isDeepStrictEqual(after.others, before.others) || JSON.stringify(after.server) !== JSON.stringify(entry))
    throw new Unreadable(byHand)
  return changed
}

/** Our server, and everything else. @param problem the error for a text that is no TOML, instead of its position */
function tomlTree(text: string, table: string, problem?: string) {
  try {
    const tree = parseToml(text)
    const { [SERVER]: server, ...servers } = (tree[table] ?? {}) as TomlTable
    return { server, others: { ...tree, [table]: servers } }
  } catch (error) {
    throw new Unreadable(problem ?? (error as Error).message.split('\n')[0]!)
  }
}
