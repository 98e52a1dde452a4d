/** What is counted of searches, and what is not. */
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { countSearches, topSearches } from '../../src/observe/failed-searches.ts'
import { scratch } from '../scratch.ts'

const search = (query: string, match: string) => ({ tool: 'find_sdk', input: { query }, output: { match }, seconds: 0 })

/** What the file has after these calls. */
function counted(...calls: Parameters<ReturnType<typeof countSearches>['called']>[0][]) {
  const place = scratch()
  const searches = countSearches(place)
  for (const call of calls) searches.called(call)
  searches.save()
  return { place, top: topSearches(place, 10) }
}

describe('searches without a good answer', () => {
  test('are counted by query in any case and spacing, the most frequent first', () => {
    const { top } = counted(
      search('Tide  tables', 'none'),
      search('tide tables ', 'related'),
      search('tide tables', 'none'),
      search('moon', 'any'),
      { tool: 'search_sdk_catalog', input: { q: 'zzz' }, output: { total: 0 }, seconds: 0 },
    )
    expect(top).toEqual([
      { query: 'tide tables', empty: 2, weak: 1 },
      { query: 'moon', empty: 0, weak: 1 },
      { query: 'zzz', empty: 1, weak: 0 },
    ])
  })

  test('are added to those of before, by several processes', () => {
    const place = scratch()
    const [one, two] = [countSearches(place), countSearches(place)]
    for (const searches of [one, two, one]) {
      searches.called(search('tides', 'none'))
      searches.save()
      searches.save()
    }
    expect(topSearches(place, 1)).toEqual([{ query: 'tides', empty: 3, weak: 0 }])
    expect(statSync(join(place, 'searches.json')).mode & 0o777).toBe(0o600)
  })

  test('may have any text, and a file that is no such file counts as none', () => {
    expect(counted(search('__proto__', 'none'), search('constructor', 'none')).top).toHaveLength(2)
    expect(({} as Record<string, unknown>).empty).toBeUndefined()
    const place = scratch()
    writeFileSync(join(place, 'searches.json'), '{"a":1}')
    expect(topSearches(place, 1)).toEqual([])
  })

  test('that may be about a person, or found something, or failed, are not kept', () => {
    const { top, place } = counted(
      ...['ada@example.org', 'call +49 171 234 567', '4111-1111-1111'].map((query) => search(query, 'none')),
      search('weather', 'all'),
      { tool: 'find_sdk', input: { query: 'x' }, error: new Error('x'), seconds: 0 },
      { tool: 'get_sdk_entry', input: { slug: 'x' }, output: { match: 'none' }, seconds: 0 },
    )
    expect(top).toEqual([])
    expect(() => readFileSync(join(place, 'searches.json'))).toThrow('ENOENT')
  })

  test('are at most a thousand', () => {
    const calls = Array.from({ length: 1_200 }, (_, at) => search(`query ${at} x`, 'none'))
    const { place } = counted(...calls)
    expect(topSearches(place, 5_000)).toHaveLength(1_000)
  })
})
