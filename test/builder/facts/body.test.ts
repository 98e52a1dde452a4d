/** What the catalogue knows of a request's body, and of the types of parameters. */
import { expect, it } from 'vitest'
import { OpenApiDescription } from '../../../src/builder/facts/api/description.ts'
import { describedPoint } from '../../../src/builder/facts/operations/operations.ts'
import { buoys } from './repositories.ts'

const COLOUR = { enum: ['red', 'green'], type: 'string' }
const BUOY = { type: 'object', required: ['colour'], properties: { colour: COLOUR, depth: { type: 'number' } } }

interface Endpoint {
  method?: string
  args?: object
  root?: object
}

async function pointOf(operation: object, { method = 'POST', args = {}, root = {} }: Endpoint = {}) {
  const op = method === 'DELETE' ? 'remove' : 'create'
  const paths = { '/buoys': { [method.toLowerCase()]: operation } }
  return (await buoys({ method, args }, { op, description: { paths, ...root } })).point
}

const content = (type: string, schema: object) => ({ requestBody: { content: { [type]: { schema } } } })

it.each([
  ['JSON', content('application/json', BUOY), undefined, ['colour', 'depth']],
  ['a form', content('application/x-www-form-urlencoded', BUOY), 'form', ['colour', 'depth']],
  ['parts', content('multipart/form-data', BUOY), 'multipart', ['colour', 'depth']],
  ['a list', content('application/json', { type: 'array', items: BUOY }), 'list', []],
  ['bytes', content('image/png', { type: 'string', format: 'binary' }), 'file', []],
  ['XML', content('application/xml', BUOY), 'unnamed', []],
  ['nothing', { deprecated: false }, 'none', []],
  ['fields of a form', { parameters: [{ in: 'formData', name: 'colour', type: 'string' }] }, 'form', ['colour']],
  ['a file', { parameters: [{ in: 'formData', name: 'picture', type: 'file' }] }, 'multipart', ['picture']],
])('a body is %s', async (_, operation, body, names) => {
  const point = await pointOf(operation)
  expect(point.body).toBe(body)
  expect(point.parameters.map(({ name }) => name)).toEqual(names)
})

const DEEP_BUOY = { ...BUOY, properties: { depth: { type: 'number' }, colour: COLOUR } }

it.each<[string, object]>([
  ['an object', DEEP_BUOY],
  ['a list of objects', { type: 'array', items: DEEP_BUOY }],
  ['an object behind a reference', { $ref: '#/components/schemas/Buoy' }],
])('the members of %s in a body are known, those that are required first', async (_, schema) => {
  const body = content('application/json', { type: 'object', properties: { buoy: schema } })
  const point = await pointOf(body, { root: { components: { schemas: { Buoy: DEEP_BUOY } } } })
  const [buoy] = point.parameters
  expect(Object.entries(buoy!.members!)).toEqual([
    ['colour', { ...COLOUR, required: true }],
    ['depth', 'number'],
  ])
})

it('the members of the objects are known where the body is a list', async () => {
  const point = await pointOf(content('application/json', { type: 'array', items: DEEP_BUOY }))
  expect(point).toMatchObject({ body: 'list', body_items: { colour: { type: 'string' }, depth: 'number' } })
})

it('a body is read of DELETE as well, and unknown without a description', async () => {
  const point = await pointOf(content('application/json', BUOY), { method: 'DELETE' })
  expect(point.parameters[0]).toMatchObject({ name: 'colour', in: 'body', required: true, enum: ['red', 'green'] })
  const unknown = await pointOf({}, { root: { paths: {} } })
  expect(unknown).not.toHaveProperty('body')
})

it.each([
  ['behind a reference in allOf', { allOf: [{ $ref: '#/components/schemas/Colour' }] }, COLOUR],
  ['or null', { anyOf: [{ $ref: '#/components/schemas/Colour' }, { type: 'null' }] }, COLOUR],
  ['of several of one type', { oneOf: [COLOUR, { type: 'string' }] }, { type: 'string' }],
  ['of several with an object', { anyOf: [{ type: 'string' }, BUOY] }, { type: 'object' }],
])('the type of a parameter is found: %s', async (_, schema, facts) => {
  const root = { components: { schemas: { Colour: COLOUR } } }
  const point = await pointOf({ parameters: [{ in: 'query', name: 'colour', schema }] }, { root })
  expect(point.parameters).toEqual([{ name: 'colour', in: 'query', ...facts }])
})

it('a member that parts of a body state twice is one, with the fewer choices', async () => {
  const one = { type: 'object', properties: { colour: { type: 'string', enum: ['red'] } } }
  const { parameters } = await pointOf(content('application/json', { allOf: [one, BUOY] }))
  expect(parameters.map(({ name, enum: choices }) => [name, choices])).toEqual([
    ['colour', ['red']],
    ['depth', undefined],
  ])
})

it('names of the model go to the most similar ones of the description, each to one', async () => {
  const query = ['symbol', 'symbols', 'vs_currency'].map((name) => ({ in: 'query', name: name.replace('cy', 'cies') }))
  const args = { query: ['symbol', 'vs_currency'].map((name) => ({ name, orig: name })) }
  const { parameters } = await pointOf({ parameters: query }, { args })
  expect(parameters).toEqual([
    { name: 'symbol', in: 'query' },
    { name: 'vs_currencies', in: 'query', model_name: 'vs_currency' },
    { name: 'symbols', in: 'query' },
  ])
})

it('names of the model that are of the body, or oddly singular, are not doubled', async () => {
  const args = { query: ['data', 'name', 'allow_derivatif'].map((name) => ({ name, orig: name })) }
  const parameters = [
    { in: 'body', name: 'data', schema: BUOY },
    { in: 'query', name: 'allowDerivatives' },
  ]
  const point = await pointOf({ parameters }, { args })
  expect(point.parameters.map(({ name, in: place }) => `${place} ${name}`)).toEqual([
    ...['body colour', 'query name', 'query allowDerivatives', 'body depth'],
  ])
})

it('a description that lacks the endpoint changes nothing', () => {
  const point = { method: 'GET', path: '/buoys', parameters: [], key: true } as const
  const description = new OpenApiDescription('a.json', { paths: {} })
  expect(
    describedPoint({ ...point, parameters: [] }, { entity: 'buoy', op: 'list', description, keyed: new Set() }),
  ).toEqual(point)
})

it.each([
  ['https://uploads.buoys.example', 'https://uploads.buoys.example'],
  ['https://uploads.buoys.example/v2/', 'https://uploads.buoys.example/v2'],
  ['https://api.buoys.example', undefined],
  ['https://evil.example', undefined],
  ['https://evilbuoys.example', undefined],
  ['http://uploads.buoys.example', undefined],
  ['/relative', undefined],
])('an endpoint whose server is %s has %s', (url, server) => {
  const servers = [{ url: 'https://api.buoys.example/v1' }]
  const operation = { responses: {} }
  for (const paths of [
    { '/buoys': { post: { ...operation, servers: [{ url }] } } },
    { '/buoys': { servers: [{ url }], post: operation } },
  ]) {
    const description = new OpenApiDescription('a.json', { servers, paths })
    const point = { method: 'POST', path: '/buoys', parameters: [] } as const
    const read = describedPoint(
      { ...point, parameters: [] },
      { entity: 'buoy', op: 'create', description, keyed: new Set() },
    )
    expect(read.server).toBe(server)
  }
})
