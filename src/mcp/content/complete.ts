/**
 * completion/complete: what a person types in a client, for the variables of resource templates and the arguments of
 * prompts. First what begins with it, then what contains it, else what is near.
 */
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { languageNamed, languageNames } from '../../catalog/readme/language.ts'
import { nearest } from '../../catalog/search/suggest.ts'
import type { Services } from '../../tools/define.ts'
import { echoed } from '../../tools/errors.ts'

/** The protocol allows 100; nobody reads as many. */
const MOST = 20

/** Path of a page in its resource address: "/" is "home". */
export const pageName = (path: string): string => (path === '/' ? 'home' : path.slice(1))

/** Argument or variable -> every value that it can have, or name of one. */
const VALUES = {
  slug: ({ catalog }) => catalog.slugs,
  topic: ({ catalog }) => catalog.topics,
  language: () => languageNames,
  path: ({ pages }) => pages.list.map(({ path }) => pageName(path)),
} satisfies Record<string, (services: Services) => readonly string[]>

/** Name -> the value it stands for, where a value has several. */
const STANDS_FOR: Readonly<Record<string, (name: string) => string | undefined>> = { language: languageNamed }

/** Template or prompt -> names of what can be completed in it. */
export type Completable = ReadonlyMap<string, readonly string[]>

export interface CompletionParams {
  ref: { type: 'ref/prompt'; name: string } | { type: 'ref/resource'; uri: string }
  argument: { name: string; value: string }
}

/** @throws ProtocolError -32602 for a prompt or template that is not there */
export function complete({ ref, argument }: CompletionParams, known: Completable, services: Services) {
  const name = ref.type === 'ref/prompt' ? ref.name : ref.uri
  const names = known.get(name)
  if (!names) {
    const detail = `There is no ${ref.type === 'ref/prompt' ? 'prompt' : 'resource template'} "${echoed(name)}".`
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, detail)
  }
  const values = names.includes(argument.name) ? VALUES[argument.name as keyof typeof VALUES]?.(services) : undefined
  const meant = (name: string) => STANDS_FOR[argument.name]?.(name) ?? name
  const found = [...new Set(values ? matching(argument.value, values).map(meant) : [])]
  return { completion: { values: found.slice(0, MOST), total: found.length, hasMore: found.length > MOST } }
}

function matching(typed: string, values: readonly string[]): string[] {
  const wanted = typed.trim().toLowerCase()
  const starting = values.filter((value) => value.startsWith(wanted))
  const containing = values.filter((value) => value.indexOf(wanted) > 0)
  const found = [...starting, ...containing]
  return found.length > 0 ? found : nearest(typed, values)
}
