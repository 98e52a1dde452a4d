/** Values as code of each language writes them: text with environment variables in it, numbers, lists, maps. */
import type { Scalar } from '../../catalog/record/facts.ts'

/** The value of an environment variable. */
export interface Variable {
  env: string
  /** The value if it is not set; without one, the code stops. */
  unset?: string
}
/** A text is made of these parts, one behind the other. */
export type Text = readonly (string | Variable)[]
/** Parts of a text may be code, too, which is written as it is. */
type Parts = readonly (string | Variable | { code: string })[]
export interface Entries {
  readonly [name: string]: Expression
}
export class List {
  readonly values: readonly Expression[]
  constructor(values: readonly Expression[]) {
    this.values = values
  }
}

/** An entry of a map with what a reader has to know of it, a comment on its line. */
export class Marked {
  readonly value: Expression
  readonly mark: string
  /** The whole entry is a comment. */
  readonly isOffered: boolean
  constructor(value: Expression, mark: string, isOffered = false) {
    this.value = value
    this.mark = mark
    this.isOffered = isOffered
  }
}

/** Stands for a value that is not on record. */
export const UNKNOWN: Expression = []

export type Expression = Scalar | null | Parts | Entries | List | Marked

export interface Syntax {
  text: (value: string) => string
  /** @param unset code of the value if it is not set */
  variable: (name: string, unset?: string) => string
  /** Joins the parts of a text. */
  join: string
  /** Enclose the entries of a map; an empty one has no space in it. */
  map: readonly [open: string, close: string]
  list: readonly [open: string, close: string]
  /** Writes the name of an entry, and what follows it. */
  key: (name: string) => string
  words?: readonly [no: string, yes: string, none: string]
  /** What a comment begins with. */
  comment: string
  /** Indents one level. */
  indent: string
  /** Indents the line that an expression begins in. */
  base?: string
}

const isText = (value: Expression): value is Parts => Array.isArray(value)

export const isMap = (value: Expression): value is Entries =>
  typeof value === 'object' && value !== null && !isText(value) && !(value instanceof List || value instanceof Marked)

/** Lists the parts of a value that are values themselves. */
const partsOf = (value: Expression): readonly Expression[] =>
  value instanceof Marked
    ? [value.value]
    : value instanceof List
      ? value.values
      : isMap(value)
        ? Object.values(value)
        : []

/** Environment variables that the code reads. */
export const variablesOf = (value: Expression): Variable[] =>
  isText(value)
    ? value.filter((part) => typeof part === 'object' && 'env' in part)
    : partsOf(value).flatMap(variablesOf)

const hasMark = (value: Expression): boolean => value instanceof Marked || partsOf(value).some(hasMark)

/** Code of the value; a map with marks has an entry a line. @param indent of the line that it begins in */
export function toCode(value: Expression, syntax: Syntax, indent = syntax.base ?? ''): string {
  if (typeof value === 'string') return syntax.text(value)
  if (typeof value === 'number') return String(value)
  if (value === null) return syntax.words?.[2] ?? 'null'
  if (typeof value === 'boolean') return syntax.words?.[Number(value)] ?? String(value)
  if (value instanceof Marked) return toCode(value.value, syntax, indent)
  if (isText(value)) return value.length === 0 ? '…' : textCode(value, syntax)
  if (!(value instanceof List)) return mapCode(value, syntax, indent)
  return between(
    syntax.list,
    value.values.map((each) => toCode(each, syntax, indent)),
  )
}

const between = ([open, close]: Syntax['list'], parts: readonly string[]): string =>
  parts.length === 0 ? open.trimEnd() + close.trimStart() : open + parts.join(', ') + close

function mapCode(map: Entries, syntax: Syntax, indent: string): string {
  const isMarked = hasMark(map)
  const inner = isMarked ? indent + syntax.indent : indent
  const parts = Object.entries(map).map(([name, each]) => syntax.key(name) + toCode(each, syntax, inner))
  if (parts.length === 0 || !isMarked) return between(syntax.map, parts)
  const [open, close] = syntax.map
  const lines = Object.values(map).map((each, at) => `${inner}${entryLine(each, parts[at]!, syntax)}\n`)
  return `${open.trimEnd()}\n${lines.join('')}${indent}${close.trimStart()}`
}

/** Writes an entry with its mark, which stands behind the first bracket of a list or an object. */
function entryLine(value: Expression, code: string, { comment }: Syntax): string {
  if (!(value instanceof Marked)) return `${code},`
  const mark = ` ${comment} ${commentText(value.mark)}`
  if (value.isOffered) return `${comment} ${commentText(`${code},`)}${mark}`
  return hasMark(value.value) ? `${code.replace('\n', () => `${mark}\n`)},` : `${code},${mark}`
}

