/** What the SDKs of a topic have in common, from their records. */

import type { Catalog } from '../../catalog/catalog.ts'
import type { RecordFlag } from '../../catalog/record/records.ts'

const MOST_NEEDS = 3

/** Sentences that begin the page of a topic. */
export function topicIntro(topic: string, catalog: Catalog): string {
  const { records } = catalog
  const number = records.topicNames.indexOf(topic)
  const about = records.positions.filter(records.having(topic))
  const { length: total } = about
  const withFlag = (flag: RecordFlag): number => about.filter((position) => records.is(flag, position)).length
  const share = (count: number): string => (count === total ? 'all' : count === 0 ? 'none' : String(count))
  // The SDKs with the fewest topics are most about this one.
  const rank = (position: number): number[] => {
    const topics = records.topics(position)
    return [topics.indexOf(number), topics.length]
  }
  const central = about.toSorted((a, b) => {
    const [[place = 0, size = 0], [other = 0, otherSize = 0]] = [rank(a), rank(b)]
    return place - other || size - otherSize
  })
  const needs: string[] = []
  for (const position of central) {
    if (needs.length === MOST_NEEDS) break
    const [first] = records.at(position).needs
    if (first !== undefined) needs.push(`“${first}”`)
  }
  return [
    `Of ${total} ${total === 1 ? 'SDK' : 'SDKs'} about ${topic}, ${share(withFlag('needsNoKey'))} need no key and ${share(withFlag('onlyReads'))} are read-only.`,
    needs.length > 0 && `People look for things like ${needs.join(', ')}.`,
  ]
    .filter(Boolean)
    .join(' ')
}
