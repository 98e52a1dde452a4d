/**
 * completion/complete: completes what a person types in a client, for the variables of resource templates and the
 * arguments of prompts. First values that begin with it, then values that contain it, otherwise values that are near.
 */
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import * as z from 'zod'
import { languageNamed, languageNames } from '../../catalog/readme/language.ts'
import { pageName } from '../../pages/pages.ts'
import { nearest } from '../../search/suggest.ts'
import { echoed } from '../../tools/define/catalog-error.ts'
import type { Services } from '../../tools/define/define.ts'

/** The protocol allows 100, more than people read. */
const MAX_VALUES = 20

interface Matches {
  total: number
  values: readonly string[]
}

/** Argument or variable -> its values that fit what is typed, in lower case. */
const MATCHES: Readonly<Record<string, (typed: string, services: Services) => Matches>> = {
  slug: slugsMatching,
  topic: (typed, { catalog }) => matching(typed, catalog.topics),
  // Languages alone have several names.
  language: (typed) =>
    of([...new Set(matching(typed, languageNames).values.map((name) => languageNamed(name) ?? name))]),
  path: (typed, { pages }) =>
    matching(
      typed,
      pages.list.map(({ path }) => pageName(path)),
    ),
}

const text = z.string('must be text')

export const CompletionParams = z.looseObject({
  ref: z.discriminatedUnion(
    'type',
    [
      z.looseObject({ type: z.literal('ref/prompt'), name: text }),
      z.looseObject({ type: z.literal('ref/resource'), uri: text }),
    ],
    'must be an object with type "ref/prompt" and name, or type "ref/resource" and uri',
  ),
  argument: z.looseObject({ name: text, value: text }, 'must be an object with name and value'),
  // Checked because the SDK does, and ignored.
  context: z
    .looseObject(
      { arguments: z.record(z.string(), text, 'must be an object of texts').optional() },
      'must be an object',
    )
    .optional(),
})
type CompletionParams = z.output<typeof CompletionParams>

/**
 * @param completable template or prompt -> its variables or arguments
 * @throws ProtocolError -32602 for an unknown prompt or template
 */
export function complete(
  { ref, argument }: CompletionParams,
  completable: ReadonlyMap<string, readonly string[]>,
  services: Services,
) {
  const name = ref.type === 'ref/prompt' ? ref.name : ref.uri
  const names = completable.get(name)
  if (!names) {
    const detail = `There is no ${ref.type === 'ref/prompt' ? 'prompt' : 'resource template'} "${echoed(name)}".`
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, detail)
  }
  const match = names.includes(argument.name) ? MATCHES[argument.name] : undefined
  const { values, total } = match?.(argument.value.trim().toLowerCase(), services) ?? of([])
  return { completion: { values: values.slice(0, MAX_VALUES), total, hasMore: total > MAX_VALUES } }
}

const of = (values: readonly string[]): Matches => ({ values, total: values.length })

function matching(typed: string, values: readonly string[]): Matches {
  const starting = values.filter((value) => value.startsWith(typed))
  const containing = values.filter((value) => value.indexOf(typed) > 0)
  const matches = [...starting, ...containing]
  return of(matches.length > 0 ? matches : nearest(typed, values))
}

/** The same of all slugs, without a look at each; where enough begin so, those that contain it are not counted. */
function slugsMatching(typed: string, { catalog }: Services): Matches {
  if (typed === '') return of(catalog.slugs)
  const { total, slugs } = catalog.slugsBeginning(typed, MAX_VALUES)
  if (total >= MAX_VALUES) return { total, values: slugs }
  const holders = Array.from(catalog.occurrences(typed), (position) => catalog.slugs[position]!)
  const matches = [...slugs, ...holders.filter((slug) => slug.indexOf(typed) > 0)]
  return of(matches.length > 0 ? matches : nearest(typed, catalog.slugs))
}
