/**
 * Exact names: the records that have a name, regardless of spaces, dots, accents and case, and the record to which a URL
 * or a package belongs.
 */
import type { Arrays } from '../../catalog/packed/array-file.ts'
import { openLists, packLists } from '../../catalog/packed/lists.ts'
import { createColumn, createNumbering, rowsByKey } from '../../catalog/packed/number-columns.ts'
import { openStrings, packStrings } from '../../catalog/packed/strings.ts'
import type { SdkRecord } from '../../catalog/record/record.ts'
import type { Records } from '../../catalog/record/records.ts'
import {
  domainsOf,
  memorableHost,
  normalizeUrl,
  recordHosts,
  recordPackages,
  segmentRuns,
  urlsIn,
} from '../../query/url-names.ts'
import { isEnglishWord } from '../../query/words/word-lists.ts'
import { foldAccents, isStop, lettersAndDigits, tokens } from '../../query/words/words.ts'

/** In order of precedence: a slug beats another record's title, a title beats another's alias. */
const KINDS = ['slug', 'package', 'url', 'title', 'alias', 'host'] as const
export type NameKind = (typeof KINDS)[number]

export interface NameMatch {
  position: number
  kind: NameKind
}

export interface NamedRecords {
  /** By precedence, ties in catalogue order. */
  matches: readonly NameMatch[]
  /** The query without the URLs that matched. */
  rest: string
}

/** The names as arrays, for openNames. @param shared hosts of several SDKs */
export function packNames(records: Iterable<SdkRecord>, shared: ReadonlySet<string>): Arrays {
  const [byKey, bySpelling, byHost, byMaker] = [createTable(), createTable(), createTable(), createTable()]
  let position = -1
  for (const record of records) {
    position++
    const { slug, title, aliases, renamed_from = [], github_url, source_website } = record
    for (const [kind, names] of [
      ['slug', [slug, slug.replace(/-sdk$/, '')]],
      ['title', [title]],
      ['alias', [...aliases, ...renamed_from]],
    ] as const) {
      for (const name of names) for (const key of keysOf(name)) byKey.add(key, kind, position)
    }
    const [maker] = tokens(title)
    if (maker !== undefined) byMaker.add(maker, 'title', position)
    const repository = normalizeUrl(github_url)
    bySpelling.add(slug, 'slug', position)
    for (const name of recordPackages(record)) bySpelling.add(name, 'package', position)
    for (const url of [repository, repository.split('/').slice(1).join('/')]) bySpelling.add(url, 'url', position)
    const website = normalizeUrl(source_website ?? '')
    if (website.includes('/')) bySpelling.add(website, 'url', position)
    for (const host of recordHosts(record, shared)) {
      for (const name of [host, memorableHost(host)].filter((name) => name !== undefined)) {
        byHost.add(name, 'host', position)
        byKey.add(lettersAndDigits(name), 'host', position)
      }
    }
  }
  return {
    ...{ ...byKey.pack('names'), ...bySpelling.pack('spellings_of_names') },
    ...{ ...byHost.pack('hosts'), ...byMaker.pack('makers') },
  }
}

/** Keys, and the records of each; a match is one number. */
function createTable() {
  const keys = createNumbering()
  const [numbers, matches] = [createColumn(new Uint32Array()), createColumn(new Uint32Array())]
  /** The keys of the last record. */
  const own = { position: -1, numbers: new Set<number>() }
  return { add, pack }

  /** The first kind counts of those that a record has the key by. @param position not less than those before */
  function add(key: string, kind: NameKind, position: number): void {
    const number = keys.numberOf(key)
    if (own.position !== position) Object.assign(own, { position, numbers: new Set() })
    if (own.numbers.has(number)) return
    own.numbers.add(number)
    numbers.push(number)
    matches.push(position * KINDS.length + KINDS.indexOf(kind))
  }

  function pack(name: string): Arrays {
    const sorted = keys.texts().sort()
    const { starts, rows } = rowsByKey(numbers.rows(), sorted.length)
    const ofRows = matches.rows()
    const lists = sorted.values().map((key) => {
      const number = keys.numberOf(key)
      const list = rows.subarray(starts[number], starts[number + 1]).map((row) => ofRows[row]!)
      return list.sort((a, b) => (a % KINDS.length) - (b % KINDS.length) || a - b)
    })
    return { ...packStrings(name, sorted), ...packLists(`${name}.matches`, lists) }
  }
}

function openNameTable(name: string, arrays: Arrays): (key: string) => NameMatch[] {
  const keys = openStrings(name, arrays)
  const matches = openLists(`${name}.matches`, arrays)
  return (key) => {
    const index = keys.indexOf(key)
    const codes = index < 0 ? [] : matches.at(index)
    return Array.from(codes, (code) => ({
      position: Math.floor(code / KINDS.length),
      kind: KINDS[code % KINDS.length]!,
    }))
  }
}

/** Positions by the first word of the title: "telegram" for the Telegram Bot API. */
export function openMakers(arrays: Arrays): (name: string) => number[] {
  const matches = openNameTable('makers', arrays)
  return (name) => matches(name).map(({ position }) => position)
}

export type MatchNames = ReturnType<typeof openNames>

export function openNames(arrays: Arrays, records: Pick<Records, 'slug' | 'title'>) {
  const byKey = openNameTable('names', arrays)
  /** By the exact spelling that programs use. */
  const bySpelling = openNameTable('spellings_of_names', arrays)
  const byHost = openNameTable('hosts', arrays)

  /** Records of exactly this name, or whose URLs are in the query. */
  return function matchNames(query: string): NamedRecords {
    for (const key of keysOf(query)) {
      const isTitle = ({ position }: NameMatch): boolean => keysOf(records.title(position)).includes(key)
      const matches = byKey(key).filter((match) => isTitle(match) || !isOnlyWords(query))
      if (matches.length > 0) return { matches: exactSpellingFirst(matches, foldAccents(query.trim())), rest: query }
    }
    const matches = new Map<number, NameMatch>()
    let remainder = query
    for (const url of urlsIn(query)) {
      // Lazily: the first runs of most URLs match.
      const ofSegments = segmentRuns(url).map(bySpelling).find(hasAny)
      const owners = ofSegments ?? domainsOf(url).map(byHost).find(hasAny) ?? []
      if (owners.length > 0) remainder = remainder.replace(url, ' ')
      for (const match of owners) if (!matches.has(match.position)) matches.set(match.position, match)
    }
    return { matches: [...matches.values()], rest: remainder }
  }

  /** Whether a name may describe a need: "weather forecast" is the slug of one SDK and an alias of others. */
  function isOnlyWords(query: string): boolean {
    const words = query.trim().split(/\s+/)
    return words.length > 1 && words.every((word) => isEnglishWord(word.toLowerCase()))
  }

  /** "a-b-sdk" and "ab-sdk" are one name to a person and two to a program. */
  function exactSpellingFirst(matches: readonly NameMatch[], typed: string): readonly NameMatch[] {
    const isExact = ({ position }: NameMatch): boolean =>
      typed === records.slug(position) || typed === foldAccents(records.title(position))
    return matches.toSorted((a, b) => Number(isExact(b)) - Number(isExact(a)))
  }
}

const hasAny = (matches: readonly NameMatch[]): boolean => matches.length > 0

/** The name as it is, and without "the", "api", "sdk" and the like. */
function keysOf(name: string): string[] {
  const content = tokens(name).filter((word) => !isStop(word))
  return [...new Set([lettersAndDigits(name), content.join('')])].filter(Boolean)
}
