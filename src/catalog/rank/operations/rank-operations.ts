/** Ranks the operations of a record for a query, by what the record says of its entities. */
import { memoized } from '../../../system/once.ts'
import { isRead, type OperationName } from '../../record/languages.ts'
import type { SdkRecord } from '../../record/record.ts'
import { CHOICE, PLACES } from './choice-weights.ts'
import {
  addPhrase,
  createPhraseMatcher,
  emptyMatch,
  isDestructive,
  matchedShare,
  type OperationMatch,
  verbScore,
  wordsOfName,
} from './operation-match.ts'
import { type QueryIntent, verbFit } from './query-intent.ts'

export interface ScoredOperation {
  entity: string
  op: OperationName
  score: number
  /** It matches enough of the query to be named as its answer. */
  fits: boolean
  match: OperationMatch
}

/** The words that a record has for each of its operations. */
const operationsOf = memoized(({ entities, operation_needs }: SdkRecord) =>
  entities.flatMap(({ name: entity, ops, words }) =>
    ops.map((op) => ({
      ...{ entity, op, nameWords: wordsOfName(entity), keywords: wordsOfName(words?.[op] ?? '') },
      needs: operation_needs[`${entity}.${op}`]?.split(',').map(wordsOfName) ?? [],
      removes: isDestructive(op, entity),
    })),
  ),
)

/** @returns those that match any word of the query, best first */
export function rankOperations(intent: QueryIntent, record: SdkRecord): ScoredOperation[] {
  const matchPhrase = createPhraseMatcher(intent)
  const scored = operationsOf(record).flatMap(({ entity, op, nameWords, keywords, needs, removes }) => {
    const [name, others] = [matchPhrase(nameWords), matchPhrase(keywords)]
    const [need] = needs.map((each) => matchPhrase(each)).sort((a, b) => b.coverage - a.coverage)
    const needCoverage = need?.coverage ?? 0
    if (name.hits.length + others.hits.length + needCoverage === 0) return []
    const shares = { nameCoverage: matchedShare(name), extraNameWords: name.size - name.matched, needCoverage }
    const match = { ...emptyMatch(intent), ...shares }
    addPhrase(match, name, 1)
    addPhrase(match, others, CHOICE.keyword)
    if (need) addPhrase(match, need, CHOICE.keyword * needCoverage)
    const score = scoreOperation(intent, match, op, removes)
    return score ? [{ entity, op, match, ...score }] : []
  })
  return scored.sort((a, b) => b.score - a.score)
}

/**
 * @param isUnknown whether no operation of the SDK has the word at this index, so that it is the name of what is read
 * @returns undefined for an operation that matches no word of the query, or must not be offered
 */
export function scoreOperation(
  intent: QueryIntent,
  match: OperationMatch,
  op: OperationName,
  isDestructive: boolean,
  isUnknown: (index: number) => boolean = () => false,
): Pick<ScoredOperation, 'score' | 'fits'> | undefined {
  const fit = verbFit(intent, op, isDestructive)
  if (fit === undefined) return undefined
  const { share, headNoun, isAbout } = coverageOf(intent, match, isUnknown, op === 'remove' ? fit : 0)
  if (share === 0) return undefined
  const isVerbNamed = verbScore(intent, match) >= PLACES.path
  const isNeed = match.needCoverage >= CHOICE.minNeed
  const verbBonus = intent.hasSpecificVerb ? CHOICE.specificVerb : CHOICE.commonVerb
  const score =
    share +
    CHOICE.nameCoverage * match.nameCoverage -
    CHOICE.extraNameWord * match.extraNameWords +
    CHOICE.need * match.needCoverage ** 2 * Math.max(0, fit) +
    CHOICE.verb * fit +
    CHOICE.headNoun * headNoun +
    (isVerbNamed && intent.ops[0] !== 'remove' ? verbBonus : 0)
  const isDone = doesVerb(intent, match, fit, isVerbNamed) && isAbout
  return { score, fits: isNeed || (isDone && (match.nameCoverage === 1 || share >= CHOICE.minShare)) }
}

/** @param minVerbScore the least score of the verb */
function coverageOf(
  { words, headNoun }: QueryIntent,
  { wordScores }: OperationMatch,
  isUnknown: (index: number) => boolean,
  minVerbScore: number,
) {
  let [matched, total, mainMatched, mainTotal, headScore] = [0, 0, 0, 0, 0]
  words.forEach(({ word, weight: fullWeight, isInSdkTitle, isDetail, isVerb }, at) => {
    const nameScore = wordScores[at]!
    const score = isVerb ? Math.max(nameScore, minVerbScore) : nameScore
    const weight = fullWeight * (isInSdkTitle ? CHOICE.sdkTitle : isUnknown(at) && !isVerb ? CHOICE.unknown : 1)
    matched += weight * score
    if (isInSdkTitle && score === 0) return
    // A word of the title that matches in part takes little away from an operation that has the rest.
    total += isInSdkTitle ? weight * ((1 + score) / 2) : weight
    if (isDetail || ((isVerb || word.light) && nameScore === 0)) return
    mainTotal += weight
    mainMatched += weight * nameScore
    if (word.text === headNoun) headScore = nameScore
  })
  // An operation that matches nothing but details is about something else.
  return { share: matched && matched / total, headNoun: headScore, isAbout: mainTotal === 0 || mainMatched > 0 }
}

/** Whether an operation does what the verb says. */
function doesVerb(
  { ops: [first], hasSpecificVerb, needsVerbInName }: QueryIntent,
  { nameCoverage }: OperationMatch,
  fit: number,
  isVerbNamed: boolean,
): boolean {
  if (first === undefined || isRead(first)) return true
  // An operation that removes may be called anything.
  if (!hasSpecificVerb || first === 'remove') return fit > 0
  // To retry is not any update: the name says it, or has all the rest.
  return (isVerbNamed && fit > 0) || (!needsVerbInName && fit > 0.8 && nameCoverage > 0.7)
}
