/** Which key an API wants, and how code passes it; never "none" against the description. */
import { describe, expect, it } from 'vitest'
import { readFacts } from '../../../src/builder/facts/read-facts.ts'
import { factsOf, generated, modelled } from './repositories.ts'

const KEY = { type: 'apiKey', in: 'header', name: 'X-API-Key' }
const described = (schemes: object, security: unknown, operations: Record<string, object> = { '/a': {} }) => ({
  components: { securitySchemes: schemes },
  ...(security !== undefined && { security }),
  paths: Object.fromEntries(Object.entries(operations).map(([path, get]) => [path, { get }])),
})

describe('a key', () => {
  it('has its place, name and variable from the model, and how it reaches the API', async () => {
    const { facts } = await readFacts(generated('lighthouses-sdk'))
    expect(facts.auth).toEqual({
      scheme: 'apiKey',
      in: 'header',
      name: 'X-API-Key',
      needed: 'sometimes',
      env: 'LIGHTHOUSES_APIKEY',
      pass: 'headers',
      secrets: [
        { option: 'secret', env: 'LIGHTHOUSES_SECRET' },
        { in: 'header', name: 'X-Tenant' },
      ],
      stated_by: 'model',
    })
  })

  const header = { in: 'header', name: 'Authorization', pass: 'apikey' }
  const bearer = { scheme: 'bearer', ...header, prefix: 'Bearer' }
  const basic = { scheme: 'basic', ...header, prefix: 'Basic' }
  it.each<[object, object]>([
    [{ type: 'http', scheme: 'bearer' }, bearer],
    [{ type: 'oauth2' }, bearer],
    [{ type: 'http', scheme: 'basic' }, basic],
    [{ type: 'basic' }, basic],
    ...Object.entries({ query: 'argument', cookie: 'headers', path: 'none' }).map(([place, pass]): [object, object] => [
      { type: 'apiKey', in: place, name: 'key' },
      { scheme: 'apiKey', in: place, name: 'key', pass },
    ]),
  ])('that the description declares as %j is read', async (scheme, expected) => {
    const { auth } = await factsOf({ description: described({ it: scheme }, [{ it: [] }]) })
    expect(auth).toEqual({ ...expected, needed: 'always', env: 'BUOYS_APIKEY', stated_by: 'description' })
  })

  it('of a kind that no header holds as it is is unknown, never a bearer token', async () => {
    for (const scheme of ['digest', 'digestAuth', 'hoba', 'negotiate', 'scram-sha-256', 'anything']) {
      const { auth } = await factsOf({ description: described({ it: { type: 'http', scheme } }, [{ it: [] }]) })
      expect(auth, scheme).toEqual({ scheme: 'unknown' })
    }
  })

  it.each([
    ['always', [{ it: [] }], { '/a': {}, '/b': {} }],
    ['sometimes', undefined, { '/a': { security: [{ it: [] }] }, '/b': {} }],
    ['sometimes', [{ it: [] }], { '/a': {}, '/b': { security: [] } }],
    ['optional', [{}, { it: [] }], { '/a': {} }],
    ['optional', [], { '/a': {} }],
    [undefined, undefined, { '/a': {} }],
  ])('is needed %s with security %j', async (needed, security, operations) => {
    const { auth } = await factsOf({ description: described({ it: KEY }, security, operations) })
    expect(auth.needed).toBe(needed)
  })

  it('is not denied by a model that says so against the description', async () => {
    const { facts, warnings } = await readFacts(
      modelled({ info: { auth: false }, description: described({ it: KEY }, [{ it: [] }]) }),
    )
    expect(facts.auth).toMatchObject({ scheme: 'apiKey', pass: 'headers', stated_by: 'description' })
    expect(warnings).toMatchObject([{ detail: expect.stringMatching(/^the model says "auth: false"/) }])
  })

  it.each<[object, object]>([
    [
      { name: 'x-api-key', in: 'header', required: true },
      { scheme: 'apiKey', in: 'header' },
    ],
    [
      { name: 'Authorization', in: 'header', required: true, description: 'A JWT' },
      { scheme: 'bearer', pass: 'none' },
    ],
    [
      { name: 'key', in: 'query', required: true, description: 'Your API key' },
      { scheme: 'apiKey', pass: 'argument' },
    ],
    [{ name: 'key', in: 'query', required: true, description: 'Of the song: C major' }, { scheme: 'none' }],
    [{ name: 'appId', in: 'query', required: true }, { scheme: 'none' }],
    [{ name: 'x-api-key', in: 'header' }, { scheme: 'none' }],
  ])('asked for as the parameter %j is one or not', async (parameter, expected) => {
    const paths = { '/a': { get: { parameters: [parameter] } } }
    expect((await factsOf({ info: { auth: false }, description: { paths } })).auth).toMatchObject(expected)
  })

  it('has the variable that README reads, in letters that a shell can set', async () => {
    const { auth } = await factsOf({
      info: { security: { ...KEY, prefix: '' } },
      readme: 'new BuoysSDK({ apikey: process.env.BU-OYS_APIKEY })',
    })
    expect(auth.env).toBe('BU_OYS_APIKEY')
  })
})

describe('no key', () => {
  it('is needed where the model says so, or the description openly', async () => {
    expect((await factsOf({ info: { auth: false } })).auth).toEqual({ scheme: 'none', stated_by: 'model' })
    const openApi = { security: [{}], paths: { '/a': { get: {} } } }
    expect((await factsOf({ description: openApi })).auth).toEqual({ scheme: 'none', stated_by: 'description' })
  })

  it('is not concluded from silence', async () =>
    expect((await factsOf({ description: { paths: { '/a': { get: {} } } } })).auth).toEqual({ scheme: 'unknown' }))
})
