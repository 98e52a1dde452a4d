/** Files of data -> values, or a warning that names the line where they break. */
import { parseDocument, parse as parseYaml } from 'yaml'
import type { Data } from '../data.ts'
import type { Warn } from '../repository-files.ts'
import { type ModelObject, readModel } from './read-model.ts'

/** Longer files are not read: the longest known one has 3.4 MB. */
const MAX_CHARACTERS = 16_000_000

/** JSON, or YAML by the file's name. */
export function parseFile(file: string, text: string, warn: Warn): Data {
  if (text.length > MAX_CHARACTERS) {
    warn(file, `has over ${MAX_CHARACTERS} characters`)
    return undefined
  }
  try {
    return (/\.ya?ml$/i.test(file) ? parseYaml(text, { logLevel: 'error' }) : JSON.parse(text)) as Data
  } catch (error) {
    const { message } = error as Error
    warn(`${file}:${lineOf(message, text)}`, message.split('\n')[0]!.replace(/\s*\.\.\. .*$/s, ''))
    return undefined
  }
}

/** Where a parser stopped, counted from 1. JSON.parse leaves it out of some of its messages; YAML contains JSON. */
function lineOf(message: string, text: string): number {
  const line = /\bline (\d+)/.exec(message)?.[1]
  if (line) return Number(line)
  if (/end of JSON input/.test(message)) return text.trimEnd().split('\n').length
  return parseDocument(text, { logLevel: 'silent' }).errors[0]?.linePos?.[0].line ?? 1
}

/** A file in the generator's own syntax; one that ends inside a brace or a quote causes a warning and is still read. */
export function parseModel(file: string, text: string, warn: Warn): ModelObject {
  const { model, unclosedLine } = readModel(text)
  if (unclosedLine !== undefined) warn(`${file}:${unclosedLine}`, 'what opens here is never closed')
  return model
}
