/** How well a record fits a query: whether one of its sentences, or of its operations, holds the words together. */
import type { Arrays, Integers } from '../../packed/file.ts'
import { type Lists, openLists } from '../../packed/lists.ts'
import { OPERATIONS } from '../../record/languages.ts'
import type { SdkRecord } from '../../record/record.ts'
import { isStory, type QueryWord } from '../query/query.ts'
import type { Inverted } from './inverted.ts'

export type OperationName = SdkRecord['entities'][number]['ops'][number]

export interface OperationMatch {
  entity: string
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

export type Phrases = ReturnType<typeof openPhrases>

/** @param arrays of packSentences(records, index) */
export function openPhrases(arrays: Arrays, records: readonly SdkRecord[], { idfs }: Pick<Inverted, 'idfs'>) {
  const [wordOfSlot, recordOfSentence, lengths, operations, entities, nameWords] = [
    'slots.words',
    'sentences.records',
    'sentences.lengths',
    'sentences.operations',
    'sentences.entities',
    'sentences.name_words',
  ].map((name) => arrays[name]) as [Integers, Integers, Integers, Integers, Integers, Integers]
  const slotsOf = slotsByTerm(wordOfSlot, openLists('slots.concepts', arrays))
  const idfOf = (slot: number): number => (wordOfSlot[slot] === 0 ? 0 : idfs[wordOfSlot[slot]! - 1]!)
  const sentenceOfSlot = new Uint32Array(wordOfSlot.length)
  const isName = new Uint8Array(wordOfSlot.length)
  /** Slots up to the end of each record. */
  const endOfRecord = new Uint32Array(records.length)
  /** What the words of each sentence tell, together. */
  const masses = new Float32Array(lengths.length)
  let end = 0
  for (let sentence = 0; sentence < lengths.length; sentence++) {
    const start = end
    end += lengths[sentence]!
    let mass = 0
    for (let slot = start; slot < end; slot++) {
      sentenceOfSlot[slot] = sentence
      mass += idfOf(slot)
    }
    isName.fill(1, start, start + nameWords[sentence]!)
    masses[sentence] = mass
    endOfRecord[recordOfSentence[sentence]!] = end
  }
  // Buffers of one query, which runs to its end before the next begins.
  const taken = new Uint8Array(sentenceOfSlot.length)
  const matched = new Float32Array(masses.length)
  const satisfied = new Float32Array(masses.length)
  const seen = new Uint32Array(masses.length)
  const named = new Uint8Array(masses.length)
  const bestOf = new Map<number, Fit & { rank: number }>()

  /**
   * @param positions of the records to look at
   * @returns how well each of them fits the words; valid until the next call
   */
  return function fitter(
    words: readonly QueryWord[],
    worth: readonly number[],
    typed: ReadonlySet<string>,
    positions: readonly number[],
  ) {
    const wanted = positions.toSorted((a, b) => a - b)
    const ofOperation = isStory(words) ? OPERATION_OF_STORY : OPERATION
    const total = worth.reduce((sum, one) => sum + one, 0)
    const sentences: number[] = []
    const slots: number[] = []
    for (const { id, factor, mask } of termsOf(words)) {
      for (const slot of slotsIn(wanted, id)) {
        if (taken[slot]) continue
        taken[slot] = 1
        slots.push(slot)
        const sentence = sentenceOfSlot[slot]!
        if (matched[sentence] === 0) sentences.push(sentence)
        matched[sentence]! += factor * idfOf(slot) || Number.MIN_VALUE
        if (isName[slot]) named[sentence]!++
        for (let fresh = mask & ~seen[sentence]!; fresh !== 0; fresh &= fresh - 1) {
          satisfied[sentence]! += factor * worth[31 - Math.clz32(fresh & -fresh)]!
        }
        seen[sentence]! |= mask
      }
    }
    bestOf.clear()
    for (const sentence of sentences) {
      weigh(sentence)
      matched[sentence] = 0
      satisfied[sentence] = 0
      seen[sentence] = 0
      named[sentence] = 0
    }
    for (const slot of slots) taken[slot] = 0
    return (position: number): Fit => bestOf.get(position) ?? NO_FIT

    function weigh(sentence: number): void {
      const position = recordOfSentence[sentence]!
      const best = bestOf.get(position) ?? { sentence: 0, operation: 0, rank: 0 }
      bestOf.set(position, best)
      const operation = operations[sentence]!
      const share = satisfied[sentence]! / total
      // A need is held whole or not at all; an operation's words are a list of which a query names some.
      const isNeed = nameWords[sentence] === 0
      const fit = isNeed ? Math.sqrt(share) * (matched[sentence]! / masses[sentence]!) : 0
      best.sentence = Math.max(best.sentence, operation > 0 ? fit * ofOperation : fit)
      if (operation === 0) return
      const op = OPERATIONS[operation - 1]!
      const name = isNeed ? fit : named[sentence]! / nameWords[sentence]!
      const verb = VERBS[op].some((one) => typed.has(one)) ? VERB_BONUS : 0
      const rank = share + verb + ENTITY_BONUS * name
      if (rank <= best.rank) return
      best.rank = rank
      best.operation = share
      const isNamed = isNeed ? fit >= NAMED_BY_NEED : share >= NAMED || (name === 1 && share >= NAMED_WITH_ENTITY)
      if (isNamed) best.best = { entity: records[position]!.entities[entities[sentence]!]!.name, op }
      else delete best.best
    }
  }

  /** The slots that a term satisfies in these records, which are ascending as the slots are. */
  function slotsIn(wanted: readonly number[], id: number): number[] {
    const { starts, slots } = slotsOf
    const found: number[] = []
    const end = starts[id + 1]!
    let at = starts[id]!
    for (const position of wanted) {
      at = firstFrom(slots, at, end, position === 0 ? 0 : endOfRecord[position - 1]!)
      for (; at < end && slots[at]! < endOfRecord[position]!; at++) found.push(slots[at]!)
    }
    return found
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

const NO_FIT: Fit = { sentence: 0, operation: 0 }

/** The slots that each term satisfies, of term i from starts[i] to before starts[i + 1]. */
function slotsByTerm(wordOfSlot: Integers, concepts: Lists): { starts: Uint32Array; slots: Uint32Array } {
  const starts = new Uint32Array(concepts.size + 1)
  for (const word of wordOfSlot) if (word > 0) starts[word]!++
  for (let id = 0; id < concepts.size; id++) starts[id + 1]! += starts[id]! + concepts.end(id) - concepts.start(id)
  const slots = new Uint32Array(starts.at(-1)!)
  const filled = starts.slice(0, -1)
  for (let id = 0; id < concepts.size; id++) {
    for (let at = concepts.start(id); at < concepts.end(id); at++) slots[filled[id]!++] = concepts.values[at]!
  }
  for (let slot = 0; slot < wordOfSlot.length; slot++) {
    if (wordOfSlot[slot]! > 0) slots[filled[wordOfSlot[slot]! - 1]!++] = slot
  }
  return { starts, slots }
}

/** Where in the ascending slots, from `low` to before `end`, the first stands that is not before `slot`. */
function firstFrom(slots: Uint32Array, low: number, end: number, slot: number): number {
  let [first, last] = [low, end]
  while (first < last) {
    const middle = (first + last) >> 1
    if (slots[middle]! < slot) first = middle + 1
    else last = middle
  }
  return first
}
