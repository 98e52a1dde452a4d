/** The reference of one operation: every endpoint and parameter, the answer's shape, and the request in other forms. */
import { describe, expect, it } from 'vitest'
import { OperationsFile, type Point } from '../../src/catalog/record/facts.ts'
import { getSdkReadme } from '../../src/tools/get-sdk-readme.ts'
import { bareSdk, type Input, readOf, SLUG } from './read-readme.ts'

const { record } = bareSdk({
  generation: 'middle',
  languages: ['ts', 'py', 'go'],
  servers: [{ url: 'https://tides.sea/v1/' }],
  auth: { scheme: 'apiKey', in: 'header', name: 'X-Key', env: 'TIDES_APIKEY', pass: 'headers' },
  entities: [{ name: 'tide', ops: ['list', 'load', 'create'] }],
  cli: { name: 'tides-cli', words: ['list'] },
  mcp: { name: 'tides-mcp', tools: ['tides_list'] },
})

const optional = Array.from({ length: 26 }, (_, index) => ({ name: `z${index}`, in: 'query' as const }))
const LIST: Point = {
  method: 'GET',
  path: '/tides',
  parameters: [
    ...optional,
    { name: 'region', in: 'query', type: 'string', enum: ['north', 'south'], default: 'north' },
    { name: 'page', in: 'query', type: 'integer' },
    { name: 'per_page', in: 'query', type: 'integer' },
  ],
  answer: {
    ...{ body: 'object', list: true, records: 'data.tides' },
    fields: { height: 'number', at: 'string' },
    around: { total: 'integer' },
  },
}
const BY_PLACE: Point = {
  method: 'GET',
  path: '/places/{place}/tides',
  parameters: [{ name: 'place_id', in: 'path', api_name: 'place', required: true, example: 'St Malo' }],
  select: { names: ['place_id'], action: 'of_place' },
  answer: { body: 'text', fields: {} },
}
const UNFILLED: Point = { method: 'GET', path: '/tides/{id}', parameters: [], unfilled: ['id'] }
const CUT = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`field_${index}`, 'string']))
const post = (path: string, rest: object = {}) => ({ method: 'POST', path, parameters: [], ...rest })
const WRITES = [
  post('/tides'),
  post('/tides/reset', { body: 'none' }),
  post('/tides/list', { body: 'unnamed' }),
  post('/tides/form', { body: 'form', parameters: [{ name: 'a b', in: 'body', required: true, example: 'x&y' }] }),
  post('/tides/file', { body: 'multipart', parameters: [{ name: 'at', in: 'body', required: true, example: 'noon' }] }),
  post('/tides/note', { parameters: [{ name: 'at', in: 'body' }], answer: { body: 'object', fields: {} } }),
  post('/tides/search', { parameters: [{ name: 'cursor', in: 'body' }], answer: { fields: CUT } }),
]
const operations = OperationsFile.parse({
  ...{ format: 1, slug: SLUG },
  entities: [
    {
      name: 'tide',
      operations: [
        { op: 'list', points: [LIST, BY_PLACE] },
        { op: 'load', points: [UNFILLED] },
        { op: 'create', points: WRITES },
      ],
    },
  ],
})

const answer = (input: Partial<Input>) =>
  readOf(record, { entity: 'tide', op: 'list', language: 'py', ...input }, '', operations)

