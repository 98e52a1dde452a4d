/** Which calls go through `direct`, and which part of the body a program prints then. */
import { describe, expect, it } from 'vitest'
import type { Point } from '../../src/catalog/record/facts.ts'
import { directCall } from '../../src/code/request-by-api-names.ts'

type Answer = NonNullable<Point['answer']>
const pointWith = (answer: Partial<Answer>): Point => ({
  ...{ method: 'GET', path: '/things', parameters: [] },
  answer: { body: 'object', list: true, records: 'things', fields: {}, ...answer },
})

describe('direct', () => {
  it('prints the records where the client would lose them', () => {
    const point = pointWith({ fields: { id: 'integer' }, around: { total: 'integer' } })
    expect(directCall('list', point, {})).toEqual({ records: 'things' })
  })

  it('prints the whole body where plain values are only a part of it', () => {
    const certificate = pointWith({ records: 'names', around: { issuer: 'string', expires_at: 'string' } })
    expect(directCall('list', certificate, {})).toEqual({})
    expect(directCall('list', pointWith({ records: 'names', around: { links: 'object' } }), {})).toEqual({
      records: 'names',
    })
  })

  it('is not needed where the client keeps what matters', () => {
    const point = { ...pointWith({ fields: { id: 'integer' } }), result: 'things' }
    expect(directCall('list', point, {})).toBeUndefined()
    expect(directCall('create', pointWith({}), {})).toBeUndefined()
  })
})
