/** A record as ranked search reads it: the words of each field, and the terms that are there without being words. */
import { LANGUAGES, type SdkRecord } from '../../record/record.ts'
import { compact, nameTokens, stem, tokens } from '../../search/words.ts'
import { conceptsIn, saying, sortOf, tagConcept, topicConcept } from '../concepts.ts'
import { hostOf, hostsOf, sharedHosts, withoutPlatform } from '../urls.ts'

/** In the order in which a match is explained: the first field that has the word is named. */
export const FIELDS = ['title', 'alias', 'topic', 'description', 'need', 'host', 'language', 'entity'] as const
export type Field = (typeof FIELDS)[number]

/** Share of its field's weight that a topic gets from words that only speak of it. */
const SPOKEN_OF = 0.3
/** "removes the old background" names the removal of a background. */
const APART = 1

export interface FieldText {
  words: readonly string[]
  /** Of each word. */
  stems: readonly string[]
  /** Names written as one word. */
  joined: readonly string[]
  /** Joined names and concepts, with their share of the field's weight and how the record spells them. */
  extra: ReadonlyMap<string, { factor: number; spelled: string }>
}

/** @param records all there are, which tells whose hosts are shared */
export function fieldReader(records: readonly SdkRecord[]): (record: SdkRecord) => Record<Field, FieldText> {
  const shared = sharedHosts(records)
  return function fieldsOf(record) {
    const base = record.slug.replace(/-sdk$/, '')
    const hosts = hostsOf(record, shared).map((host) => withoutPlatform(hostOf(host) ?? host))
    const languages = record.languages.flatMap((language) => [language, LANGUAGES[language]])
    const traits = [...languages, record.cli ? 'cli' : '', record.mcp ? 'mcp' : '', record.no_auth ? 'no key' : '']
    return {
      title: named([record.title, base]),
      alias: named(record.aliases),
      topic: topics(record.topics),
      description: worded(tokens(record.description ?? '')),
      need: apart(record.needs.map(tokens)),
      host: named([...new Set(hosts)]),
      language: worded(tokens(traits.join(' '))),
      entity: worded(record.entities.flatMap(({ name }) => tokens(name))),
    }
  }
}

type Extra = Map<string, { factor: number; spelled: string }>

const worded = (words: readonly string[]) => apart([words])

/** Each text is a sentence of its own; a word counts once in all of them, and alone only where it stands for itself. */
function apart(texts: readonly (readonly string[])[]): FieldText & { extra: Extra } {
  const extra: Extra = new Map()
  const words: string[] = []
  const stems: string[] = []
  const seen = new Set<string>()
  for (const text of texts) {
    const all = text.map(stem)
    const closed = name(text, all, extra)
    text.forEach((word, at) => {
      if (closed.has(word) || seen.has(word)) return
      if (texts.length > 1) seen.add(word)
      words.push(word)
      stems.push(all[at]!)
    })
  }
  return { words, stems, joined: [], extra }
}

/** Adds the concepts that a text names; returns the words that mean something only in them. */
function name(words: readonly string[], stems: readonly string[], extra: Extra): ReadonlySet<string> {
  const said = saying(words)
  const closed = new Set<string>()
  if (said.length < words.length) note(words, stems, 0)
  note(said, said.length < words.length ? said.map(stem) : stems, APART)
  return closed

  function note(all: readonly string[], stems: readonly string[], apart: number): void {
    const found = conceptsIn(stems, apart)
    for (const { places, closed: together } of found) if (together) for (const at of places) closed.add(all[at]!)
    for (const { concept, places, closed: together } of found) {
      if (extra.has(concept) || (!together && closed.size > 0 && places.every((at) => closed.has(all[at]!)))) continue
      const spelled =
        places.length === 1
          ? all[places[0]!]!
          : inOrder(places)
              .map((at) => all[at])
              .join(' ')
      extra.set(concept, { factor: sortOf(concept) === 'topic' ? SPOKEN_OF : 1, spelled })
    }
  }
}

const inOrder = (places: readonly number[]): number[] => [...places].sort((a, b) => a - b)

/** Names are also found written as one word, with or without the words that say nothing. */
function named(names: readonly string[]): FieldText {
  const text = apart(names.map(nameTokens))
  const joined: string[] = []
  for (const name of names) {
    for (const one of [compact(name), saying(nameTokens(name)).map(stem).join('')]) {
      if (!one || text.stems.includes(stem(one))) continue
      joined.push(one)
      text.extra.set(stem(one), { factor: 1, spelled: name.toLowerCase() })
    }
  }
  return { ...text, joined }
}

function topics(tags: readonly string[]): FieldText {
  const text = worded(tags.flatMap((tag) => tokens(tag)))
  for (const tag of tags) {
    for (const concept of [topicConcept(tag), tagConcept(tag)]) text.extra.set(concept, { factor: 1, spelled: tag })
  }
  return text
}
