/**
 * Tolerant parser for the generator's data files (.aontu, .aon, .jsonic): objects and arrays whose members are divided by
 * line breaks or commas, bare or quoted keys, three kinds of quotes, comments, `a: b: value` chains, `&` joins. It skips
 * what it does not understand, never throws, and takes time linear in the text.
 */

export type ModelValue = string | number | boolean | null | ModelValue[] | ModelObject
export interface ModelObject {
  [key: string]: ModelValue
}

/** Deeper nesting is skipped: the generator's own files are five deep. */
const MAX_DEPTH = 64

/**
 * The object the text describes; an empty one for text that describes none.
 * @returns `unclosedLine`: where the innermost bracket or multi-line quote opens that nothing closes, counted from 1
 */
export function readModel(text: string): { model: ModelObject; unclosedLine?: number } {
  const reader = new Reader(text.replace(/^\ufeff/, ''))
  const model: ModelObject = {}
  while (!reader.atEnd()) {
    reader.members(model, 0)
    // Some generations leave a closing brace too many at the end.
    reader.at++
  }
  if (reader.unclosed === undefined) return { model }
  return { model, unclosedLine: text.slice(0, reader.unclosed + 1).split('\n').length }
}

export const isModelObject = (value: ModelValue | undefined): value is ModelObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const KEY = /[^\s:{}[\],"'`#&|]+/y
/** Matches the first key of `a: b: 1`, but not the scheme of `url: https://…`. */
const CHAINED_KEY = /(?:[^\s:{}[\],"'`#&|]+|"(?:[^"\\\n]|\\.)*"):(?=[\s{["'`])/y
const QUOTE = /["'`]/y
const BARE = /[^\n,}\]{[&|]+/y
const NUMBER = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/
const LITERALS: Record<string, ModelValue> = { true: true, false: false, null: null }
const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v', 0: '\0' }

class Reader {
  at = 0
  /** Where the innermost part begins that the text leaves open. */
  unclosed: number | undefined
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  /** Skips white space, commas and comments. */
  atEnd(): boolean {
    this.take(/(?:[\s,]+|#[^\n]*|\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/|$))+/y)
    return this.at >= this.text.length
  }

  /** Reads members into the object, up to its closing brace or the end of the text. */
  members(into: ModelObject, depth: number): ModelObject {
    while (!this.atEnd() && this.text[this.at] !== '}') this.member(into, depth)
    return into
  }

  private member(into: ModelObject, depth: number): void {
    const key = this.matches(QUOTE) ? this.quoted() : this.take(KEY)
    if (key === undefined) this.at++
    else if (!this.atEnd() && this.text[this.at] === ':') {
      this.at++
      const value = this.joined(depth)
      if (value !== undefined && key !== '__proto__') join(into, key, value)
    }
  }

  private items(depth: number): ModelValue[] {
    const items: ModelValue[] = []
    while (!this.atEnd() && this.text[this.at] !== ']') {
      const before = this.at
      const item = this.joined(depth)
      if (item !== undefined) items.push(item)
      if (this.at === before) this.at++
    }
    return items
  }

  /** A value and what `&` joins to it; of alternatives (`*1 | number`) the first. */
  private joined(depth: number): ModelValue | undefined {
    const value = this.value(depth)
    for (let mark = this.peek(); mark === '&' || mark === '|'; mark = this.peek()) {
      this.at++
      const other = this.value(depth)
      if (mark === '&' && isModelObject(value) && isModelObject(other)) mergeModels(value, other)
    }
    return value
  }

  private value(depth: number): ModelValue | undefined {
    this.atEnd()
    if (this.text[this.at] === '*') this.at++
    const first = this.text[this.at]
    if (first === undefined || first === '}' || first === ']' || first === ',') return undefined
    if (first === '{' || first === '[') return this.bracketed(depth + 1)
    if (this.matches(CHAINED_KEY)) return this.chain(depth + 1)
    return this.matches(QUOTE) ? this.quoted() : this.bare()
  }

  private bracketed(depth: number): ModelValue | undefined {
    const start = this.at
    if (depth > MAX_DEPTH) return this.skipBrackets()
    const value = this.text[this.at++] === '{' ? this.members({}, depth) : this.items(depth)
    if (this.at >= this.text.length) this.unclosed ??= start
    this.at++
    return value
  }

  /** Skips a bracket and everything up to the one that closes it. */
  private skipBrackets(): undefined {
    const start = this.at
    let depth = 0
    do {
      if (this.matches(QUOTE)) this.quoted()
      else {
        const character = this.text[this.at++]!
        if (character === '{' || character === '[') depth++
        if (character === '}' || character === ']') depth--
      }
    } while (depth > 0 && this.at < this.text.length)
    if (depth > 0) this.unclosed ??= start
  }

  private chain(depth: number): ModelValue | undefined {
    if (depth > MAX_DEPTH) return this.bare() && undefined
    const chain: ModelObject = {}
    this.member(chain, depth)
    return Object.keys(chain).length > 0 ? chain : undefined
  }

  private bare(): ModelValue | undefined {
    const line = this.take(BARE) ?? ''
    const comment = line.search(/\s#/)
    const text = (comment < 0 ? line : line.slice(0, comment)).trim()
    if (!text) {
      this.at++
      return undefined
    }
    if (Object.hasOwn(LITERALS, text)) return LITERALS[text]!
    return NUMBER.test(text) ? Number(text) : text
  }

  /** A string that is not closed ends with its line; one in backquotes, with the text. */
  private quoted(): string {
    const start = this.at
    const quote = this.text[start]!
    let text = ''
    for (this.at++; this.at < this.text.length; this.at++) {
      const character = this.text[this.at]!
      if (character === quote) {
        this.at++
        return text
      }
      if (character === '\n' && quote !== '`') return text
      text += character === '\\' ? this.escape() : character
    }
    if (quote === '`') this.unclosed ??= start
    return text
  }

  private escape(): string {
    const character = this.text[++this.at] ?? ''
    const coded = this.take(/u\{([0-9a-fA-F]{1,6})\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}/y)
    if (coded === undefined) return Object.hasOwn(ESCAPES, character) ? ESCAPES[character]! : character
    this.at--
    const code = Number.parseInt(coded.replace(/[^0-9a-fA-F]/g, ''), 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd'
  }

  private peek(): string | undefined {
    this.take(/[ \t]+/y)
    return this.text[this.at]
  }

  private matches(pattern: RegExp): boolean {
    pattern.lastIndex = this.at
    return pattern.test(this.text)
  }

  private take(pattern: RegExp): string | undefined {
    if (!this.matches(pattern)) return undefined
    const start = this.at
    this.at = pattern.lastIndex
    return this.text.slice(start, this.at)
  }
}

/** Sets a member. Objects under one key are merged in place: copies would take quadratic time. */
function join(into: ModelObject, key: string, value: ModelValue): void {
  const earlier = Object.hasOwn(into, key) ? into[key] : undefined
  if (isModelObject(earlier) && isModelObject(value)) mergeModels(earlier, value)
  else into[key] = value
}

/** Adds the members of the other object, which nothing else may refer to. */
export function mergeModels(into: ModelObject, other: ModelObject): void {
  for (const key of Object.keys(other)) join(into, key, other[key]!)
}
