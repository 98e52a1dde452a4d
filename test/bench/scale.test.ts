/** What the benchmark of large catalogues computes: its catalogues, exponents and table. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildPair } from '../../bench/scale/catalogue.ts'
import { exponent, figure, scaleTable } from '../../bench/scale/figures.ts'
import { checkDirectory } from '../../src/store/loading/check.ts'
import { embedded } from '../embedded.ts'

test('both synthetic catalogues of a size keep every rule, and are different builds', () => {
  const folder = mkdtempSync(join(tmpdir(), 'scale-test-'))
  try {
    const { one, other } = buildPair(folder, 60, embedded.records.slice(0, 20))
    const checked = [one, other].map(checkDirectory)
    expect(checked.map(({ problems, count }) => [problems, count])).toEqual([
      [[], 60],
      [[], 60],
    ])
    expect(checked[0]!.id).not.toBe(checked[1]!.id)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test.each([
  ['stays the same', () => 5, 0],
  ['grows with the size', (size: number) => 3 * size, 1],
  ['grows with its square', (size: number) => size ** 2 / 7, 2],
])('what %s has that exponent', (_, value, expected) =>
  expect(exponent([722, 7220, 72_200].map((size) => [size, value(size)]))).toBeCloseTo(expected, 10),
)

test('the table has a column for each size, two digits with the unit that suits, and the growth of each row', () => {
  const table = scaleTable(
    new Map([
      [722, { find: figure(0.354, 'ms'), memory: figure(210, 'MB'), start: figure(98_765, 'ms') }],
      [7220, { find: figure(3.54, 'ms'), memory: figure(2100, 'MB') }],
    ]),
  )
  expect(table).toBe(`| SDKs | 722 | 7,220 | exponent |
| --- | ---: | ---: | ---: |
| find | 0.35 ms | 3.5 ms | 1.00 |
| memory | 210 MB | 2.1 GB | 1.00 |
| start | 99 s |  |  |
`)
})
