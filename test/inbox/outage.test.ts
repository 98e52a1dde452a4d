import { expect, it } from 'vitest'
import { outageLog } from '../../src/inbox/outage.ts'
import { StoreError } from '../../src/inbox/store/store.ts'
import { recorder } from './support/events.ts'

const full = new StoreError('SQLITE_13', 'SQLite store: database or disk is full')
const gone = new StoreError('ECONNREFUSED', 'PostgreSQL store: ECONNREFUSED')

function outage() {
  const { log, events } = recorder()
  return { ...outageLog(log), logged: () => events.map(({ event, code }) => (code ? `${event} ${code}` : event)) }
}

it('work that goes on beside work that fails is no sign that the store is back', () => {
  const { failed, worked, logged } = outage()
  for (let n = 0; n < 3; n++) {
    failed('message', full)
    for (const work of ['claim', 'limit', 'requeue'] as const) worked(work)
  }
  expect(logged()).toEqual(['store_away SQLITE_13'])
  worked('message')
  worked('claim')
  expect(logged()).toEqual(['store_away SQLITE_13', 'store_back'])
})

it('an outage that everything met is over for all once what is due can be looked for again', () => {
  const { failed, worked, logged } = outage()
  for (const work of ['limit', 'claim', 'outcome', 'claim'] as const) failed(work, gone)
  worked('claim')
  worked('limit')
  expect(logged()).toEqual(['store_away ECONNREFUSED', 'store_back'])
  failed('limit', gone)
  expect(logged()).toHaveLength(3)
})

it('what nobody foresaw is named as such', () => {
  const { log, events } = recorder()
  outageLog(log).failed('claim', new TypeError('x is undefined'))
  expect(events).toEqual([{ event: 'store_away', code: 'unexpected', detail: 'TypeError: x is undefined' }])
})
