/** How well a record fits a query: whether one of its sentences, or of its operations, holds the words together. */
import type { Arrays, Integers } from '../../packed/file.ts'
import { openLists } from '../../packed/lists.ts'
import { OPERATIONS } from '../../record/languages.ts'
import type { SdkRecord } from '../../record/record.ts'
import { isStory, type QueryWord } from '../query/query.ts'
import type { Inverted } from './inverted.ts'

export type OperationName = SdkRecord['entities'][number]['ops'][number]

/** An operation of a record. */
export interface OperationMatch {
  /** Index among the entities of the record. */
  entity: number
  op: OperationName
}

export interface Fit {
  /** Share of the query that the best sentence has, times the share of the sentence that the query has, 0 to 1. */
  sentence: number
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
/** What a sentence about one operation counts beside one about the whole; a long text says too many things in passing. */
const OPERATION = 0.9
const OPERATION_OF_STORY = 0.5
/** How well a word that is only related to another stands for it. */
const RELATED = 0.5
/** An operation is named where it has this share of the query, or this one with the whole name of its entity. */
const NAMED = 0.6
const NAMED_WITH_ENTITY = 0.15
/** One of its needs fits the query this well. */
const NAMED_BY_NEED = 0.35

const UNKNOWN = 2 ** 16 - 1

/** A slot, and the best term of the query that it satisfies. */
interface Found {
  slot: number
  place: number
}

export type Phrases = ReturnType<typeof openPhrases>

/** @param arrays of packSentences for the records and the index */
export function openPhrases(arrays: Arrays, { idfs }: Pick<Inverted, 'idfs'>) {
  const [firstSentence, firstSlot, kinds] = ['sentences.starts', 'slots.starts', 'slots.kinds'].map(
    (name) => arrays[name],
  ) as [Integers, Integers, Integers]
  const { values: satisfying, start: firstTerm, end: endOfTerms, size } = openLists('kinds', arrays)
  const [lengths, operations, entities, nameWords] = [
    'sentences.lengths',
    'sentences.operations',
    'sentences.entities',
    'sentences.name_words',
  ].map((name) => arrays[name]) as [Integers, Integers, Integers, Integers]
  /** By kind: what its word tells; 0 for one that no record has. */
  const idfOfKind = new Float64Array(size)
  for (let kind = 0; kind < size; kind++) idfOfKind[kind] = idfs[satisfying[firstTerm(kind)]! - 1] ?? 0
  const idfOf = (slot: number): number => idfOfKind[kinds[slot]!]!
  /** By 1 + term: 1 + its place among those of the query. Of one query, which runs to its end before the next begins. */
  const places = new Uint16Array(1 + idfs.length)
  /** By kind: the least of the places of its terms, 0 for none; UNKNOWN until a slot asks for it. */
  const placeOfKind = new Uint16Array(size)

  function bestPlace(kind: number): number {
    let best = 0
    for (let at = firstTerm(kind); at < endOfTerms(kind); at++) {
      const place = places[satisfying[at]!]!
      if (place > 0 && (best === 0 || place < best)) best = place
    }
    return best
  }

  /**
   * @param positions of the records to look at
   * @returns how well each of them fits the words
   */
  return function fitter(
    words: readonly QueryWord[],
    worth: readonly number[],
    typed: ReadonlySet<string>,
    positions: readonly number[],
  ): Map<number, Fit> {
    const ofOperation = isStory(words) ? OPERATION_OF_STORY : OPERATION
    const total = worth.reduce((sum, one) => sum + one, 0)
    const terms = termsOf(words)
    terms.forEach(({ id }, at) => {
      places[1 + id] = 1 + at
    })
    placeOfKind.fill(UNKNOWN)
    const fits = new Map(positions.map((position) => [position, fitOf(position)]))
    for (const { id } of terms) places[1 + id] = 0
    return fits

    function fitOf(position: number): Fit {
      const best: Fit & { rank: number } = { sentence: 0, operation: 0, rank: 0 }
      let slot = firstSlot[position]!
      for (let sentence = firstSentence[position]!; sentence < firstSentence[position + 1]!; sentence++) {
        const start = slot
        const end = slot + lengths[sentence]!
        let found: Found[] | undefined
        for (; slot < end; slot++) {
          const kind = kinds[slot]!
          let place = placeOfKind[kind]!
          if (place === UNKNOWN) place = placeOfKind[kind] = bestPlace(kind)
          if (place === 0) continue
          found ??= []
          found.push({ place, slot })
        }
        if (found) weigh(best, sentence, start, found)
      }
      return best
    }

    function weigh(best: Fit & { rank: number }, sentence: number, start: number, found: Found[]): void {
      const nameEnd = start + nameWords[sentence]!
      let [matched, satisfied, seen, named] = [0, 0, 0, 0]
      for (const { place, slot } of found.sort((a, b) => a.place - b.place)) {
        const { factor, mask } = terms[place - 1]!
        matched += factor * idfOf(slot)
        if (slot < nameEnd) named++
        for (let fresh = mask & ~seen; fresh !== 0; fresh &= fresh - 1) {
          satisfied += factor * worth[31 - Math.clz32(fresh & -fresh)]!
        }
        seen |= mask
      }
      const operation = operations[sentence]!
      const share = satisfied / total
      // A need is held whole or not at all; an operation's words are a list of which a query names some.
      const isNeed = nameWords[sentence] === 0
      const fit = isNeed ? Math.sqrt(share) * (matched / massOf(start, start + lengths[sentence]!)) : 0
      best.sentence = Math.max(best.sentence, operation > 0 ? fit * ofOperation : fit)
      if (operation === 0) return
      const op = OPERATIONS[operation - 1]!
      const name = isNeed ? fit : named / nameWords[sentence]!
      const verb = VERBS[op].some((one) => typed.has(one)) ? VERB_BONUS : 0
      const rank = share + verb + ENTITY_BONUS * name
      if (rank <= best.rank) return
      best.rank = rank
      best.operation = share
      const isNamed = isNeed ? fit >= NAMED_BY_NEED : share >= NAMED || (name === 1 && share >= NAMED_WITH_ENTITY)
      if (isNamed) best.best = { entity: entities[sentence]!, op }
      else delete best.best
    }
  }

  /** What the words of a sentence tell, together; never 0. */
  function massOf(start: number, end: number): number {
    let mass = 0
    for (let slot = start; slot < end; slot++) mass += idfOf(slot)
    return mass || Number.MIN_VALUE
  }

  /** The terms that satisfy the words, the best first, each with the words as bits. */
  function termsOf(words: readonly QueryWord[]): { id: number; factor: number; mask: number }[] {
    const terms = new Map<number, { id: number; factor: number; mask: number }>()
    words.forEach(({ variants }, index) => {
      for (const { posting, factor, related } of variants) {
        const { id } = posting
        const value = related ? factor * RELATED : factor
        const known = terms.get(id) ?? { id, factor: 0, mask: 0 }
        terms.set(id, { id, factor: Math.max(known.factor, value), mask: known.mask | (1 << index) })
      }
    })
    return [...terms.values()].sort((a, b) => b.factor - a.factor || a.id - b.id)
  }
}
