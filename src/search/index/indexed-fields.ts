/** The indexed form of a record: the words of each field, and terms that are not words, such as concepts. */
import { LANGUAGES } from '../../catalog/record/languages.ts'
import type { SdkRecord } from '../../catalog/record/record.ts'
import { needsNoKey } from '../../catalog/record/traits.ts'
import { memorableHost, recordHosts, withoutPlatform } from '../../query/url-names.ts'
import { conceptsIn, contentWords, kindOf, topicConcept } from '../../query/words/concepts.ts'
import { lettersAndDigits, nameTokens, stem, tokens } from '../../query/words/words.ts'
import { FIELD_WEIGHTS, SUGGESTED_TOPIC } from '../weights.ts'

export type Field = keyof typeof FIELD_WEIGHTS
/** In the order in which a match is explained. */
export const FIELDS = Object.keys(FIELD_WEIGHTS) as Field[]

/** The fields as the bits that the index has of each term. */
export const fieldBits = (...fields: Field[]): number =>
  fields.reduce((bits, field) => bits | (1 << FIELDS.indexOf(field)), 0)

export interface FieldText {
  words: readonly string[]
  /** Of each word. */
  stems: readonly string[]
  /** Names written as one word. */
  joined: readonly string[]
  /** Joined names and concepts, with their share of the field's weight and how the record spells them. */
  extra: Map<string, { factor: number; spelling: string }>
}

/** @param shared hosts of several SDKs */
export function fieldReader(shared: ReadonlySet<string>): (record: SdkRecord) => Record<Field, FieldText> {
  return function fieldsOf(record) {
    const base = record.slug.replace(/-sdk$/, '')
    const hosts = recordHosts(record, shared).map((host) => withoutPlatform(memorableHost(host) ?? host))
    const languages = record.languages.flatMap((language) => [language, LANGUAGES[language]])
    // Those that are known to do something.
    const { cli, mcp } = record
    const surfaces = [
      cli && cli.words?.length !== 0 && 'cli',
      mcp && (mcp.tools?.length ?? 1) > (mcp.idle?.length ?? 0) && 'mcp',
    ]
    const traits = [...languages, ...surfaces, needsNoKey(record) && 'no key'].filter(Boolean)
    const entityWords = record.entities.flatMap(({ name, words = {} }) => [
      ...nameTokens(name),
      ...Object.values(words).flatMap(tokens),
    ])
    return {
      title: nameText([record.title, base]),
      alias: nameText(record.aliases),
      topic: topicText(record.topics),
      description: plainText(tokens(record.description ?? '')),
      need: sentencesText(record.needs.map(tokens)),
      host: nameText([...new Set(hosts)]),
      language: plainText(tokens(traits.join(' '))),
      entity: plainText([...entityWords, ...Object.values(record.operation_needs).flatMap(tokens)]),
    }
  }
}

const plainText = (words: readonly string[]) => sentencesText([words])

/** A word counts once in all sentences. */
function sentencesText(sentences: readonly (readonly string[])[]): FieldText {
  const extra: FieldText['extra'] = new Map()
  const words: string[] = []
  const seen = new Set<string>()
  for (const sentence of sentences) {
    const content = contentWords(sentence)
    for (const { concept, positions } of conceptsIn(content.map(stem), 0)) {
      if (extra.has(concept)) continue
      const inOrder = positions.toSorted((a, b) => a - b)
      const spelling = inOrder.map((at) => content[at]).join(' ')
      extra.set(concept, { factor: kindOf(concept) === 'topic' ? SUGGESTED_TOPIC : 1, spelling })
    }
    for (const word of sentence) {
      if (seen.has(word)) continue
      if (sentences.length > 1) seen.add(word)
      words.push(word)
    }
  }
  return { words, stems: words.map(stem), joined: [], extra }
}

/** Names are also found written as one word, with or without their stop words. */
function nameText(names: readonly string[]): FieldText {
  const text = sentencesText(names.map(nameTokens))
  const joined: string[] = []
  for (const name of names) {
    for (const word of [lettersAndDigits(name), contentWords(nameTokens(name)).map(stem).join('')]) {
      if (!word || text.stems.includes(stem(word))) continue
      joined.push(word)
      text.extra.set(stem(word), { factor: 1, spelling: name.toLowerCase() })
    }
  }
  return { ...text, joined }
}

function topicText(topics: readonly string[]): FieldText {
  const text = plainText(topics.flatMap(tokens))
  for (const topic of topics) {
    text.extra.set(topicConcept(topic), { factor: 1, spelling: topic })
  }
  return text
}
