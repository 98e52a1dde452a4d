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
