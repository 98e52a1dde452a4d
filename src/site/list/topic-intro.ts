/** What the SDKs of a topic have in common, from their records. */

import type { Catalog } from '../../catalog/catalog.ts'
import { needsNoKey } from '../../catalog/record/record.ts'
import { onlyReads } from '../html/badges.ts'

const MOST_NEEDS = 3

/** Sentences that begin the page of a topic. */
export function topicIntro(topic: string, catalog: Catalog): string {
  const records = catalog.slugs.map((slug) => catalog.record(slug)!).filter(({ topics }) => topics.includes(topic))
  const { length: total } = records
  const share = (count: number): string => (count === total ? 'all' : count === 0 ? 'none' : String(count))
  // The SDKs with the fewest topics are most about this one.
  const central = [...records].sort(
    (a, b) => a.topics.indexOf(topic) - b.topics.indexOf(topic) || a.topics.length - b.topics.length,
  )
  const needs = central
    .flatMap(({ needs: [first] }) => (first === undefined ? [] : [`“${first}”`]))
    .slice(0, MOST_NEEDS)
  return [
    `Of ${total} ${total === 1 ? 'SDK' : 'SDKs'} about ${topic}, ${share(records.filter(needsNoKey).length)} need no key and ${share(records.filter(onlyReads).length)} are read-only.`,
    needs.length > 0 && `People look for things like ${needs.join(', ')}.`,
  ]
    .filter(Boolean)
    .join(' ')
}
