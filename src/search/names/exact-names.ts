/**
 * Exact names: the records that have a name, regardless of spaces, dots, accents and case, and the record to which a URL
 * or a package belongs.
 */
import type { Arrays } from '../../catalog/packed/array-file.ts'
import { openLists, packLists } from '../../catalog/packed/lists.ts'
import { decodeLines, encodeLines, indexInSorted } from '../../catalog/packed/strings.ts'
import type { SdkRecord } from '../../catalog/record/record.ts'
import type { Records } from '../../catalog/record/records.ts'
import {
  domainsOf,
  memorableHost,
  normalizeUrl,
  recordHosts,
  recordPackages,
  segmentRuns,
  sharedHosts,
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

type Names = Map<string, NameMatch[]>

/** The names as arrays, for openNames. */
export function packNames(records: readonly SdkRecord[]): Arrays {
  const byKey: Names = new Map()
  const bySpelling: Names = new Map()
  const byHost: Names = new Map()
  const shared = sharedHosts(records)
  records.forEach((record, position) => {
    const { slug, title, aliases, renamed_from = [], github_url, source_website } = record
    for (const [kind, names] of [
      ['slug', [slug, slug.replace(/-sdk$/, '')]],
      ['title', [title]],
      ['alias', [...aliases, ...renamed_from]],
    ] as const) {
      for (const name of names) for (const key of keysOf(name)) add(byKey, key, { kind, position })
    }
    const repository = normalizeUrl(github_url)
    add(bySpelling, slug, { kind: 'slug', position })
    for (const name of recordPackages(record)) add(bySpelling, name, { kind: 'package', position })
    for (const url of [repository, repository.split('/').slice(1).join('/')]) {
      add(bySpelling, url, { kind: 'url', position })
    }
    const website = normalizeUrl(source_website ?? '')
    if (website.includes('/')) add(bySpelling, website, { kind: 'url', position })
    for (const host of recordHosts(record, shared)) {
      for (const name of [host, memorableHost(host)].filter((name) => name !== undefined)) {
        add(byHost, name, { kind: 'host', position })
        add(byKey, lettersAndDigits(name), { kind: 'host', position })
      }
    }
  })
  return { ...pack('names', byKey), ...pack('spellings_of_names', bySpelling), ...pack('hosts', byHost) }
}

function add(names: Names, key: string, match: NameMatch): void {
  const matches = names.get(key)
  if (!matches) names.set(key, [match])
  else if (matches.every(({ position }) => position !== match.position)) matches.push(match)
}

/** Each match as one number. */
function pack(name: string, names: Names): Arrays {
  const keys = [...names.keys()].sort()
  const matches = keys.map((key) =>
    names
      .get(key)!
      .toSorted((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || a.position - b.position)
      .map(({ position, kind }) => position * KINDS.length + KINDS.indexOf(kind)),
  )
  return { [name]: encodeLines(keys), ...packLists(`${name}.matches`, matches) }
}

function openNameTable(name: string, arrays: Arrays): (key: string) => NameMatch[] {
  const keys = decodeLines(arrays[name] as Uint8Array)
  const matches = openLists(`${name}.matches`, arrays)
  return (key) => {
    const index = indexInSorted(keys, key)
    const codes = index < 0 ? [] : matches.at(index)
    return Array.from(codes, (code) => ({
      position: Math.floor(code / KINDS.length),
      kind: KINDS[code % KINDS.length]!,
    }))
  }
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
