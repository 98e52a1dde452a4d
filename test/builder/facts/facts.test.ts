/** Facts of whole repositories, one of each generation. */
import { describe, expect, it } from 'vitest'
import { readFacts } from '../../../src/builder/facts/read-facts.ts'
import { OperationsFile, RecordFacts } from '../../../src/catalog/record/facts.ts'
import { buoys, generated, inMemory, pointsOf } from './repositories.ts'

const GENERATIONS = { 'tide-tables-sdk': 'old', 'lighthouses-sdk': 'middle', 'sea-ice-sdk': 'new' }

describe.each(Object.entries(GENERATIONS))('%s', (slug, generation) => {
  it('is of its generation, read without a warning, and fits the schema', async () => {
    const { facts, operations, warnings } = await readFacts(generated(slug))
    expect(facts.generation).toBe(generation)
    expect(warnings.filter(({ detail }) => !detail.includes('nothing fills'))).toEqual([])
    expect(RecordFacts.parse(facts)).toEqual(facts)
    expect(OperationsFile.parse(operations)).toEqual(operations)
  })

  it('has names from its manifests, and a class to make a client of', async () => {
    const { facts } = await readFacts(generated(slug))
    const name = { old: '', middle: '', new: '-sdk' }[generation]
    const base = slug.replace(/-sdk$/, '')
    expect(facts.packages.py?.name).toBe(`harbour-sdk-${base}${name}`)
    expect(facts.packages.php?.name).toBe(`harbour-sdk/${base}${name}`)
    expect(facts.packages.go?.name).toBe(`github.com/harbour-sdk/${slug}/go`)
    expect(facts.packages.py?.module).toBe(`${base.replaceAll('-', '')}_sdk`)
    expect(facts.packages.ts?.class).toMatch(/^[A-Z]\w+SDK$/)
    expect(Object.values(facts.packages).filter(({ computed }) => computed)).toEqual([])
  })

  it('has a CLI and an MCP server that build from a clone only', async () => {
    const { facts } = await readFacts(generated(slug))
    const base = slug.replace(/-sdk$/, '')
    expect(facts.cli).toMatchObject({ name: `${base}-cli`, go: '1.24.7', replace: true })
    expect(facts.mcp).toMatchObject({ name: `${base}-mcp`, tools: [`${base}_list`, `${base}_load`], replace: true })
  })

  it('says the same when its manifests and sources are not at hand, and which names are computed', async () => {
    const whole = generated(slug)
    const { facts } = await readFacts(whole)
    const few = {
      ...whole,
      read: async (path: string) => (/^(?:README|\.sdk)/.test(path) ? whole.read(path) : undefined),
    }
    const { facts: computed } = await readFacts(few)
    expect(computed.languages).toEqual(facts.languages)
    expect(computed.entities).toEqual(facts.entities)
    expect(computed.first_call).toEqual(facts.first_call)
    expect(computed.packages.go).toEqual({ ...facts.packages.go, computed: true })
    expect(computed.packages.ts?.name).toBe(
      generation === 'middle' ? '@harbour-sdk/lighthouses' : facts.packages.ts?.name,
    )
  })
})

const STATION = {
  ...{ name: 'station_id', in: 'path', api_name: 'stationId', type: 'string', required: true },
  from: 'station.list',
}

