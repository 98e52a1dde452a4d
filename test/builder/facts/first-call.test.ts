/** Which call is shown first, and with which values. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chooseFirstCall } from '../../../src/builder/facts/first-call/first-call.ts'
import type { Auth, EntityOperations, Parameter, Point } from '../../../src/catalog/record/facts.ts'

const FREE: Auth = { scheme: 'none' }
const get = (path: string, more: Partial<Point> = {}): Point => ({ method: 'GET', path, parameters: [], ...more })
const path = (name: string, more: Partial<Parameter> = {}): Parameter => ({ name, in: 'path', required: true, ...more })
const query = (name: string, more: Partial<Parameter> = {}): Parameter => ({ name, in: 'query', ...more })
type Op = EntityOperations['operations'][number]['op']
const entity = (name: string, ...operations: [Op, ...Point[]][]): EntityOperations => ({
  name,
  operations: operations.map(([op, ...points]) => ({ op, points })),
})
const first = (entities: EntityOperations[], auth = FREE) =>
  chooseFirstCall(entities, { slug: 'buoy-watch-sdk', title: 'Buoy Watch API', auth })

describe('the first call', () => {
  const guessing = entity('wave', ['load', get('/waves/{id}', { parameters: [path('id')] })])
  const stating = entity('wind', ['load', get('/winds/{id}', { parameters: [path('id', { example: 'n1' })] })])
  const plain = entity('current', ['list', get('/currents')])
  const several = entity('storm', ['list', get('/storms'), get('/old')])
  const health = entity('health', ['load', get('/health')])
  const subject = entity('buoy', ['list', get('/buoys')])
  const writing = entity('alert', ['create', { ...get('/alerts'), method: 'POST' }])

  it.each([
    ['without arguments before one with stated values', [stating, plain], plain],
    ['with stated values before one with guesses', [guessing, stating], stating],
    ['with one endpoint before one with several', [several, plain], plain],
    ['about the subject before others', [plain, subject], subject],
    ['with stated values before one of a serving entity', [health, stating], stating],
    ['with a guess before one of a serving entity', [guessing, health], guessing],
    ['that reads before one that writes', [writing, guessing], guessing],
    ['that writes where nothing reads', [writing], writing],
  ])('is one %s', (_, entities, best) => {
    expect(first(entities)?.entity).toBe(best.name)
    expect(first(entities.toReversed())?.entity).toBe(best.name)
  })

  it('says where its values are from and why it was chosen', () => {
    expect(first([stating])).toEqual({
      entity: 'wind',
      op: 'load',
      method: 'GET',
      path: '/winds/{id}',
      arguments: { id: 'n1' },
      values: 'stated',
      why: ['stated_values', 'one_endpoint', 'no_key', 'only_read'],
    })
    expect(first([guessing])).toMatchObject({ values: 'guessed', guessed: ['id'] })
    expect(first([writing])?.why).toContain('only_write')
  })

  it('is none where every path keeps a placeholder, or only removals are left', () => {
    expect(first([entity('wave', ['list', get('/waves/{at}', { unfilled: ['at'] })])])).toBeUndefined()
    expect(first([entity('wave', ['remove', { ...get('/waves'), method: 'DELETE' }])])).toBeUndefined()
    expect(first([])).toBeUndefined()
  })

  it('leaves the key to where it belongs, and names the argument that carries it', () => {
    const auth: Auth = { scheme: 'apiKey', in: 'query', name: 'api_key', pass: 'argument', needed: 'always' }
    const parameters = [
      query('api_key', { required: true, example: 'abc' }),
      query('bay', { required: true, default: 'kiel' }),
    ]
    const call = first([entity('buoy', ['list', get('/buoys', { parameters, key: true })])], auth)
    expect(call).toMatchObject({ arguments: { bay: 'kiel' }, key_argument: 'api_key', values: 'stated' })
    expect(call?.why).not.toContain('no_key')
  })

  it('does not ask for a header that no argument can set, nor for nested members of a body', () => {
    const header: Parameter = { name: 'X-Region', in: 'header', required: true }
    expect(first([entity('buoy', ['list', get('/buoys', { parameters: [header] })])])).toBeUndefined()
    const body: Parameter = { name: 'points', in: 'body', required: true, type: 'array' }
    const create: Point = { method: 'POST', path: '/buoys', parameters: [body] }
    expect(first([entity('buoy', ['create', create])])).toBeUndefined()
  })
})

describe('an endpoint among several', () => {
  const optional = [query('max_age', { example: 5 })]
  const renamed = [query('maxAge', { model_name: 'max_age', required: true, example: 5 })]
  const byAge = { names: ['max_age'] }
  const bare = { arguments: {}, direct: {} }
  const withAge = { arguments: { maxAge: 5 }, direct: { query: { maxAge: 5 } } }
  it.each<[string, string, Partial<Point>, object]>([
    ['that an optional name selects', 'nothing requires it', { parameters: optional, select: byAge }, bare],
    ['that a name of the model selects', 'the API has another', { parameters: renamed, select: byAge }, withAge],
    ['with an action', 'clients would pass that on to the API', { select: { names: [], action: 'recent' } }, bare],
  ])('%s is requested by direct, as %s', (_, __, more, call) => {
    const byId = get('/b/{id}', { parameters: [path('id')], select: { names: ['id'] } })
    const chosen = first([entity('buoy', ['list', byId, get('/a', more)])])
    expect(chosen).toMatchObject({ path: '/a', missed: true, ...call })
  })

  it('without arguments is only taken if it is the first, as PHP takes that one', () => {
    const byId = get('/b/{id}', { parameters: [path('id', { example: 3 })], select: { names: ['id'] } })
    expect(first([entity('buoy', ['list', byId, get('/a')])])?.path).toBe('/b/{id}')
    expect(first([entity('buoy', ['list', get('/a'), byId])])?.path).toBe('/a')
  })

  const names = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 3 })
  const point = fc.record({ names, action: fc.constantFrom(undefined, 'x', 'y'), example: fc.boolean() })

  it('is the one that the clients take with these arguments', () => {
    fc.assert(
      fc.property(fc.array(point, { minLength: 2, maxLength: 5 }), (choices) => {
        const points = choices.map(({ names, action, example }, index) =>
          get(`/${index}`, {
            parameters: names.map((name) => query(name, example ? { example: 1 } : {})),
            select: { names, ...(action && { action }) },
          }),
        )
        const call = first([entity('buoy', ['list', ...points])])
        if (!call) return
        // The client's direct requests the path itself.
        if (call.missed) {
          expect(call.direct).toBeDefined()
          return
        }
        // As their code does it: the first endpoint of which nothing is missing.
        const taken = points.find(
          ({ select }) => select?.names.every((name) => name in call.arguments) && !select.action,
        )
        expect(taken?.path).toBe(call.path)
      }),
    )
  })
})

describe('a value', () => {
  const argumentsFor = (parameter: Partial<Parameter>) =>
    first([entity('wave', ['load', get('/w', { parameters: [query('x', { required: true, ...parameter })] })])])
      ?.arguments

  it.each<[Partial<Parameter>, unknown]>([
    [{ example: 'e', default: 'd', enum: ['c', 'd', 'e'] }, 'e'],
    [{ default: 'd', enum: ['c', 'd'] }, 'd'],
    [{ example: 'e', default: 'd', enum: ['c'] }, 'c'],
    [{ enum: ['c', 'b'] }, 'c'],
    [{ example: '7', type: 'integer' }, 7],
    [{ default: 'true', type: 'boolean' }, true],
    [{ example: 10115, type: 'string' }, '10115'],
  ])('stated as %j is shown', (stated, value) => expect(argumentsFor(stated)).toEqual({ x: value }))

  it.each<[Partial<Parameter>, unknown]>([
    [{ type: 'integer' }, 'number'],
    [{ type: 'number' }, 'number'],
    [{ type: 'boolean' }, 'boolean'],
    [{ type: 'string' }, 'string'],
    [{ name: 'latitude', type: 'number' }, 'number'],
  ])('guessed for %j has its type', (parameter, type) => {
    const [value] = Object.values(argumentsFor(parameter) ?? {})
    expect([typeof value, parameter.type !== 'integer' || Number.isInteger(value)]).toEqual([type, true])
  })

  it('guessed for a date is an ISO date', () => {
    for (const parameter of [{ format: 'date' }, { name: 'startDate' }, { name: 'date' }])
      expect(Object.values(argumentsFor(parameter) ?? {})).toEqual([expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/)])
  })

  it.each([
    ['q', 'YOUR_Q'],
    ['base', 'YOUR_BASE'],
    ['vsCurrency', 'YOUR_VS_CURRENCY'],
  ])('of %s is a placeholder that nobody takes for one', (name, value) =>
    expect(argumentsFor({ name, type: 'string' })).toEqual({ [name]: value }),
  )

  it.each<[Partial<Parameter>, unknown]>([
    [{ name: 'format', enum: ['xml', 'json', 'jsonp'], default: 'xml' }, { format: 'json' }],
    [{ name: 'recordPacking', enum: ['xml', 'json'] }, { recordPacking: 'json' }],
    [
      { name: 'output', enum: ['csv', 'quakeml', 'geojson'], default: 'quakeml', example: 'csv' },
      { output: 'geojson' },
    ],
    [{ name: 'format', enum: ['xml', 'jsonv2'], default: 'jsonv2' }, {}],
    [{ name: 'format', enum: ['JSON', 'CSV', 'ZIP'] }, {}],
    [{ name: 'status', enum: ['open', 'json'] }, {}],
  ])('chooses JSON where the API answers something else: %j', (parameter, values) =>
    expect(argumentsFor({ required: undefined, ...parameter })).toEqual(values),
  )
})
