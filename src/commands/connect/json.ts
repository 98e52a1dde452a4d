/**
 * Members of JSON with comments. A new one is put in front of the others, so that the commas and comments behind it keep
 * their places; in an empty object it stands right before the brace, so that one with white space there is connect's own.
 */
import {
  applyEdits,
  type Edit,
  getNodeValue,
  modify,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser'
import { SERVER, type SettingsFormat, Unreadable } from './format.ts'

const COMMENT = String.raw`\/\*[\s\S]*?\*\/|\/\/[^\r\n]*`
const TRIVIA = new RegExp(String.raw`(?:\s|${COMMENT})*`, 'y')
const REST_OF_LINE = new RegExp(String.raw`(?:[^\S\r\n]|${COMMENT})*(?=(\r?\n)?)`, 'y')

const FIRST = { getInsertionIndex: () => 0 }

export const jsonSettings: SettingsFormat = {
  read(text, servers) {
    const errors: ParseError[] = []
    const root = parseTree(text.trim() === '' ? '{}' : text, errors, { allowTrailingComma: true })
    const [error] = errors
    if (error) throw new Unreadable(`${printParseErrorCode(error.error)} at character ${error.offset}`)
    for (const path of [[], [servers], [servers, SERVER]]) refuseUnlessObject(path, nodeAt(root, path))
    return getNodeValue(root!)
  },
  add(text, servers, entry, isNew) {
    const root = treeOf(text)
    const list = nodeAt(root, [servers])
    if (list) return applyEdits(text, [insertion(text, list, SERVER, entry)])
    const value = { [SERVER]: entry }
    if (root) return applyEdits(text, [insertion(text, root, servers, value)])
    return text + JSON.stringify({ [servers]: value }, null, 2) + (isNew ? '\n' : '')
  },
  set(text, servers, name, value) {
    const path = [servers, SERVER, name]
    const node = nodeAt(treeOf(text), path)
    const edits = value === undefined && node ? removal(text, node.parent!) : modify(text, path, value, FIRST)
    return applyEdits(text, edits)
  },
  remove(text, servers) {
    let member = nodeAt(treeOf(text), [servers, SERVER])!.parent!
    while (isAlone(text, member)) {
      const { offset, length, parent } = member.parent!
      if (!parent) return text.slice(0, offset) + text.slice(offset + length)
      member = parent
    }
    return applyEdits(text, removal(text, member))
  },
}

/** Clients read the last of two members with the same name; we refuse both. */
function refuseUnlessObject(path: readonly string[], node: Node | undefined): void {
  if (!node) return
  if (node.type !== 'object') throw new Unreadable(`${path.join('.') || 'it'} is no JSON object`)
  const names = node.children!.map(({ children }) => children![0]!.value as string)
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) throw new Unreadable(`${[...path, twice].join('.')} is in it twice`)
}

const treeOf = (text: string): Node | undefined => parseTree(text, [], { allowTrailingComma: true })

/** findNodeAtLocation takes names that are numbers for positions. */
const nodeAt = (root: Node | undefined, path: readonly string[]): Node | undefined =>
  path.reduce(
    (node, name) => node?.children?.find(({ children = [] }) => children[0]?.value === name)?.children?.[1],
    root,
  )

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
