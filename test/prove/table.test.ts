/** What is counted, and how it is printed. */
import { expect, it } from 'vitest'
import { isProved, isTried, provenFacts, type Row } from '../../scripts/prove/prove.ts'

const row = (over: Partial<Row>): Row => ({
  slug: 'tides-sdk',
  generation: 'old',
  language: 'py',
  install: 'ok',
  request: 'ok',
  print: 'ok',
  strict: 'none',
  seconds: 1,
  ...over,
})
const NONE = { request: 'none', print: 'none' } as const
const ROWS = [
  row({}),
  row({ language: 'php', request: 'failed', print: 'not tried', why: 'sent a literal {id} in the URL' }),
  row({ language: 'cli', ...NONE }),
  row({ language: 'rb', ...NONE, why: 'the catalogue shows no first code' }),
  row({ language: 'lua', print: 'failed', why: 'printed nothing of an array' }),
  row({ language: 'ts', strict: 'failed', why: 'tsc: first.ts(3,1): error' }),
  row({ language: 'go', install: 'not tried', request: 'not tried', toolchain: 'needs Go 1.21' }),
]

it('counts a line as proved where every step is right, a program without a command where it is installed', () => {
  expect(ROWS.map(isProved)).toEqual([true, false, true, false, false, false, false])
  expect(ROWS.map(isTried)).toEqual([true, true, true, true, true, true, false])
})

it('writes as facts what is proved of a commit: languages, without programs and without what failed', () => {
  const commit = 'c'.repeat(40)
  const rows = ROWS.map((row) => ({ ...row, commit }))
  const other = row({ slug: 'folder-sdk' })
  expect(provenFacts([...rows, row({ language: 'go', commit }), other], '2026-11-23')).toEqual([
    { slug: 'tides-sdk', proven: { date: '2026-11-23', commit, languages: ['py', 'go'] } },
  ])
  expect(provenFacts([row({ commit, print: 'failed' }), row({ commit, language: 'cli' })], '2026-11-23')).toEqual([])
})