/** Keeps a text from ending its comment, as line breaks do, those of ECMAScript too, and PHP's closing tag. */
export const commentText = (text: string): string =>
  text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').replaceAll('?>', '? >')

function textCode(text: Parts, syntax: Syntax): string {
  const parts = text.filter((part) => part !== '')
  const codes = parts.map((part) => {
    if (typeof part === 'string') return syntax.text(part)
    if ('code' in part) return part.code
    const code = syntax.variable(part.env, part.unset === undefined ? undefined : syntax.text(part.unset))
    return parts.length > 1 && / (?:\?[?:]|or) /.test(code) ? `(${code})` : code
  })
  return codes.join(syntax.join)
}

const json = (value: string): string => JSON.stringify(value.toWellFormed())

/** In single quotes only the quote and the backslash need escaping. */
const quoted = (value: string): string => `'${value.toWellFormed().replace(/[\\']/g, '\\$&')}'`

const isName = (name: string): boolean => /^[A-Za-z_$][\w$]*$/.test(name)

/** PHP and Ruby interpolate in double quotes. */
const plain = (value: string): string => (/["\\#$]|\p{Cc}/u.test(value) ? quoted(value) : `"${value.toWellFormed()}"`)

const scriptText = (value: string): string =>
  `'${json(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`

/** A member of an object in TypeScript and JavaScript, or of a table in Lua. */
export const memberOf = (name: string): string =>
  isName(name) && !name.includes('$') && !LUA_WORDS.test(name) ? `.${name}` : `[${scriptText(name)}]`

const LUA_WORDS =
  /^(?:and|break|do|else|elseif|end|false|for|function|goto|if|in|local|nil|not|or|repeat|return|then|true|until|while)$/

export const SCRIPT: Syntax = {
  text: scriptText,
  variable: (name, unset) => `process.env.${name}${unset === undefined ? '' : ` ?? ${unset}`}`,
  join: ' + ',
  map: ['{ ', ' }'],
  list: ['[', ']'],
  key: (name) => `${isName(name) ? name : scriptText(name)}: `,
  comment: '//',
  indent: '  ',
}

export const PYTHON: Syntax = {
  text: json,
  variable: (name, unset) => (unset === undefined ? `os.environ["${name}"]` : `os.environ.get("${name}", ${unset})`),
  join: ' + ',
  map: ['{', '}'],
  list: ['[', ']'],
  key: (name) => `${json(name)}: `,
  words: ['False', 'True', 'None'],
  comment: '#',
  indent: '    ',
}

export const PHP: Syntax = {
  text: plain,
  variable: (name, unset = `throw new Exception("${name}")`) => `getenv("${name}") ?: ${unset}`,
  join: ' . ',
  map: ['[', ']'],
  list: ['[', ']'],
  key: (name) => `${plain(name)} => `,
  comment: '//',
  indent: '    ',
}

export const GO: Syntax = {
  text: json,
  variable: (name) => `os.Getenv("${name}")`,
  join: ' + ',
  map: ['map[string]any{', '}'],
  list: ['[]any{', '}'],
  key: (name) => `${json(name)}: `,
  words: ['false', 'true', 'nil'],
  comment: '//',
  indent: '\t',
  base: '\t',
}

export const RUBY: Syntax = {
  text: plain,
  variable: (name, unset) => `ENV.fetch("${name}"${unset === undefined ? '' : `, ${unset}`})`,
  join: ' + ',
  map: ['{ ', ' }'],
  list: ['[', ']'],
  key: (name) => `${plain(name)} => `,
  words: ['false', 'true', 'nil'],
  comment: '#',
  indent: '  ',
}

const luaText = (value: string): string => json(value).replace(/\\u([0-9a-f]{4})/g, '\\u{$1}')

export const LUA: Syntax = {
  text: luaText,
  variable: (name, unset) =>
    unset === undefined ? `assert(os.getenv("${name}"), "${name}")` : `os.getenv("${name}") or ${unset}`,
  join: ' .. ',
  map: ['{ ', ' }'],
  list: ['{ ', ' }'],
  key: (name) => `${isName(name) && !name.includes('$') && !LUA_WORDS.test(name) ? name : `[${luaText(name)}]`} = `,
  words: ['false', 'true', 'nil'],
  comment: '--',
  indent: '  ',
}
