/** Arguments are coerced over MCP and REST alike; ambiguous ones are refused. */
import { describe, expect, it } from 'vitest'
import { compareSdks } from '../../src/tools/compare-sdks.ts'
import { type AnyTool, parseInput } from '../../src/tools/define/define.ts'
import { findSdk } from '../../src/tools/find-sdk.ts'
import { searchSdkCatalog } from '../../src/tools/search-sdk-catalog.ts'
import { testApp } from '../app.ts'
import { legacy } from '../mcp/messages.ts'
import { post } from '../mcp/transports.ts'

const { app } = testApp()
const query = 'weather forecast'
const slugs = ['poetrydb-sdk', 'open-meteo-sdk']

describe('an argument', () => {
  const absent = { topic: null, language: null, no_auth: null, limit: null, detail: null }
  const empty = { topic: '', language: '', no_auth: '', limit: '', detail: '' }
  it.each([
    ['null is absent', findSdk, { query, ...absent }, { query }],
    ['"" is absent', findSdk, { query, ...empty }, { query }],
    ['[] is absent where one thing is wanted', findSdk, { query, topic: [], limit: [] }, { query }],
    ['"5" is 5', findSdk, { query, limit: '5' }, { query, limit: 5 }],
    ['" 5 " is 5', searchSdkCatalog, { limit: ' 5 ', offset: '0' }, { limit: 5, offset: 0 }],
    ['"true" is true', findSdk, { query, no_auth: 'true' }, { query, no_auth: true }],
    ['"False" is false', findSdk, { query, no_auth: 'False' }, { query, no_auth: false }],
    ['1 is true for a boolean', findSdk, { query, no_auth: 1 }, { query, no_auth: true }],
    ['"yes" is true', findSdk, { query, no_auth: 'yes' }, { query, no_auth: true }],
    ['a list of one is its item', findSdk, { query: [query], topic: ['weather'] }, { query, topic: 'weather' }],
    [
      'a list of one is coerced',
      findSdk,
      { query, limit: ['5'], no_auth: ['no'] },
      { query, limit: 5, no_auth: false },
    ],
    ['a number is text where text is wanted', findSdk, { query: 2048 }, { query: '2048' }],
    ['a choice has no case', findSdk, { query, detail: ' Detailed' }, { query, detail: 'detailed' }],
    ['a language has no case', findSdk, { query, language: 'PY' }, { query, language: 'py' }],
    ['one text is a list of one', compareSdks, { slugs: slugs.join(', ') }, { slugs }],
    ['a list written as JSON is that list', compareSdks, { slugs: JSON.stringify(slugs) }, { slugs }],
  ] as const)('%s', (_, tool: AnyTool, given, read) =>
    expect(parseInput(tool.input, given)).toEqual(parseInput(tool.input, read)),
  )

  const number = 'must be a whole number from 1 to 50'
  it.each([
    ['left out though it is required', findSdk, {}, 'query', 'is required'],
    ['a required null', findSdk, { query: null }, 'query', 'is required'],
    ['a required ""', findSdk, { query: '' }, 'query', 'must not be empty'],
    ['two things where one is wanted', findSdk, { query, topic: ['weather', 'news'] }, 'topic', 'must be text'],
    ['text for a number', findSdk, { query, limit: 'five' }, 'limit', `${number}, not text`],
    ['a fraction as text', findSdk, { query, limit: '2.5' }, 'limit', `${number}, not text`],
    ['a number that is too large', findSdk, { query, limit: '9'.repeat(30) }, 'limit', `${number}, not text`],
    ...[0, 51, 1.5, -1.5, 1e300, '51'].map(
      (limit) => [`${limit}`, findSdk, { query, limit }, 'limit', number] as const,
    ),
    ['below 0', searchSdkCatalog, { offset: -1 }, 'offset', 'must be a whole number from 0'],
    ['another word for a boolean', findSdk, { query, no_auth: 'maybe' }, 'no_auth', 'must be true or false'],
    ['an object', findSdk, { query: { text: query } }, 'query', 'must be text'],
    ['true for a text', findSdk, { query, language: true }, 'language', 'must be text'],
    ['too long', findSdk, { query, topic: 'x'.repeat(61) }, 'topic', 'must have at most 60 characters'],
    ['no choice', findSdk, { query, detail: 'all' }, 'detail', 'must be one of concise, detailed'],
    [
      'no language',
      findSdk,
      { query, language: 'cobol' },
      'language',
      expect.stringMatching(/^must be one of ts, js, py/),
    ],
    ['an unknown argument, though it is null', findSdk, { query, page: null }, 'page', 'is not a known argument'],
    ['one of two that are wanted', compareSdks, { slugs: slugs[0] }, 'slugs', expect.stringContaining('2 to 5')],
    ['a list of lists', compareSdks, { slugs: [slugs[0], slugs] }, 'slugs.1', 'must be text'],
  ] as const)('is refused where it is %s', (_, tool: AnyTool, given, field, message) =>
    expect(() => parseInput(tool.input, given)).toThrow(
      expect.objectContaining({ info: expect.objectContaining({ errors: [{ field, message }] }) }),
    ),
  )

  it.each([[], 'weather', 5, null, undefined])('alone is no object of arguments: %j', (input) =>
    expect(() => parseInput(findSdk.input, input)).toThrow(),
  )

  it('never sets a prototype', () => {
    const input = JSON.parse('{"query":"x","__proto__":{"limit":1}}')
    expect(() => parseInput(findSdk.input, input)).toThrow(expect.objectContaining({ code: 'invalid_request' }))
  })
})

it('the same holds over MCP, where the text says what was answered', async () => {
  const text = async (name: string, input: object) => {
    const { result } = await post(app, legacy('tools/call', { name, arguments: input }))
    return (result as { content: unknown }).content
  }
  expect(await text('find_sdk', { query, limit: '3', topic: null })).toEqual(
    await text('find_sdk', { query, limit: 3 }),
  )
  for (const absent of [null, '']) {
    expect(await text('compare_sdks', { slugs, language: absent })).toEqual(await text('compare_sdks', { slugs }))
    expect(await text('list_catalog_changes', { since: absent })).toEqual(await text('list_catalog_changes', {}))
  }
})
