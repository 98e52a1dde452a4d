/** The history of builds and the comparison of catalogues. */
import { describe, expect, it } from 'vitest'
import { diffCatalogs, diffMarkdown, diffText, EMPTY } from '../../src/builder/report/diff.ts'
import { SdkRecord } from '../../src/catalog/record/record.ts'
import { type HistoryEntry, lastBuilds, lineage } from '../../src/store/history.ts'
import { storedRecords } from '../index-bytes.ts'

const entry = (id: string, previous: string | null): HistoryEntry => ({
  version: 1,
  id,
  previous,
  built_at: '2026-01-01T00:00:00.000Z',
  count: 1,
  added: [{ slug: 'a-sdk', title: 'A' }],
  removed: [],
  changed: [],
})

const record = (slug: string, more: Partial<SdkRecord> = {}): SdkRecord =>
  SdkRecord.parse({ slug, title: slug.toUpperCase(), github_url: `https://github.com/harbour/${slug}`, ...more })

describe('the history', () => {
  it('has as many builds as fit, the newest, and not what the first one had', () => {
    const title = 'x'.repeat(1_500_000)
    const builds = [1, 2, 3, 4].map((at) => ({
      ...entry(String(at), String(at - 1)),
      added: [{ slug: 'a-sdk', title }],
    }))
    expect(lastBuilds(builds)).toEqual(builds.slice(-2))
    const many = Array.from({ length: 300 }, (_, at) => entry(String(at), String(at - 1)))
    expect(lastBuilds(many)).toEqual(many.slice(-200))
    expect(lastBuilds([entry('1', null)])).toEqual([{ ...entry('1', null), added: [] }])
  })

  it('leads from a catalogue back to the first, past other catalogues and through a roll-back', () => {
    const history = [
      entry('1', null),
      entry('x', null),
      entry('2', '1'),
      entry('y', 'x'),
      entry('1', '2'),
      entry('3', '1'),
    ]
    expect(lineage(history, '3').map(({ id }) => id)).toEqual(['1', '2', '1', '3'])
    expect(lineage(history, 'y').map(({ id }) => id)).toEqual(['x', 'y'])
    expect(lineage(history, 'unknown')).toEqual([])
  })
})

describe('two catalogues', () => {
  const older = {
    records: storedRecords([record('a-sdk'), record('b-sdk', { topics: ['sea'] }), record('d-sdk')]),
    readmes: new Map(['a-sdk', 'b-sdk', 'd-sdk'].map((slug) => [slug, '1'])),
    operations: new Map([['b-sdk', '1']]),
  }
  const newer = {
    records: storedRecords([
      record('b-sdk', { topics: ['sea', 'ice'], description: 'New.' }),
      record('c-sdk', { title: 'A *C* [x](y)' }),
      record('d-sdk'),
    ]),
    readmes: new Map([
      ['b-sdk', '2'],
      ['c-sdk', '1'],
      ['d-sdk', '1'],
    ]),
    operations: new Map([
      ['b-sdk', '1'],
      ['d-sdk', '2'],
    ]),
  }

  it('differ by what was added, removed and changed, member by member', () => {
    expect(diffCatalogs(older, newer)).toEqual({
      added: [{ slug: 'c-sdk', title: 'A *C* [x](y)' }],
      removed: [{ slug: 'a-sdk', title: 'A-SDK' }],
      changed: [
        { slug: 'b-sdk', title: 'B-SDK', members: ['description', 'readme', 'topics'] },
        { slug: 'd-sdk', title: 'D-SDK', members: ['operations'] },
      ],
    })
    const committed = {
      ...newer,
      records: storedRecords(Array.from(newer.records, (one) => ({ ...one, updated: '2026-03-04' }))),
    }
    for (const same of [newer, committed])
      expect(diffCatalogs(newer, same)).toEqual({ added: [], removed: [], changed: [] })
    expect(diffCatalogs(EMPTY, newer).added).toHaveLength(3)
  })

  it('are compared in text and in markdown that titles cannot break', () => {
    const diff = diffCatalogs(older, newer)
    expect(diffText(diff)).toBe(
      '+ c-sdk  A *C* [x](y)\n- a-sdk  A-SDK\n~ b-sdk  B-SDK  (description, readme, topics)\n~ d-sdk  D-SDK  (operations)\n1 added, 1 removed, 2 changed.',
    )
    expect(diffMarkdown(diff)).toContain('## Added\n\n- A \\*C\\* \\[x\\](y) (`c-sdk`)')
    expect(diffMarkdown(diffCatalogs(newer, newer))).toBe(
      '# Changes of the catalogue\n\n0 added, 0 removed, 0 changed.',
    )
  })
})
