/** Which operations of a record fit what a query asks for, by what its entities say of them. */
import { memoized } from '../../../system/once.ts'
import { isRead, type OperationName } from '../../record/languages.ts'
import type { SdkRecord } from '../../record/record.ts'
import { type Asked, agreement } from './asked.ts'
import { CHOICE, PLACES } from './choice-weights.ts'
import { type Found, finderOf, type Held, hold, isDestructive, nothingHeld, shareOf, wordsOfName } from './held.ts'

export interface FittingOperation {
  entity: string
  op: OperationName
  score: number
  /** It has enough of the query to be named as its answer. */
  fits: boolean
  held: Held
}

const NOTHING: Found = { size: 0, named: 0, missing: 0, share: 0, words: [] }

/** What a record says of each of its operations, in words. */
const operationsOf = memoized(({ entities, operation_needs }: SdkRecord) =>
  entities.flatMap(({ name: entity, ops, words }) =>
    ops.map((op) => ({
      ...{ entity, op, name: wordsOfName(entity), keywords: wordsOfName(words?.[op] ?? '') },
      needs: operation_needs[`${entity}.${op}`]?.split(',').map(wordsOfName) ?? [],
      removes: isDestructive(op, entity),
    })),
  ),
)

/** @returns those that have anything of the query, best first */
export function operationsFor(asked: Asked, record: SdkRecord): FittingOperation[] {
  const find = finderOf(asked)
  const fitting = operationsOf(record).flatMap(({ entity, op, name: nameWords, keywords, needs, removes }) => {
    const [name, said] = [find(nameWords), find(keywords)]
    const need = needs.map((each) => find(each)).reduce((a, b) => (b.share > a.share ? b : a), NOTHING)
    if (name.words.length + said.words.length + need.share === 0) return []
    const held = {
      ...nothingHeld(asked.words.length),
      named: shareOf(name),
      unnamed: name.size - name.named,
      need: need.share,
    }
    hold(held, name, 1)
    hold(held, said, CHOICE.keyword)
    hold(held, need, CHOICE.keyword * need.share)
    const judgement = judged(asked, held, op, removes)
    return judgement ? [{ entity, op, held, ...judgement }] : []
  })
  return fitting.sort((a, b) => b.score - a.score)
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
  let isSaid = false
  asked.words.forEach(({ word, worth, isOfAll, isDetail, isVerb }, at) => {
    const weight = worth * (isOfAll ? CHOICE.nameOfSdk : isVerb || !isUnknown(at) ? 1 : CHOICE.unknown)
    const value = isVerb && done === 'remove' ? Math.max(held.words[at]!, verb) : held.words[at]!
    if (isVerb && held.words[at]! >= PLACES.path) isSaid = true
    has += weight * value
    if (isOfAll && value === 0) return
    // Held in part it takes little away from an operation that has the rest.
    total += isOfAll ? weight * ((1 + value) / 2) : weight
    if (isDetail || ((isVerb || word.light) && held.words[at] === 0)) return
    things += weight
    heldThings += weight * held.words[at]!
    if (word.text === asked.head) head = held.words[at]!
  })
  if (has === 0) return undefined
  const share = has / total
  const isNeed = held.need >= CHOICE.minNeed
  // What is only a detail of the query is not what it is about.
  const isAbout = things === 0 || heldThings > 0 || isNeed
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
      (isSaid && first !== 'remove' ? (asked.isSpecial ? CHOICE.said : CHOICE.plainSaid) : 0),
    fits: isDone && isAbout && (held.named === 1 || isNeed || share >= CHOICE.minShare),
  }
}
