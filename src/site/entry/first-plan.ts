/** What the page of an SDK begins with: the first call on record, or the read that most of its needs ask for. */
import type { OperationsFile } from '../../catalog/record/facts.ts'
import { isRead, operationName } from '../../catalog/record/languages.ts'
import { operationCount } from '../../catalog/record/readiness.ts'
import type { SdkRecord } from '../../catalog/record/record.ts'
import { shownEndpoint } from '../../code/choose-endpoint.ts'
import { firstPlan, type Startable } from '../../code/first-steps.ts'
import { planFor } from '../../code/shown-call.ts'
import { tokens } from '../../query/words/words.ts'
import { parseIntent } from '../../search/operations/query-intent.ts'
import { rankOperations } from '../../search/operations/score-operations.ts'
import { memoized } from '../../system/once.ts'

/** Comparing each need with each operation of a larger SDK takes long. */
const MAX_COMPARED = 100
/** Another operation takes the place of the first call if so many times as many needs ask for it. */
const MARGIN = 2

/** How many needs each operation answers best, the most first. */
const votes = memoized((record: SdkRecord): [operation: string, needs: number][] => {
  const counts = new Map<string, number>()
  for (const need of operationCount(record) > MAX_COMPARED ? [] : record.needs) {
    const words = tokens(need).map((text) => ({ text, variants: [], weight: 1, light: false }))
    const [best] = rankOperations(parseIntent(need, words), record)
    if (best?.fits && isRead(best.op)) counts.set(operationName(best), (counts.get(operationName(best)) ?? 0) + 1)
  }
  return [...counts].sort(([, a], [, b]) => b - a)
})

/** A call that was proven or asked stays, and none takes its place that has to be completed before it runs. */
export function planToShow(record: SdkRecord, entities: OperationsFile['entities']): Startable {
  const first = firstPlan(record)
  if (entities.length === 0 || !first.call || record.proven || record.answered) return first
  const counts = votes(record)
  const own = counts.find(([name]) => name === operationName(first.call!))?.[1] ?? 0
  for (const [name, needs] of counts) {
    if (needs < Math.max(MARGIN, MARGIN * own)) break
    const entity = entities.find((each) => name.startsWith(`${each.name}.`))
    const operation = entity?.operations.find(({ op }) => name === operationName({ entity: entity.name, op }))
    if (!entity || !operation) continue
    const plan = planFor(record, shownEndpoint(record, entity.name, operation), entities)
    const { direct, guessed = [], omitted = [] } = plan.call
    if (!direct && guessed.length + omitted.length === 0 && !plan.endpoint.point.unfilled) return plan
  }
  return first
}
