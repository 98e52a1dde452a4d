/**
 * The sentences of each record, for telling words that hang together from words that are merely all there: what people
 * say they need, the description, and one per operation. Compact, as there are about 40 a record.
 */
import type { SdkRecord } from '../../record/record.ts'
import { isStop, isWeak, nameTokens, stem, tokens } from '../../search/words.ts'
import { conceptsIn, kindOf } from '../concepts.ts'
import type { QueryWord } from '../query/query.ts'

export type OperationName = SdkRecord['entities'][number]['ops'][number]

export interface OperationMatch {
  entity: string
  op: OperationName
}

export interface Fit {
  /** Share of the query that the best sentence has, times the share of the sentence that the query has, 0 to 1. */
  sentence: number
  /** The need itself, where a need fits best. */
  need?: string
  /** Share of the query that the best operation has. */
  operation: number
  best?: OperationMatch
}

/** Words that an operation is asked for by. */
const VERBS: Readonly<Record<OperationName, readonly string[]>> = {
  list: ['list', 'all', 'every', 'browse', 'search', 'which', 'show', 'overview', 'find'],
  load: [
    'get',
    'look',
    'lookup',
    'fetch',
    'details',
    'detail',
    'one',
    'single',
    'read',
    'what',
    'check',
    'retrieve',
    'random',
  ],
  create: [
    'create',
    'add',
    'make',
    'send',
    'post',
    'upload',
    'place',
    'book',
    'register',
    'submit',
    'new',
    'open',
    'start',
    'generate',
    'convert',
    'issue',
    'invite',
    'schedule',
  ],
  update: ['update', 'change', 'edit', 'modify', 'set', 'rename', 'replace', 'move'],
  patch: ['update', 'change', 'edit', 'modify', 'set', 'rename', 'adjust'],
  remove: ['delete', 'remove', 'cancel', 'drop', 'erase', 'revoke', 'unsubscribe', 'clear', 'refund'],
}
/** What the operation's own verb, and the name of its entity, add to its share. */
const VERB_BONUS = 0.08
const ENTITY_BONUS = 0.3
/** How well a word that is only related to another stands for it. */
const RELATED = 0.5
/** An operation is named where it has this share of the query, or this one with the whole name of its entity. */
const NAMED = 0.6
const NAMED_WITH_ENTITY = 0.15

interface Operation extends OperationMatch {
  /** Words of the entity's name, which come first. */
  nameWords: number
}

export type Phrases = ReturnType<typeof phrasesOf>

