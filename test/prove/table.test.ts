/** What is counted, and how it is printed. */
import { expect, it } from 'vitest'
import { isProved, isTried, type Row } from '../../scripts/prove/prove.ts'
import { proofText } from '../../scripts/prove/table.ts'

const row = (over: Partial<Row>): Row => ({
  slug: 'tides-sdk',
  generation: 'old',
  language: 'py',
  install: 'ok',
  call: 'ok',
  seconds: 1,
  ...over,
})
const ROWS = [
  row({}),
  row({ language: 'php', call: 'failed', why: 'sent a literal {id} in the URL' }),
  row({ language: 'cli', call: 'none' }),
  row({ language: 'rb', call: 'none', why: 'the catalogue shows no first code' }),
  row({ language: 'go', install: 'not tried', call: 'not tried', toolchain: 'needs Go 1.21' }),
]

it('counts a line as run where it is installed and its code is right, a program where it is installed', () => {
  expect(ROWS.map(isProved)).toEqual([true, false, true, false, false])
  expect(ROWS.map(isTried)).toEqual([true, true, true, true, false])
})

it('prints a row for each line that was tried, what the machine lacks, what was skipped, and the totals', () => {
  expect(proofText({ rows: ROWS, skipped: [{ name: 'plain-sdk', why: 'it has no README.md' }] })).toBe(
    [
      'SDK        generation  language  install  call    why',
      'tides-sdk  old         py        ok       ok',
      'tides-sdk  old         php       ok       failed  sent a literal {id} in the URL',
      'tides-sdk  old         cli       ok       none',
      'tides-sdk  old         rb        ok       none    the catalogue shows no first code',
      '',
      'no toolchain for go (needs Go 1.21): 1 not tried',
      'skipped plain-sdk: it has no README.md',
      'py: 1 of 1 installed, 1 run',
      'php: 1 of 1 installed, 0 run',
      'cli: 1 of 1 installed, 1 run',
      'rb: 1 of 1 installed, 0 run',
      '2 of 4 lines run',
    ].join('\n'),
  )
})