describe('the reference of an operation', () => {
  it('has the request for curl, with the key from its variable', async () => {
    const { markdown, operation } = await answer({ endpoint: '/places/{place}/tides' })
    expect(operation!.parameters![0]!.name).toBe('place')
    expect(markdown).toContain(
      '# place=St Malo: required, text (example)\n' +
        `curl 'https://tides.sea/v1/places/St%20Malo/tides' -H "X-Key: \${TIDES_APIKEY:?}"\n`,
    )
    expect(markdown).toContain("```bash\nsdk-catalog call poetrydb-sdk tide.list 'place_id=St Malo'\n```")
  })

  it('shows how a body is written that requires no member, or says that none is on record', async () => {
    expect((await answer({ op: 'create', endpoint: '/tides/note' })).markdown).toContain(
      `# a body is written so: -d '{"at":"YOUR_AT"}'\ncurl -X POST`,
    )
    expect((await answer({ op: 'create', endpoint: '/tides' })).markdown).toContain('# body: not on record, add it')
  })

  it('says that a write mostly needs a key where none is on record, and nothing of a read', async () => {
    const free = { ...record, auth: { scheme: 'none' as const } }
    const hint = async (op: string) =>
      (await readOf(free, { entity: 'tide', op, language: 'py' }, '', operations)).hint ?? ''
    expect(await hint('create')).toContain('No authentication is on record')
    expect(await hint('list')).not.toContain('No authentication')
  })

  it('says what is around the records, and where they are', async () => {
    const { operation } = await answer({})
    expect(operation).toMatchObject({ body: 'object', list: true, records: 'data.tides', around: { total: 'integer' } })
    expect(getSdkReadme.text(await answer({}))).toContain(
      'Answer: { total: integer, data: { tides: a list of { height: number, at: string } } }',
    )
  })

  it('prints the records that the client would lose', async () => {
    const { markdown } = await answer({})
    expect(markdown).toContain('answer = client.direct({\n    "path": "/tides",\n')
    expect(markdown).toContain('print(answer["data"]["data"]["tides"])')
  })

  it('shows choices and defaults, and first the parameters that most calls set', async () => {
    const { operation, hint } = await answer({})
    const names = operation!.parameters!.map(({ name }) => name)
    expect(names.slice(0, 3).sort()).toEqual(['page', 'per_page', 'region'])
    expect(names).toHaveLength(24)
    expect(hint).toContain('ask again with more')
    expect(getSdkReadme.text(await answer({}))).toContain(
      '| region | query | string |  | one of north, south; default north |',
    )
  })

  it('has every parameter, the errors and a test with more', async () => {
    const { operation, hint, markdown } = await answer({ more: true })
    expect(operation!.parameters).toHaveLength(29)
    expect(hint).not.toContain('ask again')
    expect(markdown).toContain('Errors: PoetrydbError, thrown;')
    expect(markdown).toContain(
      '.test({"entity": {"tide": {"test1": {"height": 1.5, "at": "example", "id": "test1"}}}})',
    )
    expect(markdown).toContain('items = client.Tide().list({})')
  })

  it('says how it pages', async () => {
    const { markdown, hint } = await answer({})
    expect(markdown).toContain('Page by page:\n\n```python\n')
    expect(markdown).toContain('query = {"page": 1}\nwhile True:\n')
    expect(markdown).toContain('    query["page"] += 1\n```')
    expect(hint).not.toContain('Paging')
    const unknown = await answer({ op: 'create', endpoint: '/tides/search' })
    expect(unknown.hint).toContain('Paging: cursor, pass what the last answer gave for it, until it gives none.')
    expect(unknown.markdown).not.toContain('Page by page')
  })

  it('is a curl where the answer is no JSON, which no client returns', async () => {
    const { hint, markdown } = await answer({ endpoint: 'of_place' })
    expect(hint).toContain('The API answers with text, which the clients do not return.')
    expect(markdown).not.toContain('client.')
  })
})

describe('the body of a request', () => {
  const textFor = async (endpoint: string) => getSdkReadme.text(await answer({ op: 'create', endpoint }))

  it('that is not on record is said to be so, with the fields of the entity', async () => {
    const text = await textFor('/tides')
    expect(text).toContain('No parameter is on record.\n\nIts body is not on record.')
    expect(text).toContain('Fields of the entity, some of which its body may take: height: number, at: string.')
    expect(text).toContain('Its body is not on record: add what it takes.')
    expect(text).toContain(
      '.create({\n    # "height": …, # number: a field of the entity\n    # "at": …, # text: a field',
    )
  })

  it.each([
    ['/tides/reset', 'No parameters.'],
    ['/tides/list', 'no named members on record', 'has no named members on record: add what it takes'],
    ['/tides/note', '| at | body |', 'No member of its body is required.'],
  ])('of %s is what its file says', async (endpoint, ...said) => {
    const text = await textFor(endpoint)
    for (const words of said) expect(text).toContain(words)
    expect(text).not.toContain('Fields of the entity')
  })

  it('is not said to require nothing where only the model is known, whose answers may have more members', async () => {
    const text = await textFor('/tides/search')
    expect(text).not.toContain('No member of its body is required.')
    expect(text).toContain('field_11: string, … }')
  })

  it('that is a form is sent as one', async () => {
    expect(await textFor('/tides/form')).toContain(
      "-H 'Content-Type: application/x-www-form-urlencoded' -d 'a+b=x%26y'",
    )
    expect(await textFor('/tides/form')).toContain('The API takes a form')
    expect(await textFor('/tides/file')).toContain("--form-string 'at=noon'")
    expect(await textFor('/tides/file')).not.toContain('application/json')
  })
})

