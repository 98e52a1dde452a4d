/** What a call says of the form of its values. */
import { expect, test } from 'vitest'
import type { Parameter } from '../../src/catalog/record/facts.ts'
import { startFor } from '../../src/code/first-steps.ts'
import { type OptionalOrder, sheetLine } from '../../src/code/reference/operation-sheet.ts'
import { planFor } from '../../src/code/shown-call.ts'
import { tides } from './records.ts'

const record = tides()
const AIRPORT: Parameter = { name: 'airport', in: 'query', type: 'string', required: true, meaning: 'ICAO code' }
const DATUM: Parameter = { name: 'datum', in: 'query', type: 'string', meaning: 'name of the zero level' }
const VERSION: Parameter = { name: 'x-version', in: 'header', required: true, enum: ['2'] }

const endpointOf = (parameters: Parameter[], paths = ['/flights']) => {
  const points = paths.map((path) => ({ method: 'GET' as const, path, parameters }))
  return { entity: 'flight', operation: { op: 'list' as const, points }, point: points.at(-1)! }
}

const codeOf = (endpoint: ReturnType<typeof endpointOf>): string =>
  startFor(planFor(record, endpoint, [{ name: 'flight', operations: [endpoint.operation] }]), 'py')!.code!

test('an argument is told by the meaning that people wrote of it, beside the list of its values', () => {
  const code = codeOf(endpointOf([{ ...AIRPORT, from: 'airport.list' }, DATUM]))
  expect(code).toContain('# required, text: ICAO code, from airport.list')
  expect(code).toContain('# "datum": …, # text: name of the zero level')
})

test('an argument that is true or false is not told what a name means that is a text elsewhere', () => {
  const code = codeOf(endpointOf(['color', 'archived'].map((name) => ({ name, in: 'query', type: 'boolean' }))))
  expect(code).toMatch(/"color": …, # boolean$/m)
  expect(code).toContain('# boolean: whether archived ones are meant')
})

test('an argument has no example that names the fields of another endpoint', () => {
  const search: Parameter = { name: 'search', in: 'query', type: 'string', example: 'patient.drug:aspirin' }
  const code = codeOf(endpointOf([search], ['/a', '/b', '/c']))
  expect(code).toMatch(/"search": …, # text: .*; in the form of patient\.drug:aspirin, with its own fields/)
})

test('a whole line without code says what required values and searches mean, and names required headers', () => {
  const query: Parameter = { ...DATUM, name: 'q' }
  const endpoint = endpointOf([AIRPORT, VERSION, query, DATUM])
  const whole =
    'flight.list(airport* (ICAO code), q (name of the zero level), datum) direct GET /flights – header x-version: 2'
  expect(sheetLine(record, endpoint, { isWhole: true })).toBe(whole)
  expect(sheetLine(record, endpoint)).toBe('flight.list(airport*, q, datum) direct GET /flights')
  expect(sheetLine(record, endpoint, { isWhole: true, target: 'py' })).not.toContain('ICAO')
  const order: OptionalOrder = () => [[DATUM], [query]]
  const asked = sheetLine(record, endpoint, { isWhole: true, order })
  expect(asked).toContain('datum (name of the zero level), q (name of the zero level))')
})