/** @param idfOf what a term tells; undefined for one that no record has */
export function phrasesOf(records: readonly SdkRecord[], idfOf: (term: string) => number | undefined) {
  const ids = new Map<string, number>()
  const idf: number[] = []
  /** Terms of all slots one after the other; `slotEnds[i]` is where slot i ends, `sentenceEnds[j]` the slot where j ends. */
  const terms: number[] = []
  const slotEnds: number[] = []
  const sentenceEnds: number[] = []
  const recordEnds: number[] = []
  const masses: number[] = []
  const operations: (Operation | undefined)[] = []
  for (const record of records) {
    for (const sentence of [record.description ?? '', ...record.needs]) add(slotsOf(tokens(sentence)))
    for (const { name, ops, words } of record.entities) {
      const entity = slotsOf(nameTokens(name))
      for (const op of ops) {
        const others = slotsOf(words?.[op]?.split(' ') ?? [])
        add([...entity, ...others], { entity: name, op, nameWords: entity.length })
      }
    }
    recordEnds.push(sentenceEnds.length)
  }

  /** @param slots each word as the terms that satisfy it */
  function add(slots: readonly (readonly string[])[], operation?: Operation): void {
    let mass = 0
    for (const slot of slots) {
      for (const term of slot) terms.push(idOf(term))
      slotEnds.push(terms.length)
      mass += idf[ids.get(slot[0]!)!]!
    }
    sentenceEnds.push(slotEnds.length)
    masses.push(mass)
    operations.push(operation)
  }

  function idOf(term: string): number {
    const known = ids.get(term)
    if (known !== undefined) return known
    ids.set(term, idf.length)
    idf.push(idfOf(term) ?? 0)
    return idf.length - 1
  }

  const flat = {
    terms: Uint32Array.from(terms),
    slotEnds: Uint32Array.from(slotEnds),
    sentenceEnds: Uint32Array.from(sentenceEnds),
    recordEnds: Uint32Array.from(recordEnds),
    masses: Float32Array.from(masses),
    idf: Float32Array.from(idf),
  }
  const factorOf = new Float32Array(flat.idf.length)
  const wordsOf = new Uint32Array(flat.idf.length)

  /** A function that tells how well a record fits the words; valid until the next call. */
  return function fitter(words: readonly QueryWord[], worth: readonly number[], typed: ReadonlySet<string>) {
    const used: number[] = []
    const total = worth.reduce((sum, one) => sum + one, 0)
    words.forEach((word, index) => {
      for (const { term, factor, related } of word.variants) {
        const id = ids.get(term)
        const value = related ? factor * RELATED : factor
        if (id === undefined) continue
        factorOf[id] = Math.max(value, factorOf[id]!)
        wordsOf[id]! |= 1 << index
        used.push(id)
      }
    })
    return {
      fit,
      end: () => {
        for (const id of used) {
          factorOf[id] = 0
          wordsOf[id] = 0
        }
      },
    }

    function fit(position: number): Fit {
      const result: Fit & { best?: OperationMatch } = { sentence: 0, operation: 0 }
      const from = position === 0 ? 0 : flat.recordEnds[position - 1]!
      let bestSentence = -1
      let rank = 0
      for (let sentence = from; sentence < flat.recordEnds[position]!; sentence++) {
        const operation = operations[sentence]
        let matched = 0
        let satisfied = 0
        let seen = 0
        let named = 0
        const first = sentence === 0 ? 0 : flat.sentenceEnds[sentence - 1]!
        for (let slot = first; slot < flat.sentenceEnds[sentence]!; slot++) {
          const start = slot === 0 ? 0 : flat.slotEnds[slot - 1]!
          let best = 0
          let all = 0
          for (let at = start; at < flat.slotEnds[slot]!; at++) {
            const factor = factorOf[flat.terms[at]!]!
            if (factor > best) {
              best = factor
              all = wordsOf[flat.terms[at]!]!
            }
          }
          if (best === 0) continue
          if (operation && slot - first < operation.nameWords) named++
          matched += best * flat.idf[flat.terms[start]!]!
          for (let fresh = all & ~seen; fresh !== 0; fresh &= fresh - 1) {
            satisfied += best * worth[31 - Math.clz32(fresh & -fresh)]!
          }
          seen |= all
        }
        if (satisfied === 0) continue
        if (operation) {
          const verb = VERBS[operation.op].some((one) => typed.has(one)) ? VERB_BONUS : 0
          const name = operation.nameWords === 0 ? 0 : named / operation.nameWords
          const share = satisfied / total
          if (share + verb + ENTITY_BONUS * name > rank) {
            rank = share + verb + ENTITY_BONUS * name
            result.operation = share
            if (share >= NAMED || (name === 1 && share >= NAMED_WITH_ENTITY)) result.best = operation
            else delete result.best
          }
        } else {
          const share = Math.sqrt(satisfied / total) * (matched / flat.masses[sentence]!)
          if (share > result.sentence) {
            result.sentence = share
            bestSentence = sentence - from
          }
        }
      }
      if (bestSentence > 0) result.need = records[position]!.needs[bestSentence - 1]!
      return result
    }
  }
}

/** Each word that says something, with the concepts that stand for it. */
function slotsOf(words: readonly string[]): string[][] {
  const content = words.filter((word) => !isStop(word))
  const strong = content.filter((word) => !isWeak(word))
  const kept = strong.length > 0 ? strong : content
  const stems = kept.map(stem)
  const slots = stems.map((one) => [one])
  for (const { concept, positions } of conceptsIn(content.map(stem), 1)) {
    const kind = kindOf(concept)
    if (kind !== 'synonym' && kind !== 'action') continue
    for (const at of positions) {
      const slot = slots[stems.indexOf(stem(content[at]!))]
      if (slot && !slot.includes(concept)) slot.push(concept)
    }
  }
  return slots
}
