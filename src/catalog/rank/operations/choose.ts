/** Which operations of a record fit what a query asks for, by the sentences of the search index. */
import { LRUCache } from 'lru-cache'
import type { Arrays } from '../../packed/array-file.ts'
import { addTo, openLists } from '../../packed/lists.ts'
import { OPERATIONS, type OperationName } from '../../record/languages.ts'
import type { SdkRecord } from '../../record/record.ts'
import { nameTokens, stem } from '../../search/words.ts'
import type { Inverted } from '../index/inverted.ts'
import { CHOICE, PLACES } from '../weights.ts'
import { operationVerbs } from '../word-lists.ts'
import { type Asked, agreement, isRead } from './asked.ts'

export interface FittingOperation {
  entity: string
  op: OperationName
  score: number
  /** It has enough of the query to be named as its answer. */
  fits: boolean
  held: Held
}

/** What an operation has of a query. */
export interface Held {
  /** By word of the query: how well the operation has it, from 0 to 1. */
  words: Float64Array
  /** Share of the words of the entity's name that the query has. */
  named: number
  /** Words of the name that the query does not have. */
  unnamed: number
  /** How well the query is one of the needs that are on record for the operation. */
  need: number
}

/**
 * @param done what the operation does
 * @param isUnknown whether a word of the query is in no operation of the SDK: what is read is called so
 * @returns undefined for an operation that has nothing of the query, or must not be offered
 */
export function judged(
  asked: Asked,
  held: Held,
  done: OperationName,
  isDestructive: boolean,
  isUnknown: (index: number) => boolean = () => false,
) {
  const verb = agreement(asked, done, isDestructive)
  if (verb === undefined) return undefined
  let [total, has, things, heldThings, head] = [0, 0, 0, 0, 0]
  let isSaid = !asked.isSpecial
  asked.words.forEach(({ word, worth, isOfAll, isDetail, isVerb }, at) => {
    const weight = worth * (isOfAll ? CHOICE.nameOfSdk : isVerb || !isUnknown(at) ? 1 : CHOICE.unknown)
    const value = Math.max(held.words[at]!, isVerb ? (done === 'remove' ? 1 : CHOICE.doneBy) * Math.max(0, verb) : 0)
    if (isVerb && held.words[at]! >= PLACES.path) isSaid = true
    has += weight * value
    if (isOfAll && value === 0) return
    // Held in part it takes little away from an operation that has the rest.
    total += isOfAll ? weight * ((1 + value) / 2) : weight
    if (isDetail || isUnknown(at) || ((isVerb || word.light) && held.words[at] === 0)) return
    things += weight
    heldThings += weight * held.words[at]!
    if (word.text === asked.head) head = held.words[at]!
  })
  if (has === 0) return undefined
  const share = has / total
  const isNeed = held.need >= CHOICE.minNeed
  // What is only a detail of the query is not what it is about.
  const isAbout = things === 0 || heldThings > 0 || isNeed
  const isNamed = held.named === 1 && share >= CHOICE.minShareNamed
  const [first] = asked.ops
  // To retry is no other change; what removes may be called anything.
  const isImplied = !asked.isOwn && verb > 0.8 && held.named > 0.7
  const isDone =
    first === undefined ||
    isRead(first) ||
    isNeed ||
    (asked.isSpecial && first !== 'remove' ? (isSaid && verb > 0) || isImplied : verb > 0)
  return {
    score:
      share +
      CHOICE.named * held.named -
      CHOICE.unnamed * held.unnamed +
      CHOICE.need * held.need ** 2 * Math.max(0, verb) +
      CHOICE.verb * verb +
      CHOICE.head * head +
      (asked.isSpecial && isSaid && first !== 'remove' ? CHOICE.said : 0),
    fits:
      isDone && isAbout && (isNamed || isNeed || heldThings > CHOICE.minThings * things || share >= CHOICE.minShare),
  }
}

/** Whether an operation, or a name in it, says that something is removed. */
export const isDestructive = (op: OperationName, ...names: string[]): boolean =>
  op === 'remove' || names.some((name) => wordsOfName(name).some(({ removes }) => removes))

