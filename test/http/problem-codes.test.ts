/** The table of problems. That status and title are those of the interface is in test/contract. */
import { expect, test } from 'vitest'
import { problems } from '../../src/http/problem-codes.ts'
import { ERROR_CODES } from '../../src/tools/define/catalog-error.ts'

test('each code has whole sentences on when it is raised and what to do', () => {
  expect(Object.keys(problems).sort()).toEqual([...ERROR_CODES].sort())
  for (const { when, resolution } of Object.values(problems))
    for (const text of [when, resolution]) expect(text).toMatch(/^[A-Z].*\.$/)
})
