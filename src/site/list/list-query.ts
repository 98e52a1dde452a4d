/** The query of the page of all SDKs: its filters, how it is read from a URL, and the URL of a query. */
import { LANGUAGES, type Language } from '../../catalog/record/languages.ts'
import type { RecordFlag } from '../../catalog/record/records.ts'
import { normalizeTopic } from '../../tools/define/not-found.ts'

const MAX_TOPIC = 200

/** Filters that are on or off; `words` describe the SDKs that remain. Those that find_sdk has, too, share its names. */
export const FILTER_FLAGS = {
  no_auth: { label: 'No key needed', words: 'without a key', flag: 'needsNoKey' },
  read_only: { label: 'Read-only', words: 'that only read', flag: 'onlyReads' },
  mcp: { label: 'MCP server', words: 'with an MCP server', flag: 'mcp' },
  cli: { label: 'CLI', words: 'with a CLI', flag: 'cli' },
} as const satisfies Record<string, { label: string; words: string; flag: RecordFlag }>
type FilterFlag = keyof typeof FILTER_FLAGS
export const FILTER_FLAG_NAMES = Object.keys(FILTER_FLAGS) as FilterFlag[]

export interface Filters extends Partial<Record<FilterFlag, true>> {
  topic?: string
  language?: Language
}

export const withoutTopic = ({ topic: _, ...filters }: Filters): Filters => filters

/** Besides the default order: best match for words, else those with most facts on record. */
export const SORTS = { title: 'A to Z', entities: 'Most entities', readiness: 'Most ready' } as const
export type Sort = keyof typeof SORTS

/** An invalid parameter counts as absent. */
export interface ListQuery {
  q: string
  filters: Filters
  sort?: Sort
  /** Finds the words where they occur as they are typed, and corrects no spelling. */
  literal?: true
  page: number
}

export function parseListQuery(parameters: URLSearchParams): ListQuery {
  const get = (name: string): string => parameters.get(name) ?? ''
  const topic = normalizeTopic(get('topic').slice(0, MAX_TOPIC))
  const [language, sort, page] = [get('language'), get('sort'), get('page')]
  const q = get('q').trim()
  return {
    q,
    filters: {
      ...(topic && { topic }),
      ...(Object.hasOwn(LANGUAGES, language) && { language: language as Language }),
      ...Object.fromEntries(FILTER_FLAG_NAMES.filter((name) => get(name) === 'true').map((name) => [name, true])),
    },
    // By readiness is the default order without words.
    ...(Object.hasOwn(SORTS, sort) && !(sort === 'readiness' && q === '') && { sort: sort as Sort }),
    ...(get('literal') === 'true' && q !== '' && { literal: true as const }),
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  }
}

/** The parameters of a query by name, without those that have their default. */
export function listParameters({ q, filters, sort, literal, page }: ListQuery): Record<string, string> {
  const { topic, language, ...flags } = filters
  const parameters = Object.entries({ q, topic, language, ...flags, sort, literal, page: page > 1 && page })
  return Object.fromEntries(parameters.filter(([, value]) => value).map(([name, value]) => [name, String(value)]))
}

export function listPath(query: ListQuery): string {
  const parameters = new URLSearchParams(listParameters(query))
  return parameters.size > 0 ? `/sdk?${parameters}` : '/sdk'
}

export const isEverything = ({ q, filters }: Pick<ListQuery, 'q' | 'filters'>): boolean =>
  q === '' && Object.keys(filters).length === 0

export const isTopic = ({ q, filters }: ListQuery): boolean =>
  filters.topic !== undefined && isEverything({ q, filters: withoutTopic(filters) })
