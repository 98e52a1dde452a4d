/** How much is on record of what a reader needs before building on an SDK: facts that hold, and those that lack. */

import type { SdkRecord } from './record.ts'
import { answeredText, needsNoKey, provenText } from './traits.ts'

/** Each fact by its name, and how a record that has it says so. */
const FACTS: Readonly<Record<string, (record: SdkRecord) => string | false | undefined>> = {
  operations({ entities }) {
    const count = operationCount({ entities })
    return count > 0 && `${count} ${count === 1 ? 'operation' : 'operations'}`
  },
  'proof of the code': ({ proven }) => proven && `code proven ${provenText(proven)}`,
  'the key': (record) => record.auth.scheme !== 'unknown' && (needsNoKey(record) ? 'no key needed' : 'key known'),
  'a licence': ({ license }) => license && `licence ${license}`,
  'an answer of the API': ({ answered }) => isGood(answered) && `answered with ${answeredText(answered!)}`,
}

export const READINESS_FACTS = Object.keys(FACTS)

const isGood = (answered: SdkRecord['answered']): boolean => (answered?.status ?? 400) < 400

export const operationCount = ({ entities }: Pick<SdkRecord, 'entities'>): number =>
  entities.reduce((sum, { ops }) => sum + ops.length, 0)

/** How many of the facts hold. */
export const readiness = (record: SdkRecord): number => Object.values(FACTS).filter((fact) => fact(record)).length

/** From so many operations on, an SDK is more than one example, and needs are spread over it. */
const SEVERAL = 3
const MAX_NEEDS = 255

/**
 * Those with most facts first; of as many, those that more readers can use at once: no key, a first call that the client
 * types, several operations, and needs on record for several of them. Then those with most of such needs.
 */
export function readinessRank(record: SdkRecord): number {
  const needs = Math.min(Object.keys(record.operation_needs).length, MAX_NEEDS)
  const uses = [
    needsNoKey(record),
    record.first_call !== undefined && record.first_call.direct === undefined,
    operationCount(record) >= SEVERAL,
    needs >= SEVERAL,
  ]
  return (readiness(record) * (uses.length + 1) + uses.filter(Boolean).length) * (MAX_NEEDS + 1) + needs
}

/** The number with its reasons: `Readiness 3 of 5: 12 operations, no key needed, licence MIT; missing: …` */
export function readinessText(record: SdkRecord): string {
  const reasons = Object.entries(FACTS).map(([name, fact]) => ({ name, holds: fact(record) }))
  const holding = reasons.flatMap(({ holds }) => holds || [])
  const missing = reasons.filter(({ holds }) => !holds).map(({ name }) => name)
  const { answered } = record
  const failed = answered && !isGood(answered) ? ` (${answeredText(answered)})` : ''
  return `${holding.length} of ${reasons.length}: ${holding.join(', ') || 'nothing'}${missing.length > 0 ? `; missing: ${missing.join(', ')}${failed}` : ''}`
}
