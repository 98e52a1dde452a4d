/** A record as ranked search reads it: the words of each field, and the terms that are there without being words. */

import { LANGUAGES } from '../../record/languages.ts'
import { needsNoKey, type SdkRecord } from '../../record/record.ts'
import { compact, isStop, nameTokens, stem, tokens } from '../../search/words.ts'
import { conceptsIn, contentWords, kindOf, tagConcept, topicConcept } from '../concepts.ts'
import { hostsOf, memorableHost, sharedHosts, withoutPlatform } from '../names/urls.ts'

/** In the order in which a match is explained: the first field that has the word is named. */
export const FIELDS = ['title', 'alias', 'topic', 'description', 'need', 'host', 'language', 'entity'] as const
export type Field = (typeof FIELDS)[number]

/** Share of its field's weight that a topic gets from words that only suggest it. */
const SUGGESTED_TOPIC = 0.3
/** "removes the old background" names the removal of a background. */
const GAP = 1

export interface FieldText {
  words: readonly string[]
  /** Of each word. */
  stems: readonly string[]
  /** Names written as one word. */
  joined: readonly string[]
  /** Joined names and concepts, with their share of the field's weight and how the record spells them. */
  extra: ReadonlyMap<string, { factor: number; spelling: string }>
}

/** @param records all there are, which tells whose hosts are shared */
export function fieldReader(records: readonly SdkRecord[]): (record: SdkRecord) => Record<Field, FieldText> {
  const shared = sharedHosts(records)
  return function fieldsOf(record) {
    const base = record.slug.replace(/-sdk$/, '')
    const hosts = hostsOf(record, shared).map((host) => withoutPlatform(memorableHost(host) ?? host))
    const languages = record.languages.flatMap((language) => [language, LANGUAGES[language]])
    const traits = [...languages, record.cli ? 'cli' : '', record.mcp ? 'mcp' : '', needsNoKey(record) ? 'no key' : '']
    return {
      title: nameText([record.title, base]),
      alias: nameText(record.aliases),
      topic: topicText(record.topics),
      description: plainText(tokens(record.description ?? '')),
      need: sentencesText(record.needs.map(tokens)),
      host: nameText([...new Set(hosts)]),
      language: plainText(tokens(traits.join(' '))),
      entity: plainText([
        ...record.entities.flatMap(({ name, words }) => [
          ...nameTokens(name),
          ...Object.values(words ?? {}).flatMap(tokens),
        ]),
        ...Object.values(record.operation_needs).flatMap(tokens),
      ]),
    }
  }
}

type Extra = Map<string, { factor: number; spelling: string }>

const plainText = (words: readonly string[]) => sentencesText([words])

/** A word counts once in all sentences, and alone only where it stands for itself. */
function sentencesText(sentences: readonly (readonly string[])[]): FieldText & { extra: Extra } {
  const extra: Extra = new Map()
  const words: string[] = []
  const stems: string[] = []
  const seen = new Set<string>()
  for (const sentence of sentences) {
    const all = sentence.map(stem)
    const closed = addConcepts(sentence, all, extra)
    sentence.forEach((word, at) => {
      if (closed.has(word) || seen.has(word)) return
      if (sentences.length > 1) seen.add(word)
      words.push(word)
      stems.push(all[at]!)
    })
  }
  return { words, stems, joined: [], extra }
}

/** Adds the concepts that a sentence names; returns the words that mean something only in them. */
function addConcepts(words: readonly string[], stems: readonly string[], extra: Extra): ReadonlySet<string> {
  const closedWords = new Set<string>()
  const content = [...words.keys()].filter((at) => !isStop(words[at]!))
  if (content.length === 0 || content.length === words.length) {
    note(words, stems, GAP)
  } else {
    note(words, stems, 0)
    note(
      content.map((at) => words[at]!),
      content.map((at) => stems[at]!),
      GAP,
    )
  }
  return closedWords

  function note(all: readonly string[], stems: readonly string[], gap: number): void {
    const found = conceptsIn(stems, gap)
    for (const { positions, closed } of found) if (closed) for (const at of positions) closedWords.add(all[at]!)
    for (const { concept, positions, closed } of found) {
      const hidden = !closed && closedWords.size > 0 && positions.every((at) => closedWords.has(all[at]!))
      if (extra.has(concept) || hidden) continue
      const spelling = positions
        .toSorted((a, b) => a - b)
        .map((at) => all[at])
        .join(' ')
      extra.set(concept, { factor: kindOf(concept) === 'topic' ? SUGGESTED_TOPIC : 1, spelling })
    }
  }
}

/** Names are also found written as one word, with or without the words that say nothing. */
function nameText(names: readonly string[]): FieldText {
  const text = sentencesText(names.map(nameTokens))
  const joined: string[] = []
  for (const name of names) {
    for (const one of [compact(name), contentWords(nameTokens(name)).map(stem).join('')]) {
      if (!one || text.stems.includes(stem(one))) continue
      joined.push(one)
      text.extra.set(stem(one), { factor: 1, spelling: name.toLowerCase() })
    }
  }
  return { ...text, joined }
}

function topicText(tags: readonly string[]): FieldText {
  const text = plainText(tags.flatMap((tag) => tokens(tag)))
  for (const tag of tags) {
    for (const concept of [topicConcept(tag), tagConcept(tag)]) text.extra.set(concept, { factor: 1, spelling: tag })
  }
  return text
}
