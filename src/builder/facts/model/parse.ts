/** Files of data -> values, or a warning that names the line where they break. */
import { parseDocument, parse as parseYaml } from 'yaml'
import type { Data } from '../data.ts'
import type { Warn } from '../files.ts'
import { type ModelObject, readModel } from './read-model.ts'

/** Longer files are not read: the longest known one has 3.4 MB. */
const MOST_CHARACTERS = 16_000_000

/** JSON, or YAML by the file's name. */
export function parseFile(file: string, text: string, warn: Warn): Data {
  if (text.length > MOST_CHARACTERS) {
    warn({ kind: 'broken_file', file, detail: `has over ${MOST_CHARACTERS} characters` })
    return undefined
  }
  try {
    return (/\.ya?ml$/i.test(file) ? parseYaml(text, { logLevel: 'error' }) : JSON.parse(text)) as Data
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0]! : String(error)
    warn({ kind: 'broken_file', file, line: lineOf(error, text), detail: reason.replace(/\s*\.\.\. .*$/s, '') })
    return undefined
  }
}

/** Where a parser stopped, counted from 1. JSON.parse leaves it out of some of its messages; YAML contains JSON. */
function lineOf(error: unknown, text: string): number {
  const message = error instanceof Error ? error.message : ''
  const line = /\bline (\d+)/.exec(message)?.[1]
  if (line) return Number(line)
  const position = /\bposition (\d+)/.exec(message)?.[1]
  if (position) return text.slice(0, Number(position)).split('\n').length
  if (/end of JSON input/.test(message)) return text.trimEnd().split('\n').length
  return parseDocument(text, { logLevel: 'silent' }).errors[0]?.linePos?.[0].line ?? 1
}

/** A file of the generator's own syntax; one that ends inside a brace or a quote is told of and still read. */
export function parseModel(file: string, text: string, warn: Warn): ModelObject {
  const line = unclosedLine(text)
  if (line !== undefined) warn({ kind: 'broken_file', file, line, detail: 'what opens here is never closed' })
  return readModel(text)
}

/** Strings, comments and brackets, as the reader of models sees them. */
const TOKEN =
  /(?<!\S)#[^\n]*|(?<!:)\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|`(?:[^`\\]|\\[\s\S])*`?|[{}[\]]/g

/** Line of the last bracket or many-line quote that nothing closes. */
function unclosedLine(text: string): number | undefined {
  const open: number[] = []
  let line = 1
  let seen = 0
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    for (; seen < index; seen++) if (text[seen] === '\n') line++
    if (token === '{' || token === '[') open.push(line)
    else if (token === '}' || token === ']') open.pop()
    else if (token[0] === '`' && (token.length === 1 || !token.endsWith('`'))) return line
  }
  return open.at(-1)
}
