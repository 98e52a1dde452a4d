/** The readiness line: a number that its reasons explain, and the order of lists by it. */
import { describe, expect, it } from 'vitest'
import { readiness, readinessText } from '../../../src/catalog/record/readiness.ts'
import { SdkRecord } from '../../../src/catalog/record/record.ts'
import { callTool } from '../../../src/tools/define/define.ts'
import { searchSdkCatalog } from '../../../src/tools/search-sdk-catalog.ts'
import { BASE_URL, testApp } from '../../app.ts'
import { embedded } from '../../embedded.ts'

const record = (slug: string, facts: object = {}) =>
  SdkRecord.parse({ slug, title: slug, github_url: `https://github.com/sea/${slug}`, ...facts })
const answered = { operation: 'tide.list', date: '2026-11-23T10:00:00.000Z', milliseconds: 84 }

/** Each fact, and how the line says it. */
const FACTS: readonly [string, object, string][] = [
  ['operations', { entities: [{ name: 'tide', ops: ['list', 'load'] }] }, '2 operations'],
  [
    'proof of the code',
    { proven: { date: '2026-11-20', commit: '1a2b3c4'.padEnd(40, '0'), languages: ['py', 'go'] } },
    'code proven 2026-11-20 at commit 1a2b3c4 in Python, Go',
  ],
  ['the key', { auth: { scheme: 'none' } }, 'no key needed'],
  ['a licence', { license: 'MIT' }, 'licence MIT'],
  [
    'an answer of the API',
    { answered: { ...answered, status: 200 } },
    'answered with status 200 in 84 ms on 2026-11-23',
  ],
]
const all = Object.assign({}, ...FACTS.map(([, facts]) => facts))

describe('the readiness line', () => {
  it.each(FACTS)('counts %s, and says what is known of it', (name, facts, words) => {
    expect(readinessText(record('tides-sdk', facts))).toMatch(new RegExp(`^1 of ${FACTS.length}: `))
    expect(readinessText(record('tides-sdk', facts))).toContain(words)
    const [member] = Object.keys(facts)
    const { [member!]: _, ...others } = all
    expect(readinessText(record('tides-sdk', others))).toMatch(new RegExp(`^4 of 5: .*; missing: ${name}$`))
  })

  it('has every reason, and nothing missing, of an SDK that has all', () => {
    expect(readinessText(record('tides-sdk', all))).toBe(`5 of 5: ${FACTS.map(([, , words]) => words).join(', ')}`)
    expect(readinessText(record('tides-sdk'))).toBe(
      `0 of 5: nothing; missing: ${FACTS.map(([name]) => name).join(', ')}`,
    )
  })

  it.each([
    [{ status: 503, failures: 2 }, 'failed 2 times in a row, last with status 503'],
    [{ status: 403 }, 'status 403'],
    [{ why: 'tides.example gives no answer' }, 'no answer (tides.example gives no answer)'],
  ])('does not count %j as an answer, and says why', (result, words) => {
    const failed = record('tides-sdk', { ...all, answered: { ...answered, ...result } })
    expect(readiness(failed)).toBe(4)
    expect(readinessText(failed)).toContain(`; missing: an answer of the API (${words}`)
  })

  it('claims of the embedded records only what they have: nobody asked their APIs', () => {
    for (const each of embedded.records) {
      expect(each.answered).toBeUndefined()
      expect(readinessText(each).includes('code proven')).toBe(each.proven !== undefined)
    }
  })
})

describe('by readiness', () => {
  const records = [record('a-sdk'), record('b-sdk', all), record('c-sdk', { license: 'MIT' }), record('d-sdk', all)]
  const { app, services } = testApp({ data: { ...embedded, records, readmes: new Map() } })
  const ORDER = ['b-sdk', 'd-sdk', 'c-sdk', 'a-sdk']

  it('the exact search has the most ready first, in catalogue order where equal, each with its reasons', async () => {
    const input = { sort: 'readiness' } as const
    const answer = await callTool(searchSdkCatalog, input, services)
    expect(answer.results.map(({ slug }) => slug)).toEqual(ORDER)
    const text = searchSdkCatalog.text(answer, services, input)
    for (const each of records) expect(text).toContain(`readiness ${readinessText(each)}`)
    expect(searchSdkCatalog.text(answer, services, {})).not.toContain('readiness')
  })

  it.each(['/api/sdk/search?sort=readiness', '/sdk.md?sort=readiness', '/sdk?sort=readiness'])(
    '%s has the same order',
    async (path) => {
      const text = await (await app.request(BASE_URL + path, { headers: { accept: '*/*' } })).text()
      const places = ORDER.map((slug) => text.indexOf(`-sdk/${slug}`))
      expect(places).toEqual(places.toSorted((a, b) => a - b))
      expect(places[0]).toBeGreaterThan(0)
    },
  )

  it.each(['/sdk.md', '/sdk'])('%s says the reasons of an order that a search asks for', async (path) => {
    const text = await (await app.request(`${BASE_URL}${path}?q=b-sdk&sort=readiness`)).text()
    expect(text).toContain(`Readiness ${readinessText(records[1]!)}`)
  })
})