/** By name: the same few come with each search. */
const namesRead = new LRUCache<string, readonly NameWord[]>({ max: 20_000 })

interface NameWord {
  word: string
  stem: string
  /** It says that something is removed. */
  removes: boolean
}

export function wordsOfName(name: string): readonly NameWord[] {
  const known = namesRead.get(name)
  if (known) return known
  const read = nameTokens(name).map((word) => {
    const verb = operationVerbs().get(stem(word))
    const removes = verb?.ops[0] === 'remove' && !verb.ordinary && verb.word === word
    return { word, stem: stem(word), removes }
  })
  namesRead.set(name, read)
  return read
}

/** What a text has of the query. */
interface Found {
  /** Words of the text. */
  size: number
  /** How many of them the query has; details of it count half. */
  named: number
  /** How many of them it does not have at all. */
  missing: number
  words: readonly { index: number; factor: number }[]
}

/** By term: the words of the query that it satisfies. */
function wordsByTerm({ words, joined }: Asked) {
  const byTerm = new Map<string, { index: number; factor: number }[]>()
  words.forEach(({ word }, index) => {
    const own = stem(word.text)
    addTo(byTerm, own, { index, factor: 1 })
    for (const { term, factor, related } of word.variants) {
      if (!related && term !== own) addTo(byTerm, term, { index, factor })
    }
    // "repo" for repository, "config" for configuration.
    for (let end = MIN_ABBREVIATION; end < own.length; end++) {
      addTo(byTerm, own.slice(0, end), { index, factor: CHOICE.abbreviation })
    }
  })
  for (const [name, indexes] of joined) {
    for (const index of indexes) addTo(byTerm, stem(name), { index, factor: 1 })
  }
  return byTerm
}

/** Shorter beginnings of a word stand for others too. */
const MIN_ABBREVIATION = 4
/** A longer word is found in others: "magnitude" in minmagnitude, "withdraw" in withdrawal. */
const MIN_PART = 5

/** Letters that a word and another form of it share: "subscribe" and "subscription". */
const SHARED_LETTERS = 7
const MIN_FORM = 6

/** Whether a word has another in it, or is a form of it: "verify" and "verification", but not "archive" and "unarchive". */
function isPart(own: string, word: string): boolean {
  if (word.length <= own.length + 1 || word.startsWith(`un${own}`)) return false
  const start = own.endsWith('y') ? own.slice(0, -1) : own.slice(0, SHARED_LETTERS)
  return word.includes(own) || (own.length >= MIN_FORM && word.startsWith(start))
}

/** @returns what a text has of the query; the same few texts come again and again in one SDK */
export function createFinder(asked: Asked): (text: string) => Found {
  const finder = finders.get(asked.joined) ?? newFinder(asked)
  finders.set(asked.joined, finder)
  return finder
}

/** By query: its hits share one. */
const finders = new WeakMap<Asked['joined'], ReturnType<typeof newFinder>>()

function newFinder(asked: Asked): (text: string) => Found {
  const byTerm = wordsByTerm(asked)
  const long = asked.words.flatMap(({ word }, index) => {
    const own = stem(word.text)
    return own.length >= MIN_PART ? [{ own, index, factor: CHOICE.part }] : []
  })
  const cache = new Map<string, Found>()
  return (text) => {
    const cached = cache.get(text)
    if (cached) return cached
    const words = wordsOfName(text).map(
      ({ word, stem }) => byTerm.get(stem) ?? long.filter(({ own }) => isPart(own, word)),
    )
    const nameOf = ({ index, factor }: { index: number; factor: number }) =>
      factor * (asked.words[index]!.isDetail ? CHOICE.detail : 1)
    const named = words.reduce((sum, found) => sum + Math.max(0, ...found.map(nameOf)), 0)
    const missing = words.filter(({ length }) => length === 0).length
    const found = { size: words.length, named, missing, words: words.flat() }
    cache.set(text, found)
    return found
  }
}

/** Notes the words of the query that a text has. @param share how much they count at this place */
export function hold(held: Held, { words }: Found, share: number): void {
  for (const { index, factor } of words) held.words[index] = Math.max(held.words[index]!, factor * share)
}

