/**
 * Exact names: who is called precisely this, however it is spaced, dotted, accented or capitalised, and whose address or
 * package this is.
 */

import type { SdkRecord } from '../record/record.ts'
import { compact, isStop, plain, tokens } from '../search/words.ts'
import { addressesIn, addressOf, domainsOf, hostOf, hostsOf, packagesOf, runsOf, sharedHosts } from './urls.ts'

/** In order of precedence: a slug beats another record's title, a title beats another's alias. */
const KINDS = ['slug', 'package', 'address', 'title', 'alias', 'host'] as const
export type NameKind = (typeof KINDS)[number]

export interface NameMatch {
  position: number
  kind: NameKind
}

export interface Named {
  /** The surest first; ties in catalogue order. */
  matches: readonly NameMatch[]
  /** What the query says beside addresses that are a name. */
  rest: string
}

/** Records of exactly this name, or whose addresses are in the query. */
export type ExactNames = (query: string) => Named

type Names = Map<string, NameMatch[]>

export function indexNames(records: readonly SdkRecord[]): ExactNames {
  const byKey: Names = new Map()
  /** By name to the letter, as programs use them. */
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
    const repository = addressOf(github_url)
    add(bySpelling, slug, { kind: 'slug', position })
    for (const name of packagesOf(record)) add(bySpelling, name, { kind: 'package', position })
    for (const address of [repository, repository.split('/').slice(1).join('/')]) {
      add(bySpelling, address, { kind: 'address', position })
    }
    const website = addressOf(source_website ?? '')
    if (website.includes('/')) add(bySpelling, website, { kind: 'address', position })
    for (const host of hostsOf(record, shared)) {
      for (const name of [host, hostOf(host)]) {
        if (name === undefined) continue
        add(byHost, name, { kind: 'host', position })
        add(byKey, compact(name), { kind: 'host', position })
      }
    }
  })
  for (const names of [byKey, bySpelling, byHost]) {
    for (const list of names.values()) {
      list.sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || a.position - b.position)
    }
  }
  return function named(query) {
    for (const key of keysOf(query)) {
      const found = byKey.get(key)
      if (found) return { matches: toTheLetterFirst(found, plain(query.trim())), rest: query }
    }
    const found = new Map<number, NameMatch>()
    let rest = query
    for (const address of addressesIn(query)) {
      const owners = ownersOf(address)
      if (owners.length > 0) rest = rest.replace(address, ' ')
      for (const match of owners) if (!found.has(match.position)) found.set(match.position, match)
    }
    return { matches: [...found.values()], rest }
  }

  function ownersOf(address: string): readonly NameMatch[] {
    for (const run of runsOf(address)) {
      const found = bySpelling.get(run)
      if (found) return found
    }
    for (const domain of domainsOf(address)) {
      const found = byHost.get(domain)
      if (found) return found
    }
    return []
  }

  /** "a-b-sdk" and "ab-sdk" are one name to a reader and two to a program. */
  function toTheLetterFirst(found: readonly NameMatch[], typed: string): readonly NameMatch[] {
    const spelled = ({ position }: NameMatch): boolean => {
      const { slug, title } = records[position]!
      return typed === slug || typed === plain(title)
    }
    return [...found.filter(spelled), ...found.filter((match) => !spelled(match))]
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
  const said = tokens(name)
    .filter((word) => !isStop(word))
    .join('')
  return [...new Set([whole, said])].filter(Boolean)
}

/** "Country.is (beta)" -> "Country.is". */
const withoutBrackets = (title: string): string | undefined => /^(.+?)\s*\([^)]*\)$/.exec(title)?.[1]
