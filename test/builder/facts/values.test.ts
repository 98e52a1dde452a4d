/** What descriptions of both versions state of values: types, bounds, how they are written, and where they are listed. */
import { describe, expect, it } from 'vitest'
import { readFacts } from '../../../src/builder/facts/read-facts.ts'
import type { Parameter, Point } from '../../../src/catalog/record/facts.ts'
import { buoys, modelled } from './repositories.ts'

interface Described {
  method?: string
  root?: object
}

async function pointOf(operation: object, { method = 'get', root = {} }: Described = {}): Promise<Point> {
  const description = { paths: { '/buoys': { [method]: operation } }, ...root }
  return (await buoys({ method: method.toUpperCase() }, { description })).point
}

const SWAGGER = { openapi: undefined, swagger: '2.0' }

async function parameterOf(stated: object, root: object = {}): Promise<Parameter> {
  return (await pointOf({ parameters: [{ name: 'at', in: 'query', ...stated }] }, { root })).parameters[0]!
}

describe('of a value', () => {
  const stated = { type: 'string', format: 'date', pattern: '^\\d', minLength: 1, maxLength: 10 }
  it.each([
    ['Swagger 2.0', stated, SWAGGER],
    ['OpenAPI 3', { schema: stated }, {}],
  ])('format, pattern and length are known: %s', async (_, parameter, root) =>
    expect(await parameterOf(parameter, root)).toEqual({
      ...{ name: 'at', in: 'query', type: 'string', format: 'date', pattern: '^\\d' },
      length: { min: 1, max: 10 },
    }),
  )

  it.each([
    [
      { type: 'integer', minimum: 1, maximum: 50 },
      { minimum: 1, maximum: 50 },
    ],
    [{ type: 'number', exclusiveMinimum: 0 }, { minimum: 0 }],
    [
      { type: 'array', items: { type: 'integer' }, minItems: 1 },
      { items: 'integer', length: { min: 1 } },
    ],
    [
      { type: 'array', items: { $ref: '#/components/schemas/Sea' } },
      { items: 'string', enum: ['north', 'baltic'] },
    ],
    [{ type: 'string', pattern: 'x'.repeat(81) }, {}],
  ])('%j has its bounds, and the type and choices of its items', async (schema, facts) => {
    const root = { components: { schemas: { Sea: { type: 'string', enum: ['north', 'baltic'] } } } }
    const { type } = schema
    expect(await parameterOf({ schema }, root)).toEqual({ name: 'at', in: 'query', type, ...facts })
  })

  it('one line of its description, and of its endpoint what that is for', async () => {
    const description = 'The *instant* of the tide. In UTC.'
    const parameters = [{ name: 'at', in: 'query', description }]
    const summary = `Lists the buoys of a sea, ${'and of its neighbours '.repeat(4)}`
    const point = await pointOf({ summary, parameters })
    expect(point.parameters[0]).toMatchObject({ about: 'The instant of the tide' })
    expect(point.purpose).toBe('Lists the buoys of a sea, and of its neighbours…')
  })
})

describe('a list', () => {
  const list = { type: 'array', items: { type: 'string' } }
  it.each([
    [{}, { explode: false }],
    [{ collectionFormat: 'multi' }, {}],
    [{ collectionFormat: 'ssv' }, { style: 'spaceDelimited' }],
    [{ collectionFormat: 'pipes' }, { style: 'pipeDelimited' }],
    [{ collectionFormat: 'tsv', in: 'formData' }, { style: 'tabDelimited' }],
    [{ collectionFormat: 'csv', in: 'header' }, {}],
  ])('of Swagger 2.0 with %j is written by the terms of OpenAPI 3', async (format, facts) => {
    const operation = { parameters: [{ name: 'at', in: 'query', ...list, ...format }] }
    const { parameters } = await pointOf(operation, { method: 'post', root: SWAGGER })
    expect(parameters).toMatchObject([facts])
    expect(Object.keys(parameters[0]!).sort()).toEqual(['in', 'items', 'name', 'type', ...Object.keys(facts)].sort())
  })

  it.each([
    [{ style: 'form', explode: true }, {}],
    [{ explode: false }, { explode: false }],
    [{ style: 'deepObject', explode: true }, { style: 'deepObject' }],
    [{ style: 'simple', in: 'header' }, {}],
    [{ style: 'unheard' }, {}],
  ])('of OpenAPI 3 with %j says what is not the default', async (format, facts) => {
    const parameter = await parameterOf({ schema: list, ...format })
    expect({ style: parameter.style, explode: parameter.explode }).toEqual({
      style: undefined,
      explode: undefined,
      ...facts,
    })
  })

  it('in a form is written as its encoding says', async () => {
    const schema = { type: 'object', properties: { marks: list } }
    const form = { schema, encoding: { marks: { style: 'deepObject', explode: true } } }
    const operation = { requestBody: { content: { 'application/x-www-form-urlencoded': form } } }
    const { parameters } = await pointOf(operation, { method: 'post' })
    expect(parameters).toEqual([{ name: 'marks', in: 'body', type: 'array', items: 'string', style: 'deepObject' }])
  })
})