describe('an operation', () => {
  it('has the key to pass beside the name of the API, and what the description says of it', async () => {
    const facts = await readFacts(generated('tide-tables-sdk'))
    const [tides] = pointsOf(facts, 'tide', 'list')
    expect(tides).toEqual({
      method: 'GET',
      path: '/tides/{stationId}',
      parameters: [
        { ...STATION, example: 'hel-7' },
        { name: 'startDate', in: 'query', model_name: 'start_date', type: 'string', required: true, format: 'date' },
      ],
      result: 'tides',
      answer: { body: 'object', list: true, records: 'tides', fields: { time: 'string', height: 'number' } },
    })
    const [stations] = pointsOf(facts, 'station', 'list')
    expect(stations?.parameters).toEqual([
      { name: 'maxResults', in: 'query', model_name: 'max_result', type: 'integer', default: 20 },
    ])
    expect(stations?.answer).toEqual({
      body: 'array',
      list: true,
      fields: { id: 'string', name: 'string', position: 'object' },
    })
  })

  it('is read from the entity files where there is no resolved model', async () => {
    const facts = await readFacts(generated('lighthouses-sdk'))
    const [nearest, byId] = pointsOf(facts, 'lighthouse', 'load')
    expect(nearest?.select).toEqual({ names: ['lat', 'lon'], action: 'nearest' })
    expect(nearest?.parameters.map(({ example }) => example)).toEqual([54.1, 7.9])
    expect(byId).toMatchObject({
      deprecated: true,
      parameters: [{ name: 'id', api_name: 'lighthouse_id', example: 4711 }],
    })
    const [create] = pointsOf(facts, 'lighthouse', 'create')
    expect(create).toMatchObject({ key: true })
    expect(create?.parameters).toEqual([
      { name: 'name', in: 'body', type: 'string', required: true, example: 'Red Sands' },
      { name: 'height', in: 'body', type: 'number', required: true, example: 38.5 },
      { name: 'tags', in: 'body', type: 'array', items: 'string' },
    ])
  })

  it('whose path no argument fills says so, and is warned about', async () => {
    const facts = await readFacts(generated('lighthouses-sdk'))
    expect(pointsOf(facts, 'light', 'load')).toMatchObject([{ unfilled: ['lightId'] }])
    expect(facts.warnings).toMatchObject([{ detail: 'light.load: nothing fills {lightId}' }])
  })

  it('without a description has what the model knows', async () => {
    const { paths, ...rest } = generated('tide-tables-sdk')
    const facts = await readFacts({ ...rest, paths: paths.filter((path) => !path.startsWith('.sdk/def')) })
    expect(pointsOf(facts, 'tide', 'list')).toEqual([
      {
        method: 'GET',
        path: '/tides/{stationId}',
        parameters: [STATION, { name: 'start_date', in: 'query', type: 'string', required: true }],
        result: 'tides',
        answer: { fields: { time: 'string', height: 'number' } },
      },
    ])
  })

  it('that repeats a parameter of its path has it once, as the operation states it', async () => {
    const page = (example: number) => ({ name: 'page', in: 'query', schema: { type: 'integer' }, example })
    const paths = { '/buoys': { parameters: [page(1)], get: { parameters: [page(2)] } } }
    const { point } = await buoys({}, { description: { paths } })
    expect(point.parameters).toEqual([{ name: 'page', in: 'query', type: 'integer', example: 2 }])
  })

  it('has the choices of a schema that is stated elsewhere, and the placeholder as the path writes it', async () => {
    const schema = { $ref: '#/components/schemas/Sea' }
    const stated = [
      { name: 'sea', in: 'query', schema },
      { name: 'Buoy_ID', in: 'path', required: true },
    ]
    const get = { parameters: stated, responses: { 204: { description: 'none' } } }
    const description = {
      components: { schemas: { Sea: { type: 'string', enum: ['north', 'baltic'] } } },
      paths: { '/buoys/{buoyId}': { get } },
    }
    const args = { params: [{ name: 'id', orig: 'Buoy_ID' }], query: [{ name: 'sea' }] }
    const fields = [{ name: 'depth', type: '`$NUMBER`' }]
    const endpoint = { orig: '/buoys/{buoyId}', parts: ['buoys', '{id}'], args }
    const { point } = await buoys(endpoint, { op: 'load', description, fields })
    expect(point.parameters).toEqual([
      { name: 'id', in: 'path', api_name: 'buoyId', required: true },
      { name: 'sea', in: 'query', type: 'string', enum: ['north', 'baltic'] },
    ])
    expect(point).not.toHaveProperty('answer')
  })
})

