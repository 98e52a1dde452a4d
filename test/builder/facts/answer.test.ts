/** What the catalogue knows of an answer: where in the body the records are, and whether the client returns them. */
import { describe, expect, it } from 'vitest'
import { buoys } from './repositories.ts'

const BUOY = { type: 'object', properties: { id: { type: 'integer' }, name: { type: 'string' } } }
const list = (items: object = BUOY) => ({ type: 'array', items })
const object = (properties: object) => ({ type: 'object', properties })

interface Answered {
  schema?: object
  type?: string
  op?: string
  res?: string
}

async function pointFor({ schema, type = 'application/json', op = 'list', res = '`body`' }: Answered) {
  const get = { responses: { 200: { content: { [type]: schema ? { schema } : {} } } } }
  const description = { paths: { '/buoys': { get } } }
  const { point, facts } = await buoys({ transform: { res } }, { op, description })
  return { point, call: facts.first_call }
}

describe('the records of a list', () => {
  it('are the body, which the client returns', async () => {
    const { point, call } = await pointFor({ schema: list() })
    expect(point.answer).toEqual({ body: 'array', list: true, fields: { id: 'integer', name: 'string' } })
    expect(call?.direct).toBeUndefined()
  })

  it.each([
    ['the only list', object({ total: { type: 'integer' }, found: list() }), 'found'],
    ['named like the entity', object({ harbours: list(), buoys: list() }), 'buoys'],
    ['of a usual name', object({ tags: list({ type: 'string' }), results: list(), owners: list() }), 'results'],
    ['one level deeper', object({ ok: { type: 'boolean' }, data: object({ items: list() }) }), 'data.items'],
    ['not the errors beside them', object({ errors: list(), data: object({ rows: list() }) }), 'data.rows'],
  ])('are found: %s; the client drops them', async (_, schema, records) => {
    const { point, call } = await pointFor({ schema })
    expect(point.answer).toMatchObject({ body: 'object', list: true, records, fields: { id: 'integer' } })
    expect(call?.direct).toEqual({ records })
  })

  it('are found where the client takes them as well, with what is around them', async () => {
    const schema = object({ total: { type: 'integer' }, next: { type: 'string' }, found: list(), more: list() })
    const { point, call } = await pointFor({ schema, res: '`body.more`' })
    expect(point).toMatchObject({ result: 'more', answer: { records: 'more' } })
    expect(point.answer?.around).toEqual({ total: 'integer', next: 'string', found: 'array' })
    expect(call?.direct).toBeUndefined()
  })

  it('are only a part of an answer whose other members are plain values: the whole body is shown', async () => {
    const TEXT = { type: 'string' }
    const { point, call } = await pointFor({ schema: object({ issuer: TEXT, expires_at: TEXT, names: list(TEXT) }) })
    expect([point.answer?.records, call?.direct]).toEqual(['names', {}])
  })

  it('are unknown among several lists, in an object without one, and in a record that has a list', async () => {
    const record = object({ id: { type: 'integer' }, pictures: list() })
    for (const schema of [
      object({ morning: list(), evening: list() }),
      object({ height: { type: 'number' } }),
      record,
    ]) {
      const { point, call } = await pointFor({ schema })
      expect(point.answer).not.toHaveProperty('records')
      expect(call?.direct).toEqual({})
    }
  })
})

describe('other answers', () => {
  it('of one record are what the client returns', async () => {
    const { point, call } = await pointFor({ schema: object({ buoys: list(), id: { type: 'integer' } }), op: 'load' })
    const buoys = { type: 'array', members: { id: 'integer', name: 'string' } }
    expect(point.answer).toEqual({ body: 'object', fields: { id: 'integer', buoys } })
    expect(call?.direct).toBeUndefined()
  })

  it('are none where only errors have a body', async () => {
    const error = { content: { 'application/json': { schema: object({ message: { type: 'string' } }) } } }
    const get = { responses: { 204: {}, default: error } }
    const { point } = await buoys({}, { op: 'load', description: { paths: { '/buoys': { get } } } })
    expect(point.answer?.body).toBeUndefined()
  })

  it('of alternatives in a list without a type are the first with members, and no list', async () => {
    const { point } = await pointFor({ schema: object({ user: { items: [BUOY, { type: 'null' }] } }), op: 'load' })
    expect(point.answer?.fields).toMatchObject({ user: { members: { id: 'integer', name: 'string' } } })
    expect(point.answer).not.toHaveProperty('list')
  })

  it('are found behind a reference to their content', async () => {
    const get = { responses: { 200: { content: { $ref: '#/components/mediaTypes/buoy' } } } }
    const mediaTypes = { buoy: { 'application/json': { schema: BUOY } } }
    const description = { paths: { '/buoys': { get } }, components: { mediaTypes } }
    const { point } = await buoys({}, { op: 'load', description })
    expect(point.answer).toEqual({ body: 'object', fields: { id: 'integer', name: 'string' } })
  })

  it('of an example have the members of its objects and lists', async () => {
    const example = { id: 1, place: { lat: 54.1 }, seen: [{ at: 'noon' }], nothing: null }
    const { point } = await pointFor({ schema: { example }, op: 'load' })
    expect(point.answer?.fields).toEqual({
      id: 'integer',
      nothing: 'any',
      place: { type: 'object', members: { lat: 'number' } },
      seen: { type: 'array', members: { at: 'string' } },
    })
  })

  const namesOf = async (names: string[]) => {
    const members = Object.fromEntries(names.map((name) => [name, { type: 'string' }]))
    const { point } = await pointFor({ schema: object(members), op: 'load' })
    return Object.keys(point.answer!.fields)
  }
  const flags = Array.from({ length: 30 }, (_, index) => `flag_${String(30 - index).padStart(2, '0')}`)
  const read = ['status', 'createdAt', 'due_date', 'name', 'id']

  it('with more members than are kept have those that people read, in the order of the description', async () => {
    expect(await namesOf(['alarms_url', ...flags, ...read])).toEqual([...flags.slice(0, 19), ...read])
  })

  it('in the order of the alphabet begin with what people read', async () => {
    const names = [...flags.slice(0, 5), ...read].toSorted()
    const last = flags.slice(0, 5).toSorted()
    expect(await namesOf(names)).toEqual(['id', 'name', 'createdAt', 'status', 'due_date', ...last])
    expect(await namesOf(names.slice(0, 8))).toEqual(names.slice(0, 8))
  })

  it.each([
    ['text/plain', 'text'],
    ['application/xml', 'text'],
    ['image/png', 'binary'],
  ])('of %s are no JSON', async (type, body) => {
    const { point } = await pointFor({ type, schema: { type: 'string' }, op: 'load' })
    expect(point.answer).toMatchObject({ body })
  })
})
