/**
 * Changes one server in the text of a settings file: the members that connect owns, and no other byte. A new member is put
 * in front of the others, so that the commas and comments behind it keep their places; in an empty object it stands right
 * before the brace, so that one with white space there is connect's own.
 */
import { isDeepStrictEqual } from 'node:util'
import {
  applyEdits,
  type Edit,
  findNodeAtLocation,
  getNodeValue,
  modify,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser'
import { parse } from 'smol-toml'
import { type Client, type Entry, SERVER } from './clients.ts'

/** What a file says; one member of it has the servers by name. */
type Settings = Record<string, Record<string, Entry> | undefined>

/** Members of an entry that connect writes; env, approvals and the like belong to the user. */
const OWNED = ['type', 'command', 'args', 'url', 'serverUrl', 'httpUrl']
const BOM = '\uFEFF'
const COMMENT = String.raw`\/\*[\s\S]*?\*\/|\/\/[^\r\n]*`
const TRIVIA = new RegExp(String.raw`^(?:\s|${COMMENT})*`)
const REST_OF_LINE = new RegExp(String.raw`^(?:[^\S\r\n]|${COMMENT})*(?=(\r?\n)?)`)

const FIRST = { getInsertionIndex: () => 0 }

/** Our entry in the text of a settings file. @throws SyntaxError, TomlError */
export function serverIn(text: string, { isToml, servers }: Client): Entry | undefined {
  const plain = text.replace(BOM, '')
  const settings = isToml ? (parse(plain, { integersAsBigInt: true }) as unknown as Settings) : read(plain, servers)
  return settings[servers]?.[SERVER]
}

/** Names of the members that connect would change. */
const differing = (current?: Entry, entry?: Entry): string[] =>
  OWNED.filter((name) => !isDeepStrictEqual(current?.[name], entry?.[name]))

/** Whether the client has this entry already, or none where it shall have none. */
export const isDone = (current?: Entry, entry?: Entry): boolean =>
  entry ? current !== undefined && differing(current, entry).length === 0 : !current

/**
 * The text with the server; without it where the entry is undefined. No text stands for no file.
 * @throws SyntaxError also where the change would be seen in anything else that the file says, or could not be undone
 */
export function withServer(text: string | undefined, client: Client, entry?: Entry): string | undefined {
  const bom = text?.startsWith(BOM) ? BOM : ''
  const before = text?.slice(bom.length) ?? ''
  const [current, others] = partsOf(read(before, client.servers), client.servers)
  if (isDone(current, entry)) return text
  const after = edited(before, client, current, entry) + (text === undefined ? '\n' : '')
  const kept = Object.entries(current ?? {}).filter(([name]) => !OWNED.includes(name))
  const expected = [entry && { ...Object.fromEntries(kept), ...entry }, others]
  const isReversible = !entry || current || text === undefined || edited(after, client) === before
  if (!isReversible || !isDeepStrictEqual(partsOf(read(after, client.servers), client.servers), expected))
    throw new SyntaxError(`its ${client.servers} has a form that only you can change`)
  // What is left of a file that connect made.
  return !entry && after === '\n' && before.startsWith('{') ? undefined : bom + after
}

function edited(text: string, { servers }: Client, current?: Entry, entry?: Entry): string {
  if (!entry) return remove(text, servers)
  if (!current) return add(text, servers, entry)
  return differing(current, entry).reduce((changed, name) => set(changed, servers, name, entry[name]), text)
}

/** Our entry, and everything else. No list of servers says the same as an empty one. */
function partsOf(settings: Settings, servers: string): [Entry | undefined, Settings] {
  const { [SERVER]: ours, ...others } = settings[servers] ?? {}
  return [ours && { ...ours }, { ...settings, [servers]: others }]
}

/** @throws SyntaxError */
function read(text: string, servers: string): Settings {
  const errors: ParseError[] = []
  const root = parseTree(text.trim() === '' ? '{}' : text, errors, { allowTrailingComma: true })
  const [error] = errors
  if (error) throw new SyntaxError(`${printParseErrorCode(error.error)} at character ${error.offset}`)
  for (const path of [[], [servers], [servers, SERVER]])
    refuseUnlessObject(path, root && findNodeAtLocation(root, path))
  return getNodeValue(root!)
}

function add(text: string, servers: string, entry: Entry): string {
  const root = parseTree(text)
  const value = { [SERVER]: entry }
  if (!root) return text + JSON.stringify({ [servers]: value }, null, 2)
  const list = findNodeAtLocation(root, [servers])
  return applyEdits(text, [list ? insertion(text, list, SERVER, entry) : insertion(text, root, servers, value)])
}

/** A member of our entry; without it where the value is undefined. */
function set(text: string, servers: string, name: string, value: unknown): string {
  const path = [servers, SERVER, name]
  const node = findNodeAtLocation(parseTree(text)!, path)
  const isRemoved = value === undefined && node
  return applyEdits(text, isRemoved ? removal(text, node.parent!) : modify(text, path, value, FIRST))
}

/** The exact inverse of `add`. */
function remove(text: string, servers: string): string {
  let member = findNodeAtLocation(parseTree(text)!, [servers, SERVER])!.parent!
  while (isAlone(text, member)) {
    const { offset, length, parent } = member.parent!
    if (!parent) return text.slice(0, offset) + text.slice(offset + length)
    member = parent
  }
  return applyEdits(text, removal(text, member))
}

/** Clients read the last of two members with the same name; we refuse both. */
function refuseUnlessObject(path: readonly string[], node: Node | undefined): void {
  if (!node) return
  if (node.type !== 'object') throw new SyntaxError(`${path.join('.') || 'it'} is no JSON object`)
  const names = node.children!.map(({ children }) => children![0]!.value as string)
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) throw new SyntaxError(`${[...path, twice].join('.')} is in it twice`)
}

