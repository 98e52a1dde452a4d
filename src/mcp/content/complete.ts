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

/** Argument or variable -> its values, or their names, of which some may begin with what is typed or hold it, and the nearest. */
const VALUES: Readonly<Record<string, (services: Services, typed: string) => Values>> = {
  slug: ({ catalog }, typed) => ({ some: slugsLike(typed, catalog), near: () => catalog.nearestSlugs(typed) }),
  topic: ({ catalog }, typed) => valuesOf(catalog.topics, typed),
  language: (_, typed) => valuesOf(languageNames, typed),
  path: ({ pages }, typed) =>
    valuesOf(
      pages.list.map(({ path }) => pageName(path)),
      typed,
    ),
}

interface Values {
  some: readonly string[]
  near(): string[]
}

const valuesOf = (all: readonly string[], typed: string): Values => ({ some: all, near: () => nearest(typed, all) })

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
  const typed = argument.value.trim().toLowerCase()
  const values = names.includes(argument.name) ? VALUES[argument.name]?.(services, typed) : undefined
  const { some, near } = values ?? valuesOf([], typed)
  const matching = [
    ...some.filter((value) => value.startsWith(typed)),
    ...some.filter((value) => value.indexOf(typed) > 0),
  ]
  // Only languages have several names.
  const named = (name: string) => (argument.name === 'language' && languageNamed(name)) || name
  const matches = [...new Set((matching.length > 0 ? matching : near()).map(named))]
  const shown = matches.slice(0, MAX_VALUES)
  return { completion: { values: shown, total: matches.length, hasMore: matches.length > MAX_VALUES } }
}

/** Those that begin so or, where these are few, all that may hold it: a look at each takes too long where there are many. */
function slugsLike(typed: string, { records, slugs, occurrences }: Services['catalog']): readonly string[] {
  if (typed === '') return slugs()
  const { slug, slugsBeginning } = records
  const beginning = slugsBeginning(typed)
  return beginning.length < MAX_VALUES ? Array.from(occurrences(typed), (position) => slug(position)) : beginning
}
