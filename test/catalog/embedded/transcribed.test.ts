/** Operations that people transcribed: what a line gives, and why one is refused. */
import { describe, expect, test } from 'vitest'
import { addTranscribed, parseTranscribed } from '../../../scripts/refresh/transcribed.ts'
import { SdkRecord } from '../../../src/catalog/record/record.ts'

const RECORD = SdkRecord.parse({
  slug: 'harbours-sdk',
  title: 'Harbours',
  github_url: 'https://github.com/harbour-sdk/harbours-sdk',
  entities: [
    { name: 'harbour', ops: ['list'] },
    { name: 'pilot', ops: ['load'] },
  ],
})
const POINT = { method: 'GET', path: '/harbours/{country}', parameters: [{ name: 'country_id', in: 'path' }] }
const withPoint = (point: object, more: object = {}) => ({
  ...{ slug: 'harbours-sdk', commit: 'a'.repeat(40), from: '.sdk/model/sdk.json' },
  entities: [
    { name: 'harbour', fields: { depth: 'number' }, operations: [{ op: 'list', points: [{ ...POINT, ...point }] }] },
  ],
  ...more,
})

function add(line: object) {
  const parsed = parseTranscribed(JSON.stringify(line))
  if ('refused' in parsed) throw new Error(parsed.refused)
  const { record, operations } = addTranscribed(RECORD, parsed.transcribed)
  return { record, operations, point: operations.entities[0]!.operations[0]!.points[0]! }
}

describe('a line', () => {
  test('gives operations, first call and commit; placeholders and parameters meet by their order', () => {
    const { record, point } = add(withPoint({ result: 'body.found' }))
    expect(point).toEqual({
      ...{ method: 'GET', path: '/harbours/{country}', result: 'found' },
      parameters: [{ name: 'country_id', in: 'path', api_name: 'country', required: true }],
      answer: { fields: { depth: 'number' } },
    })
    expect(record).toMatchObject({ commit: 'a'.repeat(40), first_call: { entity: 'harbour', op: 'list' } })
    expect(record.entities.map(({ name }) => name)).toEqual(['harbour'])
  })

  test('of a model that was read in part leaves the other entities as they are', () => {
    const { record, operations } = add(withPoint({}, { partial: true }))
    expect(operations.partial).toBe(true)
    expect(record.entities).toContainEqual({ name: 'pilot', ops: ['load'] })
  })

  test('passes the own name of the API, and keeps the name of the model', () => {
    const { point } = add(withPoint({ parameters: [{ name: 'min_depth', in: 'query', api_name: 'minDepths' }] }))
    expect(point.parameters).toEqual([{ name: 'minDepths', in: 'query', model_name: 'min_depth' }])
  })

  test('never denies a key that an operation requires', () => {
    const parameters = [...POINT.parameters, { name: 'api_key', in: 'query', required: true }]
    const { record } = add(withPoint({ parameters }, { auth: { scheme: 'none' } }))
    expect(record.auth).toMatchObject({ scheme: 'apiKey', in: 'query', name: 'api_key', needed: 'always' })
    expect(record.first_call?.key_argument).toBe('api_key')
  })

  test('says which file states the key', () => {
    const auth = { scheme: 'oauth2' }
    expect(add(withPoint({}, { auth, auth_from: '.sdk/def/harbours.json' })).record.auth).toMatchObject({
      ...{ scheme: 'bearer', in: 'header', name: 'Authorization', pass: 'apikey', stated_by: 'description' },
    })
    expect(add(withPoint({})).record.auth).toEqual({ scheme: 'unknown' })
  })
})

test.each([
  ['a line that is cut', '{"slug":', /^is no JSON/],
  ['a short commit', withPoint({}, { commit: 'abc' }), /^commit: must be the 40/],
  ['an unknown member', withPoint({}, { note: 'x' }), /note/],
])('%s is refused with the place and the reason', (_, line, reason) => {
  const parsed = parseTranscribed(typeof line === 'string' ? line : JSON.stringify(line))
  expect(parsed).toEqual({ refused: expect.stringMatching(reason) })
})