export const nothingHeld = (words: number): Held => ({
  words: new Float64Array(words),
  named: 0,
  unnamed: 0,
  need: 0,
})

const NOTHING: readonly { index: number; factor: number }[] = []

export function createOperationChooser(arrays: Arrays, { idfs, posting }: Pick<Inverted, 'idfs' | 'posting'>) {
  const firstSentence = arrays['sentences.starts']!
  const [operations, entities, nameWords] = ['operations', 'entities', 'name_words'].map(
    (name) => arrays[`sentences.${name}`]!,
  ) as [Uint8Array, Uint8Array, Uint8Array]
  const slots = openLists('sentences.slots', arrays)
  const kinds = openLists('kinds', arrays)

  type WordsOfKind = (kind: number) => readonly { index: number; factor: number }[]
  /** By query, as its hits share it: the words that a kind of slot satisfies. */
  const wordsOfKinds = new WeakMap<Asked['joined'], WordsOfKind>()

  function kindsOf(asked: Asked): WordsOfKind {
    const byId = new Map(
      [...wordsByTerm(asked)].flatMap(([term, found]) => {
        const id = posting(term)?.id
        return id === undefined ? [] : [[id, found] as const]
      }),
    )
    const byKind = new Map<number, ReturnType<WordsOfKind>>()
    return (kind) => {
      const known = byKind.get(kind)
      if (known) return known
      let found: ReturnType<WordsOfKind> = NOTHING
      for (let at = kinds.starts[kind]!; at < kinds.starts[kind + 1]!; at++) {
        const words = byId.get(kinds.values[at]! - 1)
        if (words) found = found.concat(words)
      }
      byKind.set(kind, found)
      return found
    }
  }

  /** @returns those that have anything of the query, best first */
  return function choose(asked: Asked, record: SdkRecord, position: number): FittingOperation[] {
    const { words } = asked
    const find = createFinder(asked)
    const wordsOf = wordsOfKinds.get(asked.joined) ?? kindsOf(asked)
    wordsOfKinds.set(asked.joined, wordsOf)
    const byOperation = new Map<number, { entity: number; op: OperationName; held: Held }>()
    for (let sentence = firstSentence[position]!; sentence < firstSentence[position + 1]!; sentence++) {
      const operation = operations[sentence]!
      if (operation === 0) continue
      const entity = entities[sentence]!
      const key = entity * OPERATIONS.length + operation
      const entry = byOperation.get(key) ?? { entity, op: OPERATIONS[operation - 1]!, held: nothingHeld(words.length) }
      byOperation.set(key, entry)
      look(sentence, entry.held)
    }
    const fitting = [...byOperation.values()].flatMap(({ entity: at, op, held }) => {
      const entity = record.entities[at]!.name
      const name = find(entity)
      hold(held, name, 1)
      held.named = Math.max(held.named, name.named / name.size)
      held.unnamed = name.size - name.named
      const judgement = judged(asked, held, op, isDestructive(op, entity))
      return judgement ? [{ entity, op, held, ...judgement }] : []
    })
    return fitting.sort((a, b) => b.score - a.score)

    function look(sentence: number, held: Held): void {
      const [start, end] = [slots.starts[sentence]!, slots.starts[sentence + 1]!]
      const nameEnd = start + nameWords[sentence]!
      let [named, matched, all] = [0, 0, 0]
      for (let slot = start; slot < end; slot++) {
        const kind = slots.values[slot]!
        const idf = idfs[kinds.values[kinds.starts[kind]!]! - 1] ?? 0
        all += idf
        let best = 0
        for (const { index, factor } of wordsOf(kind)) {
          const value = factor * (slot < nameEnd ? 1 : CHOICE.keyword)
          held.words[index] = Math.max(held.words[index]!, value)
          best = Math.max(best, factor)
        }
        matched += best * idf
        if (slot < nameEnd && best > 0) named += best
      }
      if (nameEnd === start) held.need = Math.max(held.need, all > 0 ? matched / all : 0)
      else held.named = (CHOICE.namedByConcept * named) / nameWords[sentence]!
    }
  }
}
