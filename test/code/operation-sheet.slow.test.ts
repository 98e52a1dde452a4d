/** The lines of operations, over all that are on record. */
import { expect, it } from 'vitest'
import { operationReference, operationText } from '../../src/answers/readme-operation.ts'
import type { OperationsFile } from '../../src/catalog/record/facts.ts'
import type { SdkRecord } from '../../src/catalog/record/record.ts'
import type { Endpoint } from '../../src/code/arguments.ts'
import { linesBeside, MAX_NAMES, sheetLine } from '../../src/code/reference/operation-sheet.ts'
import { planFor } from '../../src/code/shown-call.ts'
import { entitiesIn } from '../../src/store/operations.ts'
import { catalog } from '../embedded.ts'

type Each = (record: SdkRecord, endpoint: Endpoint, entities: OperationsFile['entities']) => void

/** Every tenth endpoint of each SDK, the first included. */
async function eachEndpoint(see: Each): Promise<void> {
  for (const slug of catalog.slugs()) {
    const entities = entitiesIn(await catalog.operations(slug))
    const all = entities.flatMap(({ name: entity, operations }) =>
      operations.flatMap((operation) => operation.points.map((point) => ({ entity, operation, point }))),
    )
    for (const [at, endpoint] of all.entries()) if (at % 10 === 0) see(catalog.record(slug)!, endpoint, entities)
  }
}

it('a line has the outer members of the answer that the whole operation has', async () => {
  let seen = 0
  await eachEndpoint((record, endpoint, entities) => {
    const [, outer] = /; answers (?:\[?\{)?([\w.-]+)(?:: | ?[,}])/.exec(`${sheetLine(record, endpoint)},`) ?? []
    if (outer === undefined || /^(?:text|a)$/.test(outer) || endpoint.point.answer === undefined) return
    const plan = { ...planFor(record, endpoint, entities), entities }
    const { markdown, operation } = operationReference(plan, { language: 'ts' })
    expect(markdown).not.toMatch(/^```\w*\n\s*```$/m)
    const answer = /^Answer: .*$/m.exec(operationText(operation))?.[0]
    expect(answer, `${record.slug} ${endpoint.point.path}`).toContain(`${outer.split('.')[0]}: `)
    seen++
  })
  expect(seen).toBeGreaterThan(300)
})

it('a line has what is around an object, unless that only wraps it', async () => {
  let seen = 0
  await eachEndpoint((record, { point, ...endpoint }) => {
    const { list, records, around = {} } = point.answer ?? {}
    if (list || !records || records.includes('.') || Object.keys(around).length < 4) return
    const [, shown] = sheetLine(record, { point, ...endpoint }).split(' answers ')
    expect(shown, record.slug).toContain(`{${records}`)
    expect(shown, record.slug).toContain(`, ${Object.keys(around)[0]}`)
    seen++
  })
  expect(seen).toBeGreaterThan(5)
})

it('an endpoint that is named beside the lines has its method and its path, once and not in a line', async () => {
  await eachEndpoint((record, endpoint, entities) => {
    const likely = endpoint.operation.points.map((point) => ({ ...endpoint, point }))
    const lines = linesBeside([endpoint], record, likely, entities)
    for (const line of lines) expect(line).toMatch(/^\S+\.\w+(?:\(\S.*\*\))? (?:GET|HEAD|POST|PUT|PATCH|DELETE) \/\S*$/)
    const { method, path } = endpoint.point
    expect(new Set(lines).size, record.slug).toBe(lines.length)
    expect(lines.filter((line) => line.endsWith(` ${method} ${path}`))).toEqual([])
    expect(lines.length).toBeGreaterThanOrEqual(Math.min(likely.length - 1, MAX_NAMES.usual))
  })
})

it('members of an answer that a line before it has are told by the endpoint of that one', async () => {
  let seen = 0
  await eachEndpoint((record, endpoint) => {
    const told = new Map<string, string>()
    const [first, again] = [sheetLine(record, endpoint, { told }), sheetLine(record, endpoint, { told })]
    if (first === again) return
    seen++
    expect(again.length).toBeLessThan(first.length)
    expect(again).toContain(`{as ${endpoint.point.method} ${endpoint.point.path}}`)
  })
  expect(seen).toBeGreaterThan(300)
})

it('a body that is a list has the members of its items, and an object in it those that it requires', async () => {
  let [lists, objects] = [0, 0]
  await eachEndpoint((record, endpoint) => {
    const line = sheetLine(record, endpoint)
    const { body_items: items, parameters } = endpoint.point
    if (items) expect(line.slice(0, line.indexOf(')')), record.slug).toContain(`([{${Object.keys(items)[0]}`)
    lists += Number(items !== undefined)
    for (const { name, required, members = {} } of parameters) {
      const [first] = Object.entries(members).flatMap(([each, member]) =>
        typeof member !== 'string' && member.required ? each : [],
      )
      if (!required || first === undefined) continue
      objects++
      expect(line, record.slug).toMatch(
        new RegExp(`${name.replace(/\W/g, '\\$&')}\\*: \\[?\\{${first.replace(/\W/g, '\\$&')}\\*`),
      )
    }
  })
  expect(lists).toBeGreaterThan(1)
  expect(objects).toBeGreaterThan(10)
})
