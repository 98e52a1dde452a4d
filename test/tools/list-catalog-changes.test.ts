/** list_catalog_changes over REST and MCP: what changed since when, page by page, with no change lost or told twice. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changesOf } from '../../src/store/changes.ts'
import type { HistoryEntry } from '../../src/store/history.ts'
import { callTool } from '../../src/tools/define/define.ts'
import { listCatalogChanges } from '../../src/tools/list-catalog-changes.ts'
import { testApp, testServices } from '../app.ts'
import { embedded } from '../embedded.ts'
import { legacy } from '../mcp/messages.ts'
import { post } from '../mcp/transports.ts'
import { runs } from '../property.ts'

const hex = (digit: string) => digit.repeat(64)
const named = (...slugs: string[]) => slugs.map((slug) => ({ slug: `${slug}-sdk`, title: slug.toUpperCase() }))

function build(id: string, previous: string | null, day: number, changes: Partial<HistoryEntry> = {}): HistoryEntry {
  const built_at = `2026-03-${String(day).padStart(2, '0')}T12:00:00.000Z`
  return { version: 1, id, previous, built_at, count: 722, added: [], removed: [], changed: [], ...changes }
}

const FIRST = build(hex('a'), null, 1, { added: named('all', 'that', 'there', 'was') })
const SECOND = build(hex('b'), hex('a'), 2, { added: named('tides', 'winds'), removed: named('was') })
const THIRD = build(embedded.id, hex('b'), 3, {
  changed: [{ ...named('tides')[0]!, members: ['description', 'readme'] }],
})
const BUILDS = [FIRST, SECOND, THIRD]

const { app } = testApp({ data: { ...embedded, builds: BUILDS } })

interface Page {
  total: number
  changes: { change: string; slug: string; title: string; at: string; build: string }[]
  next: string
}

async function ask(query = ''): Promise<Page> {
  const answer = await app.request(`/api/sdk/changes${query}`)
  expect(answer.status).toBe(200)
  return (await answer.json()) as Page
}

const changesIn = ({ changes }: Page) => changes.map(({ change, slug }) => `${change} ${slug}`)
const NEWEST = embedded.id.slice(0, 12)

describe('the list of changes', () => {
  it('is that of the newest build unless a beginning is given', async () =>
    expect(await ask()).toEqual({
      total: 1,
      changes: [{ change: 'changed', slug: 'tides-sdk', title: 'TIDES', at: THIRD.built_at, build: NEWEST }],
      next: NEWEST,
    }))

  it.each([
    ['a time before everything', '2020-01-01T00:00:00Z', 4],
    ['a day', '2026-03-02', 4],
    ['the instant of a build, which is not new any more', '2026-03-02T12:00:00.000Z', 1],
    ['a time with an offset', '2026-03-02T12:01:00+00:02', 4],
    ['a time to come', '2100-01-01T00:00:00Z', 0],
    ['the first build', hex('a'), 4],
    ['a build by its first digits', 'b'.repeat(12), 1],
    ['the newest build', NEWEST, 0],
  ])('since %s holds what came after it', async (_, since, total) => {
    const page = await ask(`?since=${encodeURIComponent(since)}`)
    expect(page.total).toBe(total)
    expect(page.changes).toHaveLength(total)
    expect(page.next).toBe(NEWEST)
  })

  it('goes from the oldest to the newest, by slug within a build', async () => {
    expect(changesIn(await ask('?since=2020-01-01'))).toEqual([
      ...['added tides-sdk', 'added winds-sdk', 'removed was-sdk', 'changed tides-sdk'],
    ])
  })

  it('leaves out what the first build had, as that is the catalogue', async () => {
    const alone = testServices({ data: { ...embedded, builds: [{ ...FIRST, id: embedded.id }] } })
    for (const since of [undefined, '2020-01-01', NEWEST]) {
      const input = { ...(since && { since }) }
      expect(await callTool(listCatalogChanges, input, alone)).toEqual({ total: 0, changes: [], next: NEWEST })
    }
  })

  it('that begins in the middle of the history goes on from the build before it', async () => {
    const services = testServices({ data: { ...embedded, builds: [SECOND, THIRD] } })
    expect(await callTool(listCatalogChanges, { since: 'a'.repeat(12) }, services)).toMatchObject({ total: 4 })
  })

  it('after a roll-back has what was taken back, for those who had seen it', async () => {
    const undone = build(hex('a'), hex('b'), 4, { removed: named('tides', 'winds'), added: named('was') })
    const services = testServices({ data: { ...embedded, id: hex('a'), builds: [FIRST, SECOND, undone] } })
    const since = async (id: string) => (await callTool(listCatalogChanges, { since: id }, services)).total
    expect([await since(hex('b')), await since(hex('a'))]).toEqual([3, 0])
  })

  it.each(['yesterday', '2026-13-01', hex('f'), 'bbb', `${'b'.repeat(12)}.x`, `${'b'.repeat(12)}.99`, ' 2026-03-02'])(
    'since "%s" is refused with the builds that are on record',
    async (since) => {
      const answer = await app.request(`/api/sdk/changes?since=${encodeURIComponent(since)}`)
      expect(answer.status).toBe(400)
      const problem = (await answer.json()) as Record<string, unknown>
      expect(problem).toMatchObject({ code: 'invalid_request', errors: [{ field: 'since' }] })
      expect(problem.resolution).toContain(`from ${'a'.repeat(12)} to ${NEWEST}`)
    },
  )

  it('read page by page is the whole list, each change once, whatever the size of a page', async () => {
    const entries = fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(entries, fc.integer({ min: 1, max: 7 }), async (sizes, limit) => {
        const ids = [...sizes.map((_, at) => at.toString(16).padEnd(64, '0')), embedded.id]
        const builds = ids.map((id, at) => {
          const slugs = Array.from({ length: sizes[at - 1] ?? 0 }, (_, index) => `n${at}-${index}`)
          const isAdded = (index: number) => index % 3 > 0
          const added = named(...slugs.filter((_, index) => isAdded(index)))
          const removed = named(...slugs.filter((_, index) => !isAdded(index)))
          return build(id, at === 0 ? null : ids[at - 1]!, at + 1, { added, removed })
        })
        const services = testServices({ data: { ...embedded, records: [], builds } })
        const read: unknown[] = []
        for (let since = '2020-01-01', total = 1; total > 0; ) {
          const page = await callTool(listCatalogChanges, { since, limit }, services)
          expect(page.changes.length).toBe(Math.min(limit, page.total))
          read.push(...page.changes)
          since = page.next
          total = page.total - page.changes.length
        }
        expect(read).toEqual(builds.flatMap(changesOf))
      }),
      runs(30),
    )
  })
})

it('the text of no change says since when there is none', async () => {
  const quiet = testServices({ data: { ...embedded, builds: [{ ...FIRST, id: embedded.id }] } })
  for (const [input, said] of [
    [{}, 'The last build changed nothing.'],
    [{ since: NEWEST }, 'No changes are recorded since then.'],
  ] as const) {
    const answer = await callTool(listCatalogChanges, input, quiet)
    expect(listCatalogChanges.text(answer, quiet, input).split('\n')[0]).toBe(said)
  }
})

it('the text says every change, and where to go on', async () => {
  const call = { name: 'list_catalog_changes', arguments: { since: '2020-01-01', limit: 2 } }
  const answer = await post(app, legacy('tools/call', call))
  const result = answer.result as { content: { text: string }[]; structuredContent: Page }
  const second = 'b'.repeat(12)
  expect(result.content[0]!.text).toBe(
    [
      ...['2 of 4 changes.', `- 2026-03-02T12:00:00.000Z added TIDES (tides-sdk), build ${second}`],
      ...[`- 2026-03-02T12:00:00.000Z added WINDS (winds-sdk), build ${second}`, `Next page: since ${second}.2.`],
    ].join('\n'),
  )
  expect(result.structuredContent).toEqual(await ask('?since=2020-01-01&limit=2'))
})