it.each([
  { entity: 'tide', op: 'load' },
  { entity: undefined, op: 'tide.load' },
  { entity: 'tide.load', op: undefined },
  { entity: 'tide', op: 'tide.load' },
  { entity: 'tide.load', op: 'load' },
])('the names that find_sdk gives are read from %o', async (names) =>
  expect((await answer(names)).operation).toMatchObject({ entity: 'tide', op: 'load', path: '/tides/{id}' }),
)

describe('another endpoint', () => {
  it.each(['/places/{place}/tides', 'GET /places/{place}/tides', 'of_place'])('is chosen by %s', async (endpoint) => {
    const { operation } = await answer({ endpoint })
    expect(operation).toMatchObject({ path: '/places/{place}/tides' })
    expect(operation!.endpoints).toEqual([expect.stringContaining(' GET /tides – ')])
  })

  it('is named with what it takes, and chosen by its line', async () => {
    const { operation } = await answer({})
    const line = 'tide.list(place*) direct GET /places/{place}/tides – answers text'
    expect(operation!.endpoints).toEqual([line])
    expect(getSdkReadme.text(await answer({}))).toMatch(
      /Other endpoints, for the argument operation \(.*\):\n- tide\.list\(place/,
    )
    for (const name of [line, `- ${line}`, 'tide.list GET /places/{place}/tides', 'GET /places/{place}/tides']) {
      const chosen = await answer({ entity: undefined, op: undefined, operation: name })
      expect(chosen.operation, name).toMatchObject({ entity: 'tide', op: 'list', path: '/places/{place}/tides' })
    }
  })

  it('that does not exist is refused with those that do', async () =>
    await expect(answer({ endpoint: '/harbours' })).rejects.toMatchObject({
      code: 'not_found',
      info: { resolution: expect.stringContaining('GET /tides; GET /places/{place}/tides') },
    }))

  it('whose placeholder no argument fills is requested by direct', async () => {
    const { markdown, hint } = await answer({ op: 'load' })
    expect(hint).toContain('The code uses direct: load would request another path.')
    expect(markdown).toContain('"path": "/tides/{id}",\n    "params": {\n        "id": "YOUR_ID", # required, text\n')
  })
})

describe('the programs', () => {
  it('give way to curl for what they cannot do, with the reason', async () => {
    const cli = await answer({ language: 'cli' })
    expect(cli.markdown).toContain(`\ncurl 'https://tides.sea/v1/tides' -H "X-Key: \${TIDES_APIKEY:?}"\n`)
    expect(cli.markdown).not.toContain('go build')
    expect(cli.hint).toContain('The CLI prints [] for this list')
    expect((await answer({ language: 'mcp' })).hint).toContain('The MCP server prints [] for this list')
    expect((await answer({ language: 'cli', op: 'load' })).hint).toContain('The CLI has no load, only list.')
  })

  it('are called for an operation that they have', async () => {
    const keyless = { ...record, auth: { scheme: 'none' as const } }
    const points = [{ method: 'GET', path: '/tides', parameters: [], answer: { list: true, fields: { at: 'string' } } }]
    const entities = [{ name: 'tide', operations: [{ op: 'list', points }] }]
    const plain = OperationsFile.parse({ ...operations, entities })
    const read = (language: Input['language']) => readOf(keyless, { entity: 'tide', op: 'list', language }, '', plain)
    expect((await read('cli')).markdown).toMatch(/^\.\/tides-cli list tide$/m)
    expect((await read('mcp')).hint).toContain('Call its tool tides_list with {"entity":"tide"}.')
  })
})

it.each(['rb', 'php', 'lua', 'zig'] as const)(
  'an SDK that lacks %s has the plain request and no code of it',
  async (language) => {
    const { markdown, hint } = await answer({ language })
    expect(markdown).toMatch(/^```bash\n[^`]*^curl /m)
    expect(markdown).not.toMatch(/```(?!bash|\n)\w/)
    expect(hint).toContain(`No code in ${language} is at hand.`)
  },
)
