/** Values as code of each language writes them: text with environment variables in it, numbers, maps. */

import type { Scalar } from '../record/facts.ts'

/** The value of an environment variable. */
export interface Variable {
  env: string
  /** The value if it is not set; "" by default. */
  unset?: string
}
/** Concatenated parts. */
export type Text = readonly (string | Variable)[]
export interface Entries {
  readonly [name: string]: Expression
}
export type Expression = Scalar | Text | Entries

export interface Syntax {
  text: (value: string) => string
  /** @param unset code of the value if it is not set */
  variable: (name: string, unset: string) => string
  /** `variable` needs parentheses beside an operator. */
  loose?: true
  /** Between parts of a text. */
  join: string
  /** Around the entries of a map; an empty one has no space in it. */
  map: readonly [open: string, close: string]
  /** Name of an entry, and what follows it. */
  key: (name: string) => string
  booleans?: readonly [no: string, yes: string]
}

const isText = (value: Expression): value is Text => Array.isArray(value)

/** Whether the code of any of them reads an environment variable. */
export const readsVariable = (entries: Entries): boolean =>
  Object.values(entries).some((value) =>
    isText(value) ? value.some((part) => typeof part !== 'string') : typeof value === 'object' && readsVariable(value),
  )

/** Code of the value. */
export function toCode(value: Expression, syntax: Syntax): string {
  if (typeof value === 'string') return syntax.text(value)
  if (typeof value === 'number') return String(value)
  if (typeof value === 'boolean') return syntax.booleans?.[Number(value)] ?? String(value)
  if (!isText(value)) {
    const entries = Object.entries(value).map(([name, member]) => syntax.key(name) + toCode(member, syntax))
    const [open, close] = syntax.map
    return entries.length > 0 ? open + entries.join(', ') + close : open.trimEnd() + close.trimStart()
  }
  const parts = value.filter((part) => part !== '')
  return parts
    .map((part) => {
      if (typeof part === 'string') return syntax.text(part)
      const variable = syntax.variable(part.env, syntax.text(part.unset ?? ''))
      return syntax.loose && parts.length > 1 ? `(${variable})` : variable
    })
    .join(syntax.join)
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
  variable: (name, unset) => `process.env.${name} ?? ${unset}`,
  loose: true,
  join: ' + ',
  map: ['{ ', ' }'],
  key: (name) => `${isName(name) ? name : scriptText(name)}: `,
}

export const PYTHON: Syntax = {
  text: json,
  variable: (name, unset) => `os.environ.get("${name}", ${unset})`,
  join: ' + ',
  map: ['{', '}'],
  key: (name) => `${json(name)}: `,
  booleans: ['False', 'True'],
}

export const PHP: Syntax = {
  text: plain,
  variable: (name, unset) => `getenv("${name}") ?: ${unset}`,
  loose: true,
  join: ' . ',
  map: ['[', ']'],
  key: (name) => `${plain(name)} => `,
}

export const GO: Syntax = {
  text: json,
  variable: (name) => `os.Getenv("${name}")`,
  join: ' + ',
  map: ['map[string]any{', '}'],
  key: (name) => `${json(name)}: `,
}

export const RUBY: Syntax = {
  text: plain,
  variable: (name, unset) => `ENV.fetch("${name}", ${unset})`,
  join: ' + ',
  map: ['{ ', ' }'],
  key: (name) => `${plain(name)} => `,
}

const luaText = (value: string): string => json(value).replace(/\\u([0-9a-f]{4})/g, '\\u{$1}')

export const LUA: Syntax = {
  text: luaText,
  variable: (name, unset) => `os.getenv("${name}") or ${unset}`,
  loose: true,
  join: ' .. ',
  map: ['{ ', ' }'],
  key: (name) => `${isName(name) && !name.includes('$') && !LUA_WORDS.test(name) ? name : `[${luaText(name)}]`} = `,
}
