/** The answer to a failure: a problem document. */
import { describe, expect, test } from 'vitest'
import { problemOf, responseOf } from '../../src/http/problem.ts'
import { problems } from '../../src/http/problem-codes.ts'
import { CatalogError } from '../../src/tools/define/catalog-error.ts'

const of = (info: ConstructorParameters<typeof CatalogError>[1], path = '/x') =>
  responseOf(problemOf(new CatalogError('rate_limited', info), 'https://sdk.example', path))

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

  // References (RFC 3986) to the path of the request, on this host.
  const REFERENCES = [
    ['/api/health', '/api/health'],
    ['/a|b', '/a%7Cb'],
    ['/%zz', '/%25zz'],
    ['/a[b]', '/a%5Bb%5D'],
    ['/a b', '/a%20b'],
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
