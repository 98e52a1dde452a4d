/** First code per language: whole programs that make the recorded call, in the way of each generation's clients. */
import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Language } from '../../src/catalog/record/languages.ts'
import type { SdkRecord } from '../../src/catalog/record/record.ts'
import type { Call } from '../../src/code/arguments.ts'
import { keyVariable } from '../../src/code/client-options.ts'
import { firstCode, quickstarts } from '../../src/code/first-steps.ts'
import { codeFor } from '../../src/code/quickstart.ts'
import { embedded } from '../embedded.ts'
import { runs } from '../property.ts'
import { tides } from './records.ts'

const hasPython = spawnSync('python3', ['--version']).status === 0
const WRITTEN = ['ts', 'js', 'py', 'php', 'go', 'rb', 'lua'] as const
const codeOf = (record: SdkRecord, language: Language) => firstCode(record, language)!.code
const calling = (given: Call['arguments'], more: Partial<Call> = {}) => ({
  entity: 'high_tide',
  op: 'load' as const,
  arguments: given,
  ...more,
})

/** How each language reads an environment variable, and where it stops without one in a line of its own, that. */
const VARIABLE: Record<(typeof WRITTEN)[number], [value: string, stop?: string]> = {
  ts: ['process.env.X_KEY', "if (!process.env.X_KEY) throw new Error('X_KEY')"],
  js: ['process.env.X_KEY', "if (!process.env.X_KEY) throw new Error('X_KEY')"],
  py: ['os.environ["X_KEY"]'],
  php: ['getenv("X_KEY") ?: throw new Exception("X_KEY")'],
  go: ['os.Getenv("X_KEY")', 'if os.Getenv("X_KEY") == "" {\n\t\tpanic("X_KEY")\n\t}'],
  rb: ['ENV.fetch("X_KEY")'],
  lua: ['assert(os.getenv("X_KEY"), "X_KEY")'],
}
/** The name of a key in a map, up to its value. */
const named = (language: (typeof WRITTEN)[number], name: string) =>
  ({
    ts: `'${name}': `,
    js: `'${name}': `,
    py: `"${name}": `,
    php: `"${name}" => `,
    go: `"${name}": `,
    rb: `"${name}" => `,
    lua: `["${name}"] = `,
  })[language]

