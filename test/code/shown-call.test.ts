/** The one call that is shown of an endpoint: an argument a line, each with what is known of its value. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Parameter, Point } from '../../src/catalog/record/facts.ts'
import type { Language, Target } from '../../src/catalog/record/languages.ts'
import { type Start, startFor } from '../../src/code/first-steps.ts'
import { sheetLine } from '../../src/code/reference/operation-sheet.ts'
import { planFor } from '../../src/code/shown-call.ts'
import { PARSERS } from './parsers.ts'
import { tides } from './records.ts'
import { LANGUAGES } from './shown.ts'

const QUERY: Point = {
  method: 'GET',
  path: '/tides/{harbour}',
  answer: { body: 'array', list: true, fields: { height: 'number' } },
  parameters: [
    { name: 'harbour_id', api_name: 'harbour', in: 'path', type: 'string', required: true, from: 'harbour.list' },
    { name: 'day', in: 'query', type: 'string', format: 'date', required: true },
    {
      name: 'unit',
      in: 'query',
      type: 'string',
      enum: ['m', 'ft'],
      required: true,
      example: 'ft',
      about: 'of heights',
    },
    { name: 'count', in: 'query', type: 'integer', minimum: 1, maximum: 50, default: 10 },
    { name: 'datum', in: 'query', type: 'string' },
  ],
}

const record = tides({
  cli: { name: 'sea-tides-cli', words: ['list', 'load'] },
  mcp: { name: 'sea-tides-mcp', tools: ['sea-tides_list', 'sea-tides_load'] },
  servers: [{ url: 'https://tides.sea.dev' }],
})

function startOf(point: Point, target: Target, op: 'list' | 'create' = 'list', of = record): Start {
  return startFor(planFor(of, { entity: 'high_tide', operation: { op, points: [point] }, point }), target)!
}
describe('an argument', () => {
  test('has a line of its own, with its type, its choices, its meaning and where the value is from', () => {
    expect(startOf(QUERY, 'py').code).toContain(`items = client.HighTide().list({
    "harbour_id": "YOUR_HARBOUR", # required, text: from harbour.list
    "day": "2024-01-15", # required, date (made up)
    "unit": "ft", # required, m|ft: of heights (example)
    # "count": 10, # integer from 1 up to 50 (default)
    # "datum": …, # text
})`)
    expect(startOf(QUERY, 'ts').code).toContain(`const items = await client.HighTide().list({
  harbour_id: 'YOUR_HARBOUR', // required, text: from harbour.list
  day: '2024-01-15', // required, date (made up)
  unit: 'ft', // required, m|ft: of heights (example)
  // count: 10, // integer from 1 up to 50 (default)
  // datum: …, // text
} as any)`)
  })

  test.each(LANGUAGES)('in %s is told in the same words', (language) => {
    const { code } = startOf(QUERY, language)
    for (const mark of ['required, text: from harbour.list', 'required, m|ft: of heights (example)'])
      expect(code!.split('\n').filter((line) => line.endsWith(mark))).toHaveLength(1)
    expect(code).toMatch(/^\s*(?:\/\/|#|--) \W?count.*10, (?:\/\/|#|--) integer from 1 up to 50/m)
    expect(code).toMatch(/^\s*(?:\/\/|#|--) \W?datum.*…, (?:\/\/|#|--) text$/m)
  })

  test('of direct stands in its place', () => {
    const point: Point = { ...QUERY, answer: { body: 'array', fields: {}, list: true } }
    expect(startOf(point, 'rb').code).toContain(`client.direct({
  "path" => "/tides/{harbour}",
  "params" => {
    "harbour" => "YOUR_HARBOUR", # required, text: from harbour.list
  },
  "query" => {
    "day" => "2024-01-15", # required`)
    expect(startOf(point, 'js').code).toContain(`const query = {
  day: '2024-01-15', // required`)
    expect(startOf(point, 'js').code).toContain("path: '/tides/{harbour}?' + new URLSearchParams(query),")
  })

  test('of a shell has a comment above the one command, and an MCP client gets JSON with its marks beside it', () => {
    expect(startOf(QUERY, 'cli').code).toBe(`# harbour_id=YOUR_HARBOUR: required, text: from harbour.list
# day=2024-01-15: required, date (made up)
# unit=ft: required, m|ft: of heights (example)
# optional:
# count=10: integer from 1 up to 50 (default)
# datum: text
./sea-tides-cli list '{harbour_id:"YOUR_HARBOUR",day:"2024-01-15",unit:"ft"}' high_tide`)
    const { tool, marks, notes } = startOf(QUERY, 'mcp')
    expect(tool).toEqual({
      name: 'sea-tides_list',
      arguments: { entity: 'high_tide', query: { harbour_id: 'YOUR_HARBOUR', day: '2024-01-15', unit: 'ft' } },
    })
    expect(marks).toMatchObject({ unit: 'required, m|ft: of heights (example)', datum: 'optional, text' })
    expect(notes[0]).toBe(`Call its tool sea-tides_list with ${JSON.stringify(tool!.arguments)}.`)
    expect(notes[1]).toContain('unit: required, m|ft: of heights (example); count: optional, 10, integer')
  })

  test('of a program that passes nothing shows how an argument is passed', () => {
    const optional: Point = { ...QUERY, parameters: QUERY.parameters.map((each) => ({ ...each, required: undefined })) }
    const [, cli] = /^# one is passed so: (\.\/.*)$/m.exec(startOf(optional, 'cli').code!) ?? []
    expect(cli).toMatch(/^\.\/sea-tides-cli list '\{\w+:.*\}' high_tide$/)
    expect(startOf(optional, 'mcp').notes[2]).toMatch(
      /^One is passed so: \{"entity":"high_tide","query":\{"\w+":.*\}\}\.$/,
    )
    expect(startOf(QUERY, 'cli').code).not.toContain('passed so')
  })

  test('that searches has a placeholder where nothing is required, as nothing is found without it', () => {
    const parameters: Point['parameters'] = [{ name: 'q', in: 'query', type: 'string' }]
    expect(startOf({ ...QUERY, path: '/search', parameters }, 'py').code).toContain('"q": "YOUR_Q", # text')
    expect(startOf({ ...QUERY, path: '/tides', parameters }, 'py').code).toContain('# "q": …, # text')
  })
})

describe('a body', () => {
  const ORDER: Point = {
    method: 'POST',
    path: '/orders',
    parameters: [
      { name: 'whisper', in: 'body', type: 'string' },
      {
        name: 'lines',
        in: 'body',
        type: 'array',
        required: true,
        members: {
          sku: { type: 'string', required: true },
          price: {
            type: 'object',
            required: true,
            members: {
              cents: { type: 'integer', required: true },
              tax: { type: 'object', required: true, members: { rate: { type: 'number', required: true } } },
            },
          },
          gift: 'boolean',
        },
      },
      { name: 'hues', in: 'body', type: 'array', items: 'string', required: true },
      { name: 'meta', in: 'body', type: 'object', members: { source: 'string', at: 'string' } },
    ],
  }

  test('has the required members of lists and objects, down to three levels, and offers the others', () => {
    expect(startOf(ORDER, 'go', 'create').code).toContain(`Create(map[string]any{
		"lines": []any{map[string]any{ // required, list
			"sku": "YOUR_SKU", // required, text
			"price": map[string]any{ // required, object
				"cents": 1, // required, integer (made up)
				"tax": map[string]any{ // required, object
					"rate": 1, // required, number (made up)
				},
			},
		}},
		"hues": []any{"YOUR_HUES"}, // required, list of text
		// "whisper": …, // text
		// "meta": …, // object { source, at }
	}, nil)`)
    expect(startOf(ORDER, 'cli', 'create').code).toContain(
      `-d '{"lines":[{"sku":"YOUR_SKU","price":{"cents":1,"tax":{"rate":1}}}],"hues":["YOUR_HUES"]}'`,
    )
    expect(startOf(ORDER, 'cli', 'create').code).toContain('# lines[].price.cents=1: required, integer')
  })

  test.each([
    ['form', 'a form', /-d 'name=YOUR_NAME&image=YOUR_IMAGE'$/],
    ['multipart', 'multipart/form-data', /--form-string 'name=YOUR_NAME' -F image=@FILE$/],
    ['list', 'a list', /-d '\[\{"name":"YOUR_NAME"\}\]'$/],
    ['file', 'the bytes of a file', /--data-binary @FILE$/],
  ] as const)('that is a %s, which the clients do not send, is sent by curl in every language', (body, what, end) => {
    const parameters: Point['parameters'] = [
      { name: 'name', in: 'body', type: 'string', required: true },
      { name: 'image', in: 'body', type: body === 'form' ? 'string' : 'file', required: true },
    ]
    const isWhole = body === 'list' || body === 'file'
    const point: Point = {
      ...{ method: 'POST', path: '/images', body, parameters: isWhole ? [] : parameters },
      ...(body === 'list' && { body_items: { name: { type: 'string', required: true } } }),
    }
    for (const target of [...LANGUAGES, 'cli', 'mcp'] as const) {
      const { code, fence, notes, package: name, install } = startOf(point, target, 'create')
      expect([fence, name, install]).toEqual(['bash', undefined, undefined])
      expect(code).toMatch(end)
      expect(notes[0]).toBe(`The API takes ${what}, and the clients send an object in JSON.`)
    }
  })
})

test('what is on a server of its own is requested there by curl in every language', () => {
  const point: Point = { method: 'GET', path: '/images', parameters: [], server: 'https://images.sea-tides.net' }
  for (const target of [...LANGUAGES, 'cli', 'mcp'] as const) {
    const { code, fence, notes } = startOf(point, target, 'list')
    expect(fence).toBe('bash')
    expect(code).toMatch(/^curl 'https:\/\/images\.sea-tides\.net\/images'/m)
    expect(notes[0]).toBe('It is at images.sea-tides.net, and the clients have one server.')
  }
})

test.each([undefined, 'form', 'none'] as const)(
  'a file is a part of multipart/form-data, whatever else is on record: %s',
  (body) => {
    for (const place of ['query', 'body'] as const) {
      const parameters: Point['parameters'] = [
        { name: 'card', in: 'query', type: 'string', required: true },
        { name: 'image', in: place, type: 'file' },
      ]
      const point: Point = { method: 'POST', path: '/images', parameters, ...(body && { body }) }
      const { code, notes } = startOf(point, 'ts', 'create')
      expect(code).toMatch(/\/images\?card=YOUR_CARD' .*-F image=@FILE$/)
      expect(notes[0]).toMatch(/^The API takes multipart\/form-data/)
      expect(sheetLine(record, { entity: 'image', operation: { op: 'create', points: [point] }, point })).toMatch(
        /; multipart with image$|– multipart with image$/,
      )
    }
  },
)

test.each([
  ['lipitor', 'text to look for; 3 endpoints share the example (example)'],
  ['brand:lipitor', '"search": …, # text: text to look for; in the form of brand:lipitor, with its own fields'],
])('an example that several endpoints share says so, and is no value if it names a field: %s', (example, mark) => {
  const parameters: Point['parameters'] = [{ name: 'search', in: 'query', type: 'string', example }]
  const points = ['/drugs', '/foods', '/devices'].map((path): Point => ({ ...QUERY, path, parameters }))
  const code = (all: Point[]) => {
    const operation = { op: 'list' as const, points: all }
    const plan = planFor(record, { entity: 'report', operation, point: points[0]! }, [
      { name: 'report', operations: [operation] },
    ])
    return startFor(plan, 'py')!.code
  }
  expect(code(points)).toContain(mark)
  expect(code(points.slice(0, 1))).toContain(`"search": "${example}", # text: text to look for (example)`)
})

test('an answer that is no JSON, and what a program cannot do, is asked for by curl, and a sentence says why', () => {
  const image: Point = { ...QUERY, answer: { body: 'binary', media: 'image/png', fields: {} } }
  expect(startOf(image, 'py').code).toMatch(/^curl '.*' -o answer\.png$/m)
  expect(startOf(image, 'py').notes).toEqual(['The API answers with a file, which the clients do not return.'])
  const change: Point = { method: 'POST', path: '/tides', parameters: [] }
  expect(startOf(change, 'cli', 'create').notes).toContain('The CLI has no create, only list, load.')
  const lost: Point = {
    ...QUERY,
    answer: { body: 'object', list: true, records: 'tides', fields: { height: 'number' } },
  }
  expect(startOf(lost, 'cli').notes).toContain('The CLI prints [] for this list, as the client loses its answer.')
})

describe('a key', () => {
  const keyed = (needed: 'always' | 'sometimes', test_key?: string) => {
    const auth = { scheme: 'apiKey', in: 'query', name: 'key', pass: 'argument', needed } as const
    return { ...record, auth: { ...auth, ...(test_key && { test_key }) } }
  }

  test('for everybody to try is used, and marked', () => {
    const of = keyed('always', 'DEMO_KEY')
    expect(startOf(QUERY, 'py', 'list', of).code).toContain('"key": "DEMO_KEY", # key (default)')
    expect(startOf(QUERY, 'cli', 'list', of).code).toMatch(/key=\$\{SEA_TIDES_APIKEY:-DEMO_KEY\}"$/)
    expect(startOf(QUERY, 'py', 'list', of).notes).toEqual(['DEMO_KEY is for trying: put your key in its place.'])
  })

  test('that this endpoint does not take is not asked for', () => {
    expect(startOf(QUERY, 'py', 'list', keyed('always')).code).toContain('os.environ["SEA_TIDES_APIKEY"]')
    const { code, notes } = startOf(QUERY, 'py', 'list', keyed('sometimes'))
    expect(code).not.toContain('os')
    expect(notes).toEqual([])
  })

  test('of a shell stops the command with the name of its variable', () =>
    expect(startOf(QUERY, 'cli', 'list', keyed('always')).code).toMatch(/^curl ".*key=\$\{SEA_TIDES_APIKEY:\?\}"$/m))
})

test('whatever a description says, it ends no comment and no text', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.constantFrom('a\nb', 'x\u2028y()', '?> <?php x', '*/', '"]', "'", '\\', '#{x}', '$x', '--[[', '`'),
  )
  const sample = fc.sample(fc.tuple(text, text, text, fc.boolean()), { numRuns: 60, seed: 5 })
  const codes = (language: Language) =>
    sample.map(([name, value, about, required]) => {
      const stated: Parameter = {
        name: `a${name}`,
        in: 'query',
        type: 'string',
        about,
        example: value,
        enum: [value, name],
      }
      const parameters = [required ? { ...stated, required: true as const } : stated]
      return startOf({ ...QUERY, path: '/x', parameters }, language).code!
    })
  for (const language of LANGUAGES) expect(PARSERS[language]!(codes(language)) ?? [], language).toEqual([])
})
