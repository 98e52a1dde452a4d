/** Every operation on record, with all its endpoints. */
import { expect, it } from 'vitest'
import { catalog } from '../embedded.ts'
import { operationsOf, testOperations } from './every-operation.ts'

const operations = (await Promise.all([...catalog.records].map(operationsOf))).flat()
const shown = testOperations(operations)

it('the request of 95 in 100 endpoints is shown whole, some with a body of several parts', () => {
  const endpoints = operations.flatMap(({ operation }) => operation.points).length
  expect(shown.length / endpoints).toBeGreaterThan(0.95)
  expect(shown.some(({ parts }) => parts.length > 0)).toBe(true)
})
