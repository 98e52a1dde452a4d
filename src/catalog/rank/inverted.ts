/**
 * The inverted index of ranked search: term -> the records that have it, each with its BM25F weight and the fields it
 * stands in. Fields are weighed before saturation, so a word in the title beats the same word repeated in a description.
 * The dictionary is MiniSearch's radix tree, which also answers prefixes and typos.
 */
import SearchableMap from 'minisearch/SearchableMap'
import { LANGUAGES, type SdkRecord } from '../record.ts'
import { conceptsIn, saying, sortOf, topicConcept } from './concepts.ts'
import { compact, nameTokens, stem, tokens } from './stem.ts'

/** In the order in which a match is explained: the first field that has the word is named. */
export const FIELDS = ['title', 'alias', 'topic', 'description', 'need', 'host', 'language', 'entity'] as const
type Field = (typeof FIELDS)[number]

const IN_TITLE = 1 << FIELDS.indexOf('title')

/** Weight of a word, and how much a long field dilutes it (BM25's b). */
const WEIGHTS: Readonly<Record<Field, { weight: number; dilution: number }>> = {
  title: { weight: 5, dilution: 0.5 },
  alias: { weight: 4, dilution: 0.3 },
  topic: { weight: 3, dilution: 0.3 },
  description: { weight: 2, dilution: 0.5 },
  need: { weight: 1.5, dilution: 0.3 },
  host: { weight: 1.5, dilution: 0.3 },
  language: { weight: 0.6, dilution: 0 },
  entity: { weight: 0.5, dilution: 0.6 },
}
/** Share of its field's weight that a topic gets from words that only speak of it. */
const SPOKEN_OF = 0.3
/** "removes the old background" names the removal of a background. */
const APART = 1
/** BM25's k1: how soon more of the same stops counting. */
const SATURATION = 1.2

export interface Posting {
  /** Ascending positions of records. */
  readonly positions: Uint32Array
  /** Saturated weight of the term in each, between 0 and 1. */
  readonly weights: Float32Array
  /** Bit i: the term stands in FIELDS[i]. */
  readonly fields: Uint8Array
  /** Rarity: how much the term tells. */
  readonly idf: number
  /** Stands in some title. */
  readonly inNames: boolean
}

export interface Inverted {
  readonly size: number
  readonly terms: SearchableMap<Posting>
}

interface Draft {
  positions: number[]
  weights: number[]
  fields: number[]
}

export function invert(records: readonly SdkRecord[]): Inverted {
  const texts = records.map(fieldsOf)
  const usual = Object.fromEntries(
    FIELDS.map((field) => [field, texts.reduce((sum, text) => sum + text[field].words.length, 0) / texts.length || 1]),
  ) as Record<Field, number>
  const drafts = new Map<string, Draft>()
  texts.forEach((text, position) => {
    const weights = new Map<string, number>()
    const places = new Map<string, number>()
    FIELDS.forEach((field, bit) => {
      const { weight, dilution } = WEIGHTS[field]
      const { words, extra } = text[field]
      const share = weight / (1 - dilution + (dilution * words.length) / usual[field])
      for (const word of words) note(word, share, bit)
      for (const [term, factor] of extra) note(term, share * factor, bit)
    })
    for (const [term, weight] of weights) {
      const draft = drafts.get(term) ?? { positions: [], weights: [], fields: [] }
      if (draft.positions.length === 0) drafts.set(term, draft)
      draft.positions.push(position)
      draft.weights.push(weight / (weight + SATURATION))
      draft.fields.push(places.get(term)!)
    }

    function note(term: string, weight: number, bit: number): void {
      weights.set(term, (weights.get(term) ?? 0) + weight)
      places.set(term, (places.get(term) ?? 0) | (1 << bit))
    }
  })
  const terms = new SearchableMap<Posting>()
  for (const [term, { positions, weights, fields }] of drafts) {
    terms.set(term, {
      positions: Uint32Array.from(positions),
      weights: Float32Array.from(weights),
      fields: Uint8Array.from(fields),
      idf: Math.log(1 + (records.length - positions.length + 0.5) / (positions.length + 0.5)),
      inNames: fields.some((bits) => bits & IN_TITLE),
    })
  }
  return { size: records.length, terms }
}

/** Stems as they stand, and terms that are there without being words: joined names and concepts, with their share. */
interface FieldText {
  words: string[]
  extra: Map<string, number>
}

function fieldsOf(record: SdkRecord): Record<Field, FieldText> {
  const base = record.slug.replace(/-sdk$/, '')
  const hosts = [record.source_website, record.server_url].map(hostOf).filter((host) => host !== undefined)
  const languages = record.languages.flatMap((language) => [language, LANGUAGES[language]])
  const traits = [...languages, record.cli ? 'cli' : '', record.mcp ? 'mcp' : '', record.no_auth ? 'no key' : '']
  return {
    title: named([record.title, base]),
    alias: named(record.aliases),
    topic: topics(record.topics),
    description: worded(tokens(record.description ?? '')),
    need: worded([...new Set(record.needs.flatMap((need) => tokens(need)))]),
    host: named([...new Set(hosts)]),
    language: worded(tokens(traits.join(' '))),
    entity: worded(record.entities.flatMap(({ name }) => tokens(name))),
  }
}

function worded(words: readonly string[]): FieldText {
  const extra = new Map<string, number>()
  const stems = words.map(stem)
  for (const { concept } of [...conceptsIn(stems, 0), ...conceptsIn(saying(words), APART)]) {
    extra.set(concept, sortOf(concept) === 'topic' ? SPOKEN_OF : 1)
  }
  return { words: stems, extra }
}

/** Names are also found written as one word, with or without the words that say nothing. */
function named(names: readonly string[]): FieldText {
  const words = [...new Set(names.flatMap((name) => nameTokens(name)))]
  const { words: stems, extra } = worded(words)
  for (const name of names) {
    for (const joined of [compact(name), saying(nameTokens(name)).join('')]) {
      if (joined && !stems.includes(stem(joined))) extra.set(stem(joined), 1)
    }
  }
  return { words: stems, extra }
}

function topics(tags: readonly string[]): FieldText {
  const { words, extra } = worded(tags.flatMap((tag) => tokens(tag)))
  for (const tag of tags) extra.set(topicConcept(tag), 1)
  return { words, extra }
}

/** "https://www.api.example.co/v1" -> "example.co": what of an address people remember. */
export function hostOf(address: string | undefined): string | undefined {
  if (address === undefined) return undefined
  const url = URL.parse(address) ?? URL.parse(`https://${address}`)
  return url?.hostname.replace(/^(?:(?:www|api|developer|developers|docs|data)\.)+(?=[^.]+\.)/, '') || undefined
}
