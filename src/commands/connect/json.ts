/**
 * Members of JSON with comments. A new one is put in front of the others, so that the commas and comments behind it keep
 * their places; in an empty object it stands right before the brace, so that one with white space there is connect's own.
 */
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
import { type Entry, SERVER } from './clients.ts'

/** What a file says; one member of it has the servers by name. */
export type Settings = Record<string, Record<string, Entry> | undefined>

/** A settings file that is not in its format, or not to be changed by a program; the message says where. */
export class Unreadable extends Error {
  override name = 'Unreadable'
}

const COMMENT = String.raw`\/\*[\s\S]*?\*\/|\/\/[^\r\n]*`
const TRIVIA = new RegExp(String.raw`(?:\s|${COMMENT})*`, 'y')
const REST_OF_LINE = new RegExp(String.raw`(?:[^\S\r\n]|${COMMENT})*(?=(\r?\n)?)`, 'y')

const FIRST = { getInsertionIndex: () => 0 }

/** @throws Unreadable */
export function read(text: string, servers: string): Settings {
  const errors: ParseError[] = []
  const root = parseTree(text.trim() === '' ? '{}' : text, errors, { allowTrailingComma: true })
  const [error] = errors
  if (error) throw new Unreadable(`${printParseErrorCode(error.error)} at character ${error.offset}`)
  for (const path of [[], [servers], [servers, SERVER]])
    refuseUnlessObject(path, root && findNodeAtLocation(root, path))
  return getNodeValue(root!)
}

export function add(text: string, servers: string, entry: Entry): string {
  const root = parseTree(text)
  const value = { [SERVER]: entry }
  if (!root) return text + JSON.stringify({ [servers]: value }, null, 2)
  const list = findNodeAtLocation(root, [servers])
  return applyEdits(text, [list ? insertion(text, list, SERVER, entry) : insertion(text, root, servers, value)])
}

/** A member of our entry; without it where the value is undefined. */
export function set(text: string, servers: string, name: string, value: unknown): string {
  const path = [servers, SERVER, name]
  const node = findNodeAtLocation(parseTree(text)!, path)
  const isRemoved = value === undefined && node
  return applyEdits(text, isRemoved ? removal(text, node.parent!) : modify(text, path, value, FIRST))
}

/** The exact inverse of `add`. */
export function remove(text: string, servers: string): string {
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
  if (node.type !== 'object') throw new Unreadable(`${path.join('.') || 'it'} is no JSON object`)
  const names = node.children!.map(({ children }) => children![0]!.value as string)
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) throw new Unreadable(`${[...path, twice].join('.')} is in it twice`)
}

const inLine = (value: unknown): string => JSON.stringify(value, null, 1).replace(/\n */g, ' ')

function insertion(text: string, { offset, length, children }: Node, name: string, value: unknown): Edit {
  const member = `${JSON.stringify(name)}: `
  if (children!.length === 0) return { offset: offset + length - 1, length: 0, content: member + inLine(value) }
  const { index, 0: rest, 1: eol } = matchAt(REST_OF_LINE, text, offset + 1)
  if (eol === undefined) return { offset: offset + 1, length: 0, content: `${member}${inLine(value)},` }
  const [, indent] = /(?:^|\n)([ \t]*)[^\n]*$/.exec(text.slice(0, children![0]!.offset))!
  return { offset: index + rest.length, length: 0, content: `${eol}${indent}${member}${inLine(value)},` }
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

const afterTrivia = (text: string, start: number): number => start + matchAt(TRIVIA, text, start)[0].length

function matchAt(pattern: RegExp, text: string, start: number): RegExpExecArray {
  pattern.lastIndex = start
  return pattern.exec(text)!
}
