/** The table of problems and its one translation. */
import { describe, expect, test } from 'vitest'
import { renderProblem } from '../../src/http/problem.ts'
import { problems } from '../../src/interface/problems.ts'
import { CatalogError, ERROR_CODES } from '../../src/tools/errors.ts'
import { CODES } from '../contract/schemas.ts'

const of = (info: ConstructorParameters<typeof CatalogError>[1], path = '/x') =>
  renderProblem(new CatalogError('rate_limited', info), 'https://sdk.example', path)

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

describe('a problem', () => {
  test('says how long to wait, where there is a time', async () => {
    expect(of({ detail: 'Slow down.', retryAfter: 7 }).headers.get('retry-after')).toBe('7')
    expect(of({ detail: 'Slow down.' }).headers.has('retry-after')).toBe(false)
  })

  test('takes the resolution of the occurrence before that of the code', async () => {
    expect(await of({ detail: 'A.', resolution: 'Do this.' }).json()).toMatchObject({ resolution: 'Do this.' })
    expect(await of({ detail: 'A.' }).json()).toMatchObject({ resolution: problems.rate_limited.resolution })
  })

  test('has no empty list of errors', async () => {
    expect(await of({ detail: 'A.', errors: [] }).json()).not.toHaveProperty('errors')
  })

  const REFERENCES = [
    ['/api/health', '/api/health'],
    ['/a|b', '/a%7Cb'],
    ['/%zz', '/%25zz'],
    ['/%e9', '/%e9'],
    ['//host/x', '/.//host/x'],
    ["/a~b!$&'()*+,;=:@", "/a~b!$&'()*+,;=:@"],
  ] as const
  for (const [path, instance] of REFERENCES) {
    test(`on ${path} has the instance ${instance}`, async () => {
      expect(await of({ detail: 'A.' }, path).json()).toMatchObject({ instance })
    })
  }
})
