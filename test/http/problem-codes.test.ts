/** The table of problems. */
import { describe, expect, test } from 'vitest'
import { problems } from '../../src/http/problem-codes.ts'
import { ERROR_CODES } from '../../src/tools/define/catalog-error.ts'
import { CODES } from '../contract/schemas.ts'

describe('the table of problems', () => {
  test('has the status and title of the interface for each code', () => {
    const table = Object.entries(problems).map(([code, { status, title }]) => [code, { status, title }])
    expect(Object.fromEntries(table)).toEqual(CODES)
    expect(Object.keys(problems).sort()).toEqual([...ERROR_CODES].sort())
  })

  test('says of each code in whole sentences when it is raised and what to do', () => {
    for (const { when, resolution } of Object.values(problems)) {
      expect(when).toMatch(/^[A-Z].*\.$/)
      expect(resolution).toMatch(/^[A-Z].*\.$/)
    }
  })
})