const inLine = (value: unknown): string => JSON.stringify(value, null, 1).replace(/\n */g, ' ')

function insertion(text: string, { offset, length, children }: Node, name: string, value: unknown): Edit {
  const member = `${JSON.stringify(name)}: `
  if (children!.length === 0) return { offset: offset + length - 1, length: 0, content: member + inLine(value) }
  const [rest, eol] = REST_OF_LINE.exec(text.slice(offset + 1))!
  if (eol === undefined) return { offset: offset + 1, length: 0, content: `${member}${inLine(value)},` }
  const [, indent] = /(?:^|\n)([ \t]*)[^\n]*$/.exec(text.slice(0, children![0]!.offset))!
  return { offset: offset + 1 + rest.length, length: 0, content: `${eol}${indent}${member}${inLine(value)},` }
}

/** Nothing else is in its object, which connect made. */
function isAlone(text: string, { offset, length, parent: object }: Node): boolean {
  const behind = text.slice(offset + length, object!.offset + object!.length - 1)
  return behind !== '' && (text.slice(object!.offset + 1, offset) + behind).trim() === ''
}

/** With its comma, and with its line where it begins one. */
function removal(text: string, member: Node): Edit[] {
  const siblings = member.parent!.children!
  const line = siblings.length === 1 ? '' : /(?:\r?\n[ \t]*)?$/.exec(text.slice(0, member.offset))![0]
  const own = { offset: member.offset - line.length, length: member.length + line.length, content: '' }
  const previous = siblings[siblings.indexOf(member) - 1]
  const comma = [member, previous].flatMap((node) => (node ? afterTrivia(text, node.offset + node.length) : []))
  const offset = comma.find((at) => text[at] === ',')
  return offset === undefined ? [own] : [own, { offset, length: 1, content: '' }]
}

const afterTrivia = (text: string, start: number): number => start + TRIVIA.exec(text.slice(start))![0].length
