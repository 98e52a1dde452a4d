/**
 * Exact names: which records have precisely this name, however it is spaced, dotted, accented or capitalised, and which
 * URL or package belongs to which record.
 */
import { type Arrays, integers } from '../../packed/file.ts'
import { openLists, packLists } from '../../packed/lists.ts'
import { openStrings, packStrings } from '../../packed/strings.ts'
import type { SdkRecord } from '../../record/record.ts'
import type { Records } from '../../record/records.ts'
import { compact, foldAccents, isStop, tokens } from '../../search/words.ts'
import { englishWords } from '../word-lists.ts'
import {
  domainsOf,
  hostsOf,
  memorableHost,
  normalizeUrl,
  packagesOf,
  segmentRuns,
  sharedHosts,
  urlsIn,
} from './urls.ts'

/** In order of precedence: a slug beats another record's title, a title beats another's alias. */
const KINDS = ['slug', 'package', 'url', 'title', 'alias', 'host'] as const
export type NameKind = (typeof KINDS)[number]

export interface NameMatch {
  position: number
  kind: NameKind
}

type Names = Map<string, NameMatch[]>

/** The names as arrays of numbers, for openNames. */
export function packNames(records: readonly SdkRecord[]): Arrays {
  const byKey: Names = new Map()
  const bySpelling: Names = new Map()
  const byHost: Names = new Map()
  const shared = sharedHosts(records)
  records.forEach((record, position) => {
    const { slug, title, aliases, github_url, source_website } = record
    const base = slug.replace(/-sdk$/, '')
    const names = { slug: [slug, base], title: [title, withoutBrackets(title)], alias: aliases } as const
    for (const kind of ['slug', 'title', 'alias'] as const) {
      for (const name of names[kind]) for (const key of keysOf(name ?? '')) add(byKey, key, { kind, position })
    }
    const repository = normalizeUrl(github_url)
    add(bySpelling, slug, { kind: 'slug', position })
    for (const name of packagesOf(record)) add(bySpelling, name, { kind: 'package', position })
    for (const url of [repository, repository.split('/').slice(1).join('/')]) {
      add(bySpelling, url, { kind: 'url', position })
    }
    const website = normalizeUrl(source_website ?? '')
    if (website.includes('/')) add(bySpelling, website, { kind: 'url', position })
    for (const host of hostsOf(record, shared)) {
      for (const name of [host, memorableHost(host)]) {
        if (name === undefined) continue
        add(byHost, name, { kind: 'host', position })
        add(byKey, compact(name), { kind: 'host', position })
      }
    }
  })
  return { ...pack('keys', byKey), ...pack('spelled', bySpelling), ...pack('hosts', byHost) }
}

function pack(name: string, names: Names): Arrays {
  const lists = [...names.values()].map((list) =>
    list.toSorted((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || a.position - b.position),
  )
  return {
    ...packStrings(name, [...names.keys()]),
    ...packLists(
      `${name}.records`,
      lists.map((list) => list.map(({ position }) => position)),
    ),
    [`${name}.kinds`]: integers(lists.flatMap((list) => list.map(({ kind }) => KINDS.indexOf(kind)))),
  }
}

function open(name: string, arrays: Arrays): (text: string) => NameMatch[] {
  const names = openStrings(name, arrays)
  const matches = openLists(`${name}.records`, arrays)
  const kinds = arrays[`${name}.kinds`]!
  return (text) => {
    const found: NameMatch[] = []
    const index = names.indexOf(text)
    if (index < 0) return found
    for (let at = matches.start(index); at < matches.end(index); at++) {
      found.push({ position: matches.values[at]!, kind: KINDS[kinds[at]!]! })
    }
    return found
  }
}

/** @param arrays of packNames for these records */
export function openNames(arrays: Arrays, records: Pick<Records, 'slug' | 'title'>) {
  const byKey = open('keys', arrays)
  /** By the exact spelling that programs use. */
  const bySpelling = open('spelled', arrays)
  const byHost = open('hosts', arrays)

  /**
   * Records of exactly this name, or whose URLs are in the query.
   * @returns the surest first, ties in catalogue order, and the query without the URLs that matched
   */
  return function matchNames(query: string): { matches: readonly NameMatch[]; rest: string } {
    for (const key of keysOf(query)) {
      const found = byKey(key).filter((match) => isTitle(match, key) || !isOnlyWords(query))
      if (found.length > 0) {
        return { matches: exactSpellingFirst(found, foldAccents(query.trim())), rest: query }
      }
    }
    const found = new Map<number, NameMatch>()
    let rest = query
    for (const url of urlsIn(query)) {
      const owners = ownersOf(url)
      if (owners.length > 0) rest = rest.replace(url, ' ')
      for (const match of owners) if (!found.has(match.position)) found.set(match.position, match)
    }
    return { matches: [...found.values()], rest }
  }

  function isTitle({ kind, position }: NameMatch, key: string): boolean {
    return kind === 'title' || keysOf(records.title(position)).includes(key)
  }

  /** "weather forecast" is what somebody needs, though it is the slug of one SDK and an alias of others. */
  function isOnlyWords(query: string): boolean {
    const words = query.trim().split(/\s+/)
    return words.length > 1 && words.every((word) => englishWords().has(word.toLowerCase()))
  }

  function ownersOf(url: string): readonly NameMatch[] {
    for (const run of segmentRuns(url)) {
      const found = bySpelling(run)
      if (found.length > 0) return found
    }
    for (const domain of domainsOf(url)) {
      const found = byHost(domain)
      if (found.length > 0) return found
    }
    return []
  }

  /** "a-b-sdk" and "ab-sdk" are one name to a person and two to a program. */
  function exactSpellingFirst(found: readonly NameMatch[], typed: string): readonly NameMatch[] {
    const isExact = ({ position }: NameMatch): boolean =>
      typed === records.slug(position) || typed === foldAccents(records.title(position))
    return [...found.filter(isExact), ...found.filter((match) => !isExact(match))]
  }
}

function add(names: Names, key: string, match: NameMatch): void {
  const list = names.get(key)
  if (!list) names.set(key, [match])
  else if (list.every(({ position }) => position !== match.position)) list.push(match)
}

/** As it is, and without "the", "api", "sdk" and the like. */
function keysOf(name: string): string[] {
  const whole = compact(name)
  const content = tokens(name)
    .filter((word) => !isStop(word))
    .join('')
  return [...new Set([whole, content])].filter(Boolean)
}

/** "Country.is (beta)" -> "Country.is". */
const withoutBrackets = (title: string): string | undefined => /^(.+?)\s*\([^)]*\)$/.exec(title)?.[1]
