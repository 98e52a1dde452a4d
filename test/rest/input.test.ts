/** Requests -> tool input, for every row of the table of routes. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { routes } from '../../src/interface/routes.ts'
import { readToolInput } from '../../src/rest/tool-input.ts'
import { callTool } from '../../src/tools/define.ts'
import { CatalogError } from '../../src/tools/errors.ts'
import { testServices } from '../app.ts'
import { codePoint, runs } from '../property.ts'

const reads = routes.filter((route) => route.serves === 'tool')
const entry = reads.find(({ path }) => path === '/api/sdk/{slug}.json')!
const compare = reads.find(({ path }) => path === '/api/sdk/compare')!
const NONE = new URLSearchParams()

function codeOf(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    if (error instanceof CatalogError) return error.code
    throw error
  }
  return 'none'
}

/** By path, so that a failure prints it instead of the whole tool. */
const plain = new Map(
  reads
    .filter(({ query = {} }) => Object.values(query).every((kind) => kind === 'text' || kind === 'integer'))
    .map((route) => [route.path, route]),
)

describe('the input of a route', () => {
  test('holds exactly the parameters of its row that were given, whatever else is in the query', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 10 })
    const query = fc.dictionary(fc.oneof(fc.constantFrom('q', 'limit', 'offset'), text), text, { maxKeys: 5 })
    fc.assert(
      fc.property(fc.constantFrom(...plain.keys()), query, (path, given) => {
        const route = plain.get(path)!
        const search = String(new URLSearchParams(Object.entries(given)))
        const parameters = Object.entries(route.query ?? {}).filter(([name]) => Object.hasOwn(given, name))
        const right = parameters.every(([name, kind]) => kind === 'text' || /^\d{1,15}$/.test(given[name]!))
        const read = () => readToolInput(route, new URLSearchParams(search))
        const expected = parameters.map(([name, kind]) => [name, kind === 'text' ? given[name] : Number(given[name])])
        if (right) expect(read()).toEqual(Object.fromEntries(expected))
        else expect(codeOf(read)).toBe('invalid_request')
      }),
      runs(500),
    )
  })

  test('holds the items of a list, which commas separate, without spaces around them and without empty ones', () => {
    const item = fc.string({ unit: 'grapheme', maxLength: 10 }).filter((text) => !text.includes(','))
    fc.assert(
      fc.property(fc.array(item, { maxLength: 6 }), (items) => {
        const search = String(new URLSearchParams({ slugs: items.join(',') }))
        const slugs = items.map((text) => text.trim()).filter(Boolean)
        expect(readToolInput(compare, new URLSearchParams(search))).toEqual({ slugs })
      }),
      runs(300),
    )
  })

  test('with a slug that no SDK can have is not found, and the answer does not repeat what came', async () => {
    const services = testServices()
    const slug = fc.string({ unit: codePoint }).filter((text) => !/^[a-z0-9][a-z0-9-]{2,119}$/.test(text))
    await fc.assert(
      fc.asyncProperty(slug, async (text) => {
        const input = readToolInput(entry, NONE, text)
        const error = await callTool(entry.tool, input, services).catch((error: CatalogError) => error)
        expect(error).toMatchObject({
          code: 'not_found',
          info: { detail: expect.stringMatching(/^No SDK has this slug; /) },
        })
      }),
      runs(300),
    )
  })
})
