/** What an operation answers, by the description of its API. */
import { type Answer, MOST, type Type } from '../../record/facts.ts'

/** What the body is where it is no JSON, which the clients do not return. */
export const otherBody = ({ body }: Answer): string | undefined =>
  body === 'text' ? 'text' : body === 'binary' ? 'a file' : undefined

/**
 * As a TypeScript type, a member a line: `{ count: integer, results: [{ id: integer }] }`.
 * @returns undefined where no member is on record
 */
export function shapeText({ list, records, fields, around = {} }: Answer): string | undefined {
  if (records === undefined && Object.keys(fields).length === 0) return undefined
  const path = records?.split('.') ?? []
  return wrapped(path, '')

  /** The records inside the rest of the path that leads to them. */
  function wrapped([name, ...rest]: string[], indent: string): string {
    if (name === undefined) return list ? `[${record(indent)}]` : record(indent)
    const beside = indent === '' ? members(around, '  ') : []
    return braced([...beside, `${indent}  ${name}: ${wrapped(rest, `${indent}  `)}`], indent)
  }

  function record(indent: string): string {
    const lines = members(fields, `${indent}  `)
    if (lines.length === MOST.fields) lines.push(`${indent}  // more are in the API's description`)
    return lines.length > 0 ? braced(lines, indent) : 'unknown'
  }
}

const braced = (lines: readonly string[], indent: string): string => `{\n${lines.join('\n')}\n${indent}}`

const members = (types: Readonly<Record<string, Type | string>>, indent: string): string[] =>
  Object.entries(types).map(([name, type]) => `${indent}${/^\w+$/.test(name) ? name : JSON.stringify(name)}: ${type}`)
