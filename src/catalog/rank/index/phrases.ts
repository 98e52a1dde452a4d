/**
 * The sentences of each record, for telling words that hang together from words that are merely all there: what people
 * say they need, the description, and one per operation. Compact, as there are about 40 a record.
 */
import type { SdkRecord } from '../../record/record.ts'
import { isStop, isWeak, nameTokens, stem, tokens } from '../../search/words.ts'
import { conceptsIn, kindOf } from '../concepts.ts'
import { isStory, type QueryWord } from '../query/query.ts'

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

interface Operation extends OperationMatch {
  /** Words of the entity's name, which come first. */
  nameWords: number
}

export type Phrases = ReturnType<typeof phrasesOf>

/** @param idfOf what a term tells; undefined for one that no record has */
export function phrasesOf(records: readonly SdkRecord[], idfOf: (term: string) => number | undefined) {
  const draft = draftOf(records, idfOf)
  const { operations, ids } = draft
  const sentenceOfSlot = Uint32Array.from(draft.sentenceOfSlot)
  const idfOfSlot = Float32Array.from(draft.idfOfSlot)
  const recordOfSentence = Uint32Array.from(draft.recordOfSentence)
  const masses = Float32Array.from(draft.masses)
  const postings = draft.postings.map((slots) => Uint32Array.from(slots))
  // Buffers of one query, which runs to its end before the next begins.
  const taken = new Uint8Array(sentenceOfSlot.length)
  const matched = new Float32Array(masses.length)
  const satisfied = new Float32Array(masses.length)
  const seen = new Uint32Array(masses.length)
  const named = new Uint8Array(masses.length)
  const bestOf = new Map<number, Fit & { rank: number }>()

  /** A function that tells how well a record fits the words; valid until the next call. */
  return function fitter(words: readonly QueryWord[], worth: readonly number[], typed: ReadonlySet<string>) {
    const ofOperation = isStory(words) ? OPERATION_OF_STORY : OPERATION
    const total = worth.reduce((sum, one) => sum + one, 0)
    const sentences: number[] = []
    const slots: number[] = []
    for (const { id, factor, mask } of termsOf(words)) {
      for (const slot of postings[id]!) {
        if (taken[slot]) continue
        taken[slot] = 1
        slots.push(slot)
        const sentence = sentenceOfSlot[slot]!
        if (matched[sentence] === 0) sentences.push(sentence)
        matched[sentence]! += factor * idfOfSlot[slot]! || Number.MIN_VALUE
        if (draft.isName[slot]) named[sentence]!++
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
      const operation = operations[sentence]
      const share = satisfied[sentence]! / total
      // A need is held whole or not at all; an operation's words are a list of which a query names some.
      const isNeed = !operation?.nameWords
      const fit = isNeed ? Math.sqrt(share) * (matched[sentence]! / masses[sentence]!) : 0
      best.sentence = Math.max(best.sentence, operation ? fit * ofOperation : fit)
      if (!operation) return
      const name = isNeed ? fit : named[sentence]! / operation.nameWords
      const verb = VERBS[operation.op].some((one) => typed.has(one)) ? VERB_BONUS : 0
      const rank = share + verb + ENTITY_BONUS * name
      if (rank <= best.rank) return
      best.rank = rank
      best.operation = share
      const isNamed = isNeed ? fit >= NAMED_BY_NEED : share >= NAMED || (name === 1 && share >= NAMED_WITH_ENTITY)
      if (isNamed) best.best = operation
      else delete best.best
    }
  }

  /** The terms that satisfy the words, the best first, each with the words as bits. */
  function termsOf(words: readonly QueryWord[]): { id: number; factor: number; mask: number }[] {
    const terms = new Map<number, { id: number; factor: number; mask: number }>()
    words.forEach(({ variants }, index) => {
      for (const { term, factor, related } of variants) {
        const id = ids.get(term)
        if (id === undefined) continue
        const value = related ? factor * RELATED : factor
        const known = terms.get(id) ?? { id, factor: 0, mask: 0 }
        terms.set(id, { id, factor: Math.max(known.factor, value), mask: known.mask | (1 << index) })
      }
    })
    return [...terms.values()].sort((a, b) => b.factor - a.factor || a.id - b.id)
  }
}

const NO_FIT: Fit = { sentence: 0, operation: 0 }

/** The sentences of all records, word by word: a slot is one word of one sentence. */
function draftOf(records: readonly SdkRecord[], idfOf: (term: string) => number | undefined) {
  const ids = new Map<string, number>()
  /** By term: the slots that it satisfies. */
  const postings: number[][] = []
  const sentenceOfSlot: number[] = []
  const idfOfSlot: number[] = []
  const isName: boolean[] = []
  const recordOfSentence: number[] = []
  const masses: number[] = []
  const operations: (Operation | undefined)[] = []
  records.forEach((record, position) => {
    for (const sentence of [record.description ?? '', ...record.needs]) add(position, slotsOf(tokens(sentence)))
    for (const { name, ops, words } of record.entities) {
      const entity = slotsOf(nameTokens(name))
      for (const op of ops) {
        const others = slotsOf(words?.[op]?.split(' ') ?? [])
        add(position, [...entity, ...others], { entity: name, op, nameWords: entity.length })
        for (const need of record.operation_needs[`${name}.${op}`]?.split(',') ?? []) {
          add(position, slotsOf(tokens(need)), { entity: name, op, nameWords: 0 })
        }
      }
    }
  })
  return { ids, postings, sentenceOfSlot, idfOfSlot, isName, recordOfSentence, masses, operations }

  /** @param slots each word as the terms that satisfy it */
  function add(position: number, slots: readonly (readonly string[])[], operation?: Operation): void {
    const sentence = masses.length
    let mass = 0
    slots.forEach((terms, at) => {
      const idf = idfOf(terms[0]!) ?? 0
      for (const term of terms) postings[idOf(term)]!.push(idfOfSlot.length)
      sentenceOfSlot.push(sentence)
      idfOfSlot.push(idf)
      isName.push(operation !== undefined && at < operation.nameWords)
      mass += idf
    })
    masses.push(mass)
    recordOfSentence.push(position)
    operations.push(operation)
  }

  function idOf(term: string): number {
    const known = ids.get(term) ?? postings.length
    if (known === postings.length) {
      ids.set(term, known)
      postings.push([])
    }
    return known
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
