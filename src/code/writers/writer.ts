/** What a writer of code is given, and what it makes of it: one file for each language beside this one. */
import type { Syntax } from '../values/expression.ts'

/** A program in which one call is made and its result printed. */
export interface Program {
  /** What the code imports: a package, a module, a file. */
  module: string
  class: string
  /** Code of the client's options, "" for none. */
  options: string
  /** Code of the records that the client's mock answers with, in place of the network; "" to use the network. */
  seed: string
  /** Options or arguments read an environment variable. */
  readsVariable: boolean
  /** Environment variables without which the program stops. */
  required: readonly string[]
  /** The client of the oldest generation returns an error beside the result, in languages that have exceptions too. */
  isPair: boolean
}

/** `client.Entity().op(argument)` */
export interface EntityCall extends Program {
  entity: string
  op: string
  /** Code of the argument; a map, even an empty one. */
  argument: string
  hasArguments: boolean
  /** The operation has other endpoints, too. */
  isOneOfSeveral: boolean
  /** A list is called `items`. */
  result: 'items' | 'record'
  /** The result is entities, which hold the records. */
  hasEntities: boolean
}

/** `client.direct(argument)`, which returns `{ok, status, data}`; `data` is the body. */
export interface DirectCall extends Program {
  /** Code of the map that describes the request. */
  argument: string
  /** Code of the query, where the argument has it from a variable. */
  query?: string | undefined
  /** Where in the body the records are, from the outside in; empty for the whole body. */
  records: readonly string[]
}

/** `client.direct` for page after page; the argument has the query from a variable. */
export interface PagedCall extends DirectCall {
  /** Code of the query of the first page. */
  query: string
  /** The parameter that says which page. */
  parameter: string
  /** Where in the body the value for the next page is; else it is counted up, by one or by the number of records. */
  next: readonly string[] | 'page' | 'offset'
}

export interface Writer {
  /** Info string of the code fence. */
  fence: string
  syntax: Syntax
  entity(call: EntityCall): string[]
  direct(call: DirectCall): string[]
  paged(call: PagedCall): string[]
  /** The variable of the query, as the argument of `paged` has it. */
  query: string
}

/** How a language says each part of a program. */
export interface CodeDialect extends Pick<Writer, 'fence' | 'syntax' | 'query' | 'entity'> {
  /** Puts the lines of a call behind the import and the client. */
  whole(program: Program, lines: readonly string[]): string[]
  /** Sets `answer`, and stops the program if the request fails. */
  request(call: DirectCall): string[]
  /** The body of the answer. */
  data: string
  member(name: string): string
  /** An entry of the query, if it is not read like a member of the answer. */
  entry?(name: string): string
  print(value: string): string
  /** A loop without an end: its first line and, if it has one, its last. */
  loop: readonly [open: string, close?: string]
  setQuery(value: string): string
  /** Sets `records`, and leaves the loop without any. */
  setRecords(value: string): string[]
  /** Where that is not to print `records`. */
  printRecords?: string
  count: string
  add(variable: string, number: string): string
  /** Sets the variable to the member of the body that is at the path, and leaves the loop without one. */
  follow(variable: string, path: readonly string[]): string[]
}

export function writerOf(dialect: CodeDialect): Writer {
  const { fence, syntax, query, entity, whole, request, data, member, print, loop } = dialect
  const recordsOf = ({ records }: DirectCall): string => data + records.map(member).join('')
  const next = (call: PagedCall, variable: string): string[] =>
    typeof call.next === 'string'
      ? [dialect.add(variable, call.next === 'page' ? '1' : dialect.count)]
      : dialect.follow(variable, call.next)
  return {
    ...{ fence, syntax, query },
    entity: (call) => whole(call, entity(call)),
    direct: (call) => whole(call, [...request(call), print(recordsOf(call))]),
    paged(call) {
      const lines = [
        ...request(call),
        ...dialect.setRecords(recordsOf(call)),
        dialect.printRecords ?? print('records'),
        ...next(call, query + (dialect.entry ?? member)(call.parameter)),
      ]
      const inner = lines.map((line) => syntax.indent + line)
      return whole(call, [dialect.setQuery(call.query), loop[0], ...inner, ...(loop[1] ? [loop[1]] : [])])
    },
  }
}