describe('a file', () => {
  const multipart = (schema: object) => ({
    requestBody: {
      content: { 'multipart/form-data': { schema: { type: 'object', properties: { picture: schema } } } },
    },
  })
  it.each<[string, object, object, object]>([
    ['OpenAPI 3.0', multipart({ type: 'string', format: 'binary' }), {}, { type: 'file' }],
    ['OpenAPI 3.1', multipart({ type: 'string', contentMediaType: 'image/png' }), {}, { type: 'file' }],
    [
      'several',
      multipart({ type: 'array', items: { type: 'string', format: 'binary' } }),
      {},
      { type: 'array', items: 'file' },
    ],
    ['Swagger 2.0', { parameters: [{ name: 'picture', in: 'formData', type: 'file' }] }, SWAGGER, { type: 'file' }],
    ['in words', multipart({ type: 'string', description: 'Sent via `multipart/form-data`.' }), {}, { type: 'file' }],
  ])('that a form uploads is one: %s', async (_, operation, root, facts) => {
    const point = await pointOf(operation, { method: 'post', root })
    expect(point).toMatchObject({ body: 'multipart', parameters: [{ name: 'picture', in: 'body', ...facts }] })
    expect(point.parameters[0]).not.toHaveProperty('format')
  })

  it.each<[string, object, object]>([
    ['OpenAPI 3', { content: { 'image/png': { schema: { type: 'string', format: 'binary' } } } }, {}],
    ['Swagger 2.0', { schema: { type: 'file' } }, { ...SWAGGER, produces: ['image/png'] }],
  ])(
    'that the API answers has its media type: %s',
    async (_, answer, { produces, ...root }: { produces?: string[] }) => {
      const { answer: read } = await pointOf({ responses: { 200: answer }, ...(produces && { produces }) }, { root })
      expect(read).toEqual({ body: 'binary', media: 'image/png', fields: {} })
    },
  )
})

describe('members', () => {
  const deep = (levels: number): object =>
    levels === 0
      ? { type: 'string', format: 'date' }
      : { type: 'object', required: ['deeper'], properties: { deeper: deep(levels - 1) } }

  it('of an answer are known to three levels', async () => {
    const { answer } = await pointOf({ responses: { 200: { content: { 'application/json': { schema: deep(4) } } } } })
    const third = { type: 'object', members: { deeper: 'object' } }
    expect(answer?.fields).toEqual({ deeper: { type: 'object', members: { deeper: third } } })
  })

  it.each<[string, object]>([
    ['OpenAPI 3', { requestBody: { content: { 'application/json': { schema: deep(3) } } } }],
    ['Swagger 2.0', { parameters: [{ name: 'buoy', in: 'body', schema: deep(3) }] }],
  ])('of a body are known to three levels, with what is required: %s', async (_, operation) => {
    const { parameters } = await pointOf(operation, { method: 'post' })
    const second = {
      type: 'object',
      required: true,
      members: { deeper: { type: 'string', format: 'date', required: true } },
    }
    expect(parameters).toEqual([
      { name: 'deeper', in: 'body', type: 'object', required: true, members: { deeper: second } },
    ])
  })

  it('of members are left out where there are too many', async () => {
    const wide = (levels: number): object => {
      const inner = levels === 0 ? { type: 'string' } : wide(levels - 1)
      const names = Array.from({ length: 24 }, (_, index) => `member_${index}_of_a_level_with_a_long_name`)
      return { type: 'object', properties: Object.fromEntries(names.map((name) => [name, inner])) }
    }
    const { answer } = await pointOf({ responses: { 200: { content: { 'application/json': { schema: wide(2) } } } } })
    expect(new Set(Object.values(answer!.fields))).toEqual(new Set(['object']))
  })
})

