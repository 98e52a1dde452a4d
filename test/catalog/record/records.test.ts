/** What the columns of a catalogue say of all its records at once is what its records say one by one. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bestOf } from '../../../src/catalog/packed/lists.ts'
import { kindsOf, kindsOfAll, topicsOfKinds } from '../../../src/catalog/record/facets.ts'
import { readinessRank } from '../../../src/catalog/record/readiness.ts'
import type { SdkRecord } from '../../../src/catalog/record/record.ts'
import { RECORD_FLAGS, type RecordFlag } from '../../../src/catalog/record/records.ts'
import { catalog } from '../../embedded.ts'
import { runs } from '../../property.ts'

const { records } = catalog
const flags = Object.keys(RECORD_FLAGS) as RecordFlag[]

test('the SDKs of each topic are those that have it', () => {
  for (const [number, topic] of records.topicNames.entries())
    expect([...records.ofTopic(number)]).toEqual(records.positions.filter(records.having(topic)))
})

test('all SDKs in the order of readiness, or of their entities, are as sorted one by one', () => {
  const orders = [
    [records.mostReady, readinessRank],
    [records.mostEntities, ({ entities }: SdkRecord) => entities.length],
  ] as const
  const some = records.positions.filter((position) => position % 3 === 0)
  for (const [order, rankOf] of orders) {
    const rank = (position: number) => rankOf(records.at(position))
    for (const positions of [undefined, some, []]) {
      const expected = (positions ?? records.positions).toSorted((a, b) => rank(b) - rank(a))
      expect([...order(positions)]).toEqual(expected)
    }
  }
})

test('the kinds of records have all of them, and their flags, languages and topics', () => {
  const some = records.positions.filter((position) => position % 3 === 0)
  for (const [kinds, positions] of [
    [kindsOfAll(records), records.positions],
    [kindsOf(some, records), some],
  ] as const) {
    const same = (a: number, b: number) =>
      records.languages(a) === records.languages(b) &&
      flags.every((flag) => records.is(flag, a) === records.is(flag, b))
    for (const { position, count } of kinds)
      expect(positions.filter((other) => same(position, other))).toHaveLength(count)
    expect(kinds.reduce((sum, { count }) => sum + count, 0)).toBe(positions.length)
  }
  const sums = records.topicNames.map((_, topic) =>
    topicsOfKinds(records).reduce((sum, { topics }) => sum + topics[topic]!, 0),
  )
  expect(sums).toEqual(records.topicNames.map((_, topic) => records.ofTopic(topic).length))
})

test('the best of many are the first of all in order', () => {
  const item = fc.record({ rank: fc.nat(5), name: fc.nat(100) })
  fc.assert(
    fc.property(fc.array(item, { maxLength: 60 }), fc.integer({ min: 1, max: 12 }), (items, limit) => {
      const compare = (a: { rank: number }, b: { rank: number }) => a.rank - b.rank
      expect(bestOf(items, limit, compare)).toEqual(items.toSorted(compare).slice(0, limit))
    }),
    runs(200),
  )
})