describe('the first code', () => {
  test('is there in every language that can be written, and in no other', () =>
    expect(quickstarts(tides()).map(({ id }) => id)).toEqual(WRITTEN))

  test.each(WRITTEN)('in %s without arguments, and without any to offer, has its call on one line', (language) =>
    expect(codeOf(tides(), language)).toMatch(/[lL]ist\((?:\{\}|\[\]|map\[string\]any\{\}, nil)?\)/),
  )

  test.each(['py', 'php', 'go', 'rb', 'lua'] as const)('in %s always passes a map', (language) => {
    const map = { py: '{}', php: '[]', go: 'map[string]any{}', rb: '{}', lua: '{}' }[language]
    for (const generation of ['old', 'middle', 'new'] as const)
      expect(codeOf(tides({ generation }), language)).toMatch(new RegExp(`ist\\(${map.replace(/[[\]{}]/g, '\\$&')}`))
  })

  test('uses module and class on record, whatever the rule says', () => {
    const packages = Object.fromEntries(
      WRITTEN.map((code) => [code, { name: 'n', module: 'm_sdk', class: 'OceanSDK' }]),
    )
    for (const { code, id } of quickstarts(tides({ packages }))) {
      expect(code).toMatch(/['" ]m_sdk(?:\.php)?['" \n]/)
      if (id !== 'lua') expect(code).toContain('OceanSDK')
    }
  })

  test('without names on record follows the rule', () => {
    const code = (language: Language) => codeOf(tides(), language)
    expect(code('ts')).toContain("import { SeaTidesSDK } from '@sea/sea-tides'")
    expect(code('js')).toContain("require('@sea/sea-tides-js')")
    expect(code('py')).toContain('from seatides_sdk import SeaTidesSDK')
    expect(code('php')).toContain("require_once 'seatides_sdk.php'")
    expect(code('rb')).toContain('require_relative "SeaTides_sdk"')
    expect(code('lua')).toContain('require("sea-tides_sdk")')
    expect(code('go')).toContain('sdk "github.com/sea/sea-tides-sdk/go"')
  })

  test('in Go is a whole program that imports what it uses and nothing else', () => {
    for (const record of [tides(), tides({ auth: { scheme: 'bearer', pass: 'apikey' } })]) {
      const code = codeOf(record, 'go')
      expect(code).toMatch(/^package main\n\nimport \(\n[\s\S]*\nfunc main\(\) \{\n[\s\S]*\n\}$/)
      expect(code).toContain('sdk.NewSeaTidesSDK(map[string]any{')
      for (const name of ['os', 'fmt']) expect(code.includes(`"${name}"`)).toBe(code.includes(`${name}.`))
    }
  })

  test.each(['py', 'php', 'rb'] as const)('in %s takes the error that old clients return, and no other', (language) => {
    for (const generation of ['old', 'middle', 'new'] as const)
      expect(/\berror\b/.test(codeOf(tides({ generation }), language))).toBe(generation === 'old')
  })

  test('prints the records of entities: lists hold them but in Ruby, and the newest load them', () => {
    const holds = (language: Language, generation: SdkRecord['generation'], op: 'list' | 'load') =>
      /data_get|Data\(\)/.test(codeFor(tides({ generation }), language, { entity: 'x', op, arguments: {} })!.code)
    for (const generation of ['old', 'middle', 'new'] as const) {
      for (const language of ['py', 'php', 'go', 'rb', 'lua'] as const) {
        expect(holds(language, generation, 'list')).toBe(language !== 'rb' || generation === 'old')
        expect(holds(language, generation, 'load')).toBe(generation === 'new')
      }
    }
  })

  test('gives PHP the match before the call of one of several endpoints', () => {
    const php = (why: NonNullable<Call['why']>) => codeFor(tides(), 'php', calling({ id: 1 }, { why }))!.code
    expect(php([])).toContain('$match = ["id" => 1];')
    expect(php([])).toContain('$entity->match_set($match);')
    expect(php(['one_endpoint'])).not.toContain('match_set')
  })
})

describe('without a call on record', () => {
  const { first_call: _, ...read } = tides()
  const { generation: __, ...unread } = read

  test('it is the first read where the repository was not read, and says that arguments are unknown', () => {
    expect(codeOf(unread, 'ts')).toContain('client.HighTide().list()')
    expect(firstCode(unread, 'ts')!.notes).toContain('Its arguments are not on record.')
  })

  test('there is none if the repository was read, if no operation reads, or without entities', () => {
    expect(quickstarts(read)).toEqual([])
    expect(quickstarts({ ...unread, entities: [{ name: 'tide', ops: ['create'] }] })).toEqual([])
    expect(quickstarts({ ...unread, entities: [] })).toEqual([])
  })
})

describe('the key', () => {
  test.each(WRITTEN)('in %s comes with the secret that stands beside it in the query', (language) => {
    const auth = {
      scheme: 'apiKey',
      in: 'query',
      name: 'key',
      pass: 'argument',
      secrets: [{ in: 'query', name: 'token' }],
    } as const
    const { code, notes } = codeFor(
      tides({ auth: { ...auth, secrets: [...auth.secrets] } }),
      language,
      calling({}, { key_argument: 'key' }),
    )!
    expect(code).toContain('SEA_TIDES_TOKEN')
    expect(notes).toContain('SEA_TIDES_APIKEY holds the key, SEA_TIDES_TOKEN the token.')
  })

  const keyed = (auth: Omit<SdkRecord['auth'], 'scheme'>) =>
    tides({ auth: { scheme: 'apiKey', env: 'X_KEY', needed: 'always', ...auth } })

  test.each(WRITTEN)('in %s may be unset for a read where nobody says that calls need it', (language) => {
    const [, stop = VARIABLE[language][0]] = VARIABLE[language]
    const silent = keyed({ pass: 'apikey', needed: undefined })
    const { code, notes } = codeFor(silent, language, calling({}, { method: 'GET' }))!
    expect(code).not.toContain(stop)
    expect(notes).toContain('X_KEY holds the key; whether this call needs it is not on record.')
    expect(codeFor(silent, language, calling({}, { method: 'POST' }))!.code).toContain(stop)
  })

  test.each(WRITTEN)('in %s is handed over as the record says, from the named variable', (language) => {
    const code = (record: SdkRecord) => codeOf(record, language)
    expect(code(keyed({ pass: 'apikey' }))).toMatch(/apikey/)
    const [value, stop = value] = VARIABLE[language]
    expect(code(keyed({ pass: 'apikey' }))).toContain(value)
    expect(code(keyed({ pass: 'apikey' }))).toContain(stop)
    const header = code(keyed({ pass: 'headers', in: 'header', name: 'X-API-Key' }))
    expect(header).toMatch(/\bheaders\b/)
    expect(header).toContain(`${named(language, 'X-API-Key')}${value}`)
    const call = { ...calling({ q: 1 }), key_argument: 'api-key' }
    const argument = codeFor(keyed({ pass: 'argument', in: 'query', name: 'api-key' }), language, call)!.code
    expect(argument).toContain(`${named(language, 'api-key')}${value}`)
    expect(argument).not.toContain('apikey')
  })

  test('is left out where none is needed, where one is optional, and where the client cannot send it', () => {
    for (const auth of [{ pass: 'apikey', needed: 'optional' }, { pass: 'none' }] as const) {
      for (const { code, notes } of quickstarts(keyed(auth))) {
        expect(code).not.toContain('X_KEY')
        expect(notes.join(' ')).toMatch(/optional|cannot send/)
      }
    }
    for (const { code, notes } of quickstarts(tides())) {
      expect(code).not.toMatch(/apikey|\bos\b/)
      expect(notes).toEqual([])
    }
  })

  test('of a cookie goes out as one', () =>
    expect(codeOf(keyed({ pass: 'headers', in: 'cookie', name: 'sid' }), 'ts')).toContain(
      "Cookie: 'sid=' + process.env.X_KEY",
    ))

  test('and other variables fill the placeholders of a server', () => {
    const record = tides({
      auth: { scheme: 'apiKey', in: 'path', name: 'token', env: 'X_KEY', pass: 'none' },
      servers: [{ url: 'https://{region}.sea.dev/bot{token}', variables: { region: { default: 'eu' } } }],
    })
    expect(codeOf(record, 'lua')).toContain('base = "https://eu.sea.dev/bot" .. assert(os.getenv("X_KEY"), "X_KEY")')
    for (const { code } of quickstarts(record)) expect(code).not.toMatch(/\{(?:region|token)\}/)
  })

  test('fill the placeholders of a server on the own machine, else one variable has its whole URL', () => {
    const host = { default: '127.0.0.1' }
    const local = (url: string) => tides({ servers: [{ url, variables: { host, port: { enum: ['8080', '81'] } } }] })
    expect(codeOf(local('http://{host}:{port}/api'), 'lua')).toContain('"http://127.0.0.1:8080/api"')
    for (const url of ['http://{host}:{port}/{vault}', 'http://localhost/{vault}'])
      for (const { code } of quickstarts(local(url))) expect(code).toMatch(/SEA_TIDES_BASE(?![^{}]*\{vault)/)
  })

  test('is read from a name that every shell allows', () => {
    for (const record of embedded.records) expect(keyVariable(record), record.slug).toMatch(/^[A-Za-z_]\w*$/)
  })
})

test('says that an API takes GraphQL alone', () => {
  const notes = firstCode(tides({ servers: [{ url: 'https://sea.dev/graphql' }] }), 'ts')!.notes
  expect(notes?.join(' ')).toContain('GraphQL query to https://sea.dev/graphql')
})

describe('values', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 20 }),
    fc.constantFrom(`'"\\`, '$x #{x} {$x}', '?>', 'a\nb', '`'),
  )

  test('of any text stay what they are in JavaScript', () =>
    fc.assert(
      fc.property(fc.dictionary(text, fc.oneof(text, fc.integer(), fc.boolean())), (given) => {
        const { code } = codeFor(tides(), 'js', calling(given))!
        const [, map = ''] = /\.load\(([\s\S]*)\)\.then\(/.exec(code) ?? []
        const plain = Object.fromEntries(Object.entries(given).filter(([name]) => name !== '__proto__'))
        if (!('__proto__' in given)) expect(new Function(`return (${map || '{}'})`)()).toEqual(plain)
      }),
      runs(200),
    ))

  test.runIf(hasPython)('of any text stay what they are in Python', () => {
    const samples = fc.sample(fc.dictionary(text, fc.oneof(text, fc.integer(), fc.boolean())), {
      numRuns: 100,
      seed: 7,
    })
    const maps = samples.map(
      (given) => /\.load\(([\s\S]*)\)\nprint/.exec(codeFor(tides(), 'py', calling(given))!.code)![1],
    )
    const program = `import json\nprint(json.dumps([${maps.join(',\n')}]))`
    const { stdout } = spawnSync('python3', ['-'], { input: program, encoding: 'utf8', timeout: 120_000 })
    expect(JSON.parse(stdout)).toEqual(samples)
  })

  test('put no variables in', () => {
    const php = codeFor(tides(), 'php', calling({ $action: 'a$b' }))!.code
    expect(php).toContain(`['$action' => 'a$b']`)
    expect(codeFor(tides(), 'rb', calling({ a: '#{x}' }))!.code).toContain(`'#{x}'`)
    expect(codeFor(tides(), 'lua', calling({ end: 1 }))!.code).toContain('["end"] = 1')
    expect(codeFor(tides(), 'py', calling({ a: true }))!.code).toContain('{"a": True}')
  })
})