describe('the words that an operation is found by', () => {
  const value = 'Moaning Minnie'
  const schema = { type: 'object', properties: { kin: { $ref: '#/components/schemas/Buoy' } } }
  const inSchema = (shown: object) => ({
    get: { responses: { 200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Buoy' } } } } } },
    Buoy: { ...schema, properties: { ...schema.properties, name: { type: 'string', ...shown } } },
  })
  it.each<[string, { get: object; Buoy?: object }]>([
    ['an example of a parameter', { get: { parameters: [{ name: 'q', in: 'query', example: value }] } }],
    ['a choice of a parameter', { get: { parameters: [{ name: 'q', in: 'query', schema: { enum: [value] } }] } }],
    ['an example of Swagger', { get: { responses: { 200: { examples: { 'text/plain': [{ name: value }] } } } } }],
    ['an example of a schema that holds itself', inSchema({ example: value })],
    ['one of several examples', inSchema({ examples: ['Bell', value] })],
    ['a choice in an answer', inSchema({ enum: [value] })],
  ])('include those of %s, and no addresses or codes', async (_, { get, Buoy = {} }) => {
    const description = { paths: { '/buoys': { get } }, components: { schemas: { Buoy } } }
    const { facts } = await buoys({}, { description })
    expect(facts.entities[0]?.words?.list).toMatch(/\bmoaning minnie\b/)
    const coded = JSON.parse(JSON.stringify(description).replaceAll(value, 'https://moaning.test 4711'))
    expect((await buoys({}, { description: coded })).facts.entities[0]?.words?.list ?? '').not.toMatch(/moaning|4711/)
  })
})

describe('languages', () => {
  it('are folders with a manifest; py-data and bash are none', async () => {
    const { facts } = await readFacts(generated('lighthouses-sdk'))
    expect(facts.languages).toEqual(['ts', 'py', 'php', 'go', 'rb', 'lua'])
    expect((await readFacts(generated('sea-ice-sdk'))).facts.packages.rust).toEqual({
      name: 'harbour-sea-ice-sdk',
      module: 'sea_ice_sdk',
    })
  })

  it('without a name in any file are languages all the same', async () => {
    const { facts } = await readFacts(
      inMemory({ 'c/Makefile': 'all:\n', 'scala/project.scala': '', 'js/notes.md': '' }),
    )
    expect(facts.languages).toEqual(['c', 'scala'])
    expect(facts.packages).toEqual({})
  })
})

describe('the programs', () => {
  it('have words and tools from the README where the source is not at hand', async () => {
    const { facts } = await readFacts(generated('lighthouses-sdk'))
    expect(facts.cli).toMatchObject({ words: ['list', 'load'] })
    expect(facts.cli?.idle).toBeUndefined()
  })

  it('name what they offer and no entity can do', async () => {
    const { facts } = await readFacts(generated('sea-ice-sdk'))
    expect(facts.cli).toMatchObject({ words: ['list', 'load', 'update'], idle: ['load', 'update'] })
    expect(facts.mcp?.idle).toEqual(['sea-ice_load'])
  })
})

describe('servers', () => {
  it('have their variables with default and choices', async () => {
    const { facts } = await readFacts(generated('sea-ice-sdk'))
    expect(facts.servers).toEqual([
      { url: 'https://{zone}.ice.example.org', variables: { zone: { default: 'north', enum: ['north', 'south'] } } },
    ])
  })

  it('that are relative are left out, and warned about', async () => {
    const model = { main: { kit: { info: { servers: [{ url: '/v1' }] } } } }
    const { facts, warnings } = await readFacts(inMemory({ '.sdk/model/sdk.json': model }))
    expect(facts.servers).toEqual([])
    expect(warnings).toMatchObject([{ detail: 'server "/v1" is no absolute URL' }])
  })
})

describe('an example', () => {
  const exampleOf = async (example: string) => {
    const parameters = [{ name: 'near', in: 'query', schema: { type: 'string' }, example }]
    const { point } = await buoys({}, { description: { paths: { '/buoys': { get: { parameters } } } } })
    return point.parameters[0]!.example
  }

  it('is taken as a value, and left out where it is prose', async () => {
    expect(await exampleOf('the harbour of Hook of Holland')).toBe('the harbour of Hook of Holland')
    expect(await exampleOf('a buoy '.repeat(10))).toBeUndefined()
  })
})