describe('the operation that lists the values of a parameter', () => {
  const point = (method: string, orig: string, ...names: string[]) => {
    const params = names.map((name) => ({ name, orig: name }))
    return { method, orig, parts: orig.slice(1).split('/'), args: { params } }
  }
  const op = (name: string, ...points: object[]) => ({ [name]: { points } })
  const query = (name: string, more: object = {}) => ({ name, in: 'query', schema: { type: 'string' }, ...more })
  const records = (schema: object) => ({ responses: { 200: { content: { 'application/json': { schema } } } } })
  const list = (...names: string[]) =>
    records({
      type: 'array',
      items: { type: 'object', properties: Object.fromEntries(names.map((name) => [name, {}])) },
    })

  async function sourcesOf(tides: object, seas: object = list('id', 'name')) {
    const entities = {
      sea: { op: op('list', point('GET', '/seas')) },
      buoy: {
        op: {
          ...op('list', point('GET', '/seas/{seaId}/buoys', 'seaId')),
          ...op('load', point('GET', '/buoys/{id}', 'id')),
        },
      },
      tide: { op: op('list', point('GET', '/tides')) },
    }
    const path = (name: string) => ({ name, in: 'path', required: true })
    const paths = {
      '/seas': { get: seas },
      '/seas/{seaId}/buoys': { get: { parameters: [path('seaId')], ...list('id') } },
      '/buoys/{id}': { get: { parameters: [path('id')] } },
      '/tides': { get: tides },
    }
    const facts = await readFacts(modelled({ entities, description: { paths } }))
    const all = facts.operations!.entities.flatMap(({ operations }) => operations.flatMap(({ points }) => points))
    return Object.fromEntries(
      all.flatMap(({ path, parameters }) => parameters.map(({ name, from }) => [`${path} ${name}`, from])),
    )
  }

  it('is that of the path above, of the record that the name says, or of the entity', async () =>
    expect(await sourcesOf({ parameters: [query('sea_id'), query('sea')] })).toEqual({
      '/seas/{seaId}/buoys seaId': 'sea.list',
      '/buoys/{id} id': 'buoy.list',
      '/tides sea_id': 'sea.list',
      '/tides sea': 'sea.list',
    }))

  it.each([
    ['has choices', query('sea_id', { schema: { enum: ['north', 'baltic'] } })],
    ['is a date', query('sea', { schema: { type: 'string', format: 'date' } })],
    ['names no record', query('limit')],
    ['is of the endpoint itself', query('tide_id')],
    ['is any id', query('id')],
  ])('is none where the parameter %s', async (_, parameter) => {
    const sources = await sourcesOf({ parameters: [parameter] })
    expect(sources[`/tides ${parameter.name}`]).toBeUndefined()
  })

  it('is none that answers other records, or no JSON', async () => {
    const tides = { parameters: [query('sea_id')] }
    expect((await sourcesOf(tides, list('depth')))['/tides sea_id']).toBeUndefined()
    const text = { responses: { 200: { content: { 'text/csv': { schema: { type: 'string' } } } } } }
    expect((await sourcesOf(tides, text))['/tides sea_id']).toBeUndefined()
  })
})

describe('the first call', () => {
  const points = [{ method: 'GET', orig: '/buoys', parts: ['buoys'] }]
  const factsWith = async (parameters: object[]) => {
    const paths = { '/buoys': { get: { parameters } } }
    const securitySchemes = { it: { type: 'apiKey', in: 'query', name: 'api_key' } }
    const description = { paths, components: { securitySchemes }, security: [{ it: [] }] }
    return (await readFacts(modelled({ entities: { buoy: { op: { list: { points } } } }, description }))).facts
  }

  it('has the parameters of its endpoint, those that are required first', async () => {
    const sea = { name: 'sea', in: 'query', required: true, schema: { type: 'string', enum: ['north'] } }
    const others = Array.from({ length: 20 }, (_, index) => ({ name: `other_${index}`, in: 'query' }))
    const { takes } = (await factsWith([...others, sea])).first_call!
    expect(takes).toHaveLength(12)
    expect(takes![0]).toEqual({ name: 'sea', in: 'query', type: 'string', required: true, enum: ['north'] })
  })

  it('has a parameter that it passes, however many others there are, and says what the client does not return', async () => {
    const format = { name: 'format', in: 'query', schema: { type: 'string', enum: ['csv', 'json'], default: 'csv' } }
    const others = Array.from({ length: 20 }, (_, index) => ({ name: `limit_${index}`, in: 'query', example: 5 }))
    const call = (await factsWith([...others, format])).first_call!
    expect(Object.keys(call.arguments)).toEqual(['format'])
    expect(call.takes![0]!.name).toBe('format')
    const text = { responses: { 200: { content: { 'text/csv': { schema: { type: 'string' } } } } } }
    const description = { paths: { '/buoys': { get: text } } }
    const { facts } = await readFacts(modelled({ entities: { buoy: { op: { list: { points } } } }, description }))
    expect(facts.first_call!.answers).toBe('text')
  })

  it.each([
    ['a default', { schema: { default: 'DEMO_KEY' } }, 'DEMO_KEY'],
    ['an example that says so', { example: 'demo' }, 'demo'],
    ['no other example', { example: '8f14e45fceea167a' }, undefined],
  ])('has the key that everybody may use: %s', async (_, stated, key) => {
    const { auth } = await factsWith([{ name: 'api_key', in: 'query', ...stated }])
    expect(auth.test_key).toBe(key)
  })

  it.each([
    ['"open"', 'open'],
    ["'a' or 'b'", undefined],
    ['the "best"', 'the "best"'],
  ])('is the text of an example in quotes: %s', async (example, value) => {
    const { takes } = (await factsWith([{ name: 'state', in: 'query', required: true, example }])).first_call!
    expect(takes![0]!.example).toBe(value)
  })
})
