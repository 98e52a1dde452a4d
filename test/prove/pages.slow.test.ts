/** The loop over pages that the reference shows runs, and the proof finds one that stops too early. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readApiDescription } from '../../scripts/prove/api/description.ts'
import type { Outcome } from '../../scripts/prove/prove-line.ts'
import { surveyed } from '../../scripts/prove/toolchains.ts'
import type { Parameter, Point } from '../../src/catalog/record/facts.ts'
import { pagingProgram } from '../../src/code/reference/paging.ts'
import { GENERATED } from '../builder/fixtures.ts'
import { CALL, INSTALL, outcomeOf, SLUG, sdk, TIMEOUT_MS } from './lighthouses.ts'

const LANGUAGES = ['ts', 'py', 'go', 'php', 'rb', 'lua'] as const
type Looped = (typeof LANGUAGES)[number]

const COUNTRY: Parameter = { name: 'countryCode', in: 'query', required: true }
const ANSWER = { list: true as const, records: 'data', fields: {} }

/** By kind of paging: the parameter, and where the next cursor is. */
const KINDS = {
  page: { parameter: { name: 'page', in: 'query', type: 'integer' }, answer: ANSWER },
  offset: { parameter: { name: 'offset', in: 'query', type: 'integer' }, answer: ANSWER },
  cursor: { parameter: { name: 'cursor', in: 'query' }, answer: { ...ANSWER, next: 'paging.next_cursor' } },
} as const

const description = readFileSync(join(GENERATED, SLUG, '.sdk/def', 'lighthouses_0.1.0.json'), 'utf8')
const { record } = sdk

/** The description of the API, with this kind of paging. */
function pagedApi(kind: keyof typeof KINDS) {
  const api = JSON.parse(description)
  const { get } = api.paths[CALL.path]
  const { name } = KINDS[kind].parameter
  get.parameters.push({ name, in: 'query', schema: { type: kind === 'cursor' ? 'string' : 'integer' } })
  const { properties } = get.responses[200].content['application/json'].schema
  properties.paging = { type: 'object', properties: { next_cursor: { type: 'string' } } }
  return readApiDescription(JSON.stringify(api))
}

function outcome(language: Looped, kind: keyof typeof KINDS, change = (code: string) => code): Promise<Outcome> {
  const { parameter, answer } = KINDS[kind]
  const limit: Parameter = { name: 'limit', in: 'query', type: 'integer' }
  const point: Point = { method: 'GET', path: CALL.path, parameters: [COUNTRY, parameter, limit], answer }
  const endpoint = { entity: CALL.entity, operation: { op: CALL.op, points: [point] }, point }
  const program = pagingProgram({ record, call: CALL, endpoint }, language)!
  const next = kind === 'cursor' ? ['paging', 'next_cursor'] : kind
  const install =
    (INSTALL as Partial<Record<Looped, (url: string) => string>>)[language]?.(record.github_url) ??
    sdk.lines.find((line) => line.language === language)!.install!
  const paged = { parameter: parameter.name, next, start: kind === 'page' ? 1 : 0, records: ['data'] }
  return outcomeOf({ language, install, code: change(program.code), paged }, { ...sdk, api: pagedApi(kind) })
}

const survey = surveyed()
const cases = LANGUAGES.flatMap((language) =>
  (Object.keys(KINDS) as (keyof typeof KINDS)[]).map((kind) => [language, kind] as const),
)

it.each(cases)('in %s a loop by %s prints both pages', { timeout: 2 * TIMEOUT_MS }, async (language, kind) => {
  if (await survey(language, undefined)) return
  const strict = language === 'ts' ? 'ok' : 'none'
  expect(await outcome(language, kind)).toMatchObject({ request: 'ok', print: 'ok', strict })
})

it('a loop that stops after the first page is found', async () => {
  const stops = (code: string) => code.replace('    print(records)', '    print(records)\n    break')
  expect(await outcome('py', 'page', stops)).toMatchObject({ request: 'ok', print: 'failed' })
})
