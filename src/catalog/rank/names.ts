/** Exact names: who is called precisely this, however it is spaced, dotted, accented or capitalised. */

import type { SdkRecord } from '../record.ts'
import { hostOf } from './inverted.ts'
import { compact, isStop, plain, tokens } from './stem.ts'

/** In order of precedence: a slug beats another record's title, a title beats another's alias. */
const KINDS = ['slug', 'title', 'alias', 'host'] as const
export type NameKind = (typeof KINDS)[number]

interface NameMatch {
  position: number
  kind: NameKind
}

/** Records of exactly this name, the surest first; ties in catalogue order. */
export type ExactNames = (query: string) => readonly NameMatch[]

export function indexNames(records: readonly SdkRecord[]): ExactNames {
  const byKey = new Map<string, NameMatch[]>()
  records.forEach((record, position) => {
    const names: Record<NameKind, readonly (string | undefined)[]> = {
      slug: [record.slug, record.slug.replace(/-sdk$/, '')],
      title: [record.title, withoutBrackets(record.title)],
      alias: record.aliases,
      host: [hostOf(record.source_website), hostOf(record.server_url)],
    }
    for (const kind of KINDS) for (const name of names[kind]) for (const key of keysOf(name ?? '')) add(key, kind)

    function add(key: string, kind: NameKind): void {
      const list = byKey.get(key)
      if (!list) byKey.set(key, [{ position, kind }])
      else if (list.every((known) => known.position !== position)) list.push({ position, kind })
    }
  })
  for (const list of byKey.values()) {
    list.sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || a.position - b.position)
  }
  return function named(query) {
    for (const key of keysOf(query)) {
      const found = byKey.get(key)
      if (found) return toTheLetterFirst(found, plain(query.trim()))
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
