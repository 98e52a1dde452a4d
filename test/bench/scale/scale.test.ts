/** What the benchmark of large catalogues computes: its catalogues, exponents, tables and plot. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkDirectory } from '../../../src/catalog/store/check.ts'
import { embedded } from '../../embedded.ts'
import { buildPair, builtPair } from './catalogue.ts'
import { exponent, type ScaleFigures, scaleTable, shown } from './figures.ts'
import { growthPlot } from './plot.ts'

test('both synthetic catalogues of a size keep every rule, and are different builds', async () => {
  const place = mkdtempSync(join(tmpdir(), 'scale-test-'))
  try {
    const folder = join(place, '60')
    expect(builtPair(folder)).toBeUndefined()
    await buildPair(folder, 60, embedded.records.slice(0, 20))
    const { one, other } = builtPair(folder)!
    const checked = [one, other].map(checkDirectory)
    expect(checked.map(({ problems }) => problems)).toEqual([[], []])
    expect(checked.map(({ count }) => count)).toEqual([60, 60])
    expect(checked[0]!.id).not.toBe(checked[1]!.id)
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
})

const SIZES = [722, 7220, 72_200]

test.each([
  ['stays the same', () => 5, 0],
  ['grows with the size', (size: number) => 3 * size, 1],
  ['grows with its square', (size: number) => size ** 2 / 7, 2],
])('what %s has that exponent', (_, value, expected) => {
  expect(exponent(SIZES.map((size) => [size, value(size)]))).toBeCloseTo(expected, 10)
})

test('one size has no exponent', () => {
  expect(exponent([[722, 5]])).toBeUndefined()
})

test('a value is shown with two digits and the unit that suits it', () => {
  const values = [0.354, 12.4, 1234, 98_765].map((value) => shown(value, 'ms'))
  expect([...values, shown(2100, 'MB')]).toEqual(['0.35 ms', '12 ms', '1.2 s', '99 s', '2.1 GB'])
})

const csv = { mb: 0.2, firstByteMs: 3, ms: 4, stallMs: 2 }
const figures: ScaleFigures = {
  '7220': { values: { findMs: 20, exactMs: 4 }, documents: { CSV: { ...csv, ms: 40 } } },
  '722': { values: { findMs: 2, exactMs: 4 }, documents: { CSV: csv } },
}

test('the tables have a column for each size, smallest first, and say how much each row grows', () => {
  const rows = scaleTable(figures).split('\n')
  expect(rows[0]).toBe('| SDKs | 722 | 7,220 | exponent |')
  expect(rows).toContain('| find | 2 ms | 20 ms | 1.00 |')
  expect(rows).toContain('| CSV | 0.2 MB, 3 ms / 4 ms / 2 ms | 0.2 MB, 3 ms / 40 ms / 2 ms | 1.00 |')
})

test('the plot has a line for each time that was measured, and no labels on top of each other', () => {
  const plot = growthPlot(figures)
  expect(plot.match(/<polyline/g)).toHaveLength(2)
  const heights = [...plot.matchAll(/<text x="498" y="([\d.]+)"/g)].map(([, height]) => Number(height))
  expect(Math.abs(heights[0]! - heights[1]!)).toBeGreaterThanOrEqual(12)
})

test('the committed figures have every row of the tables', () => {
  const committed = JSON.parse(readFileSync(new URL('figures.json', import.meta.url), 'utf8')) as ScaleFigures
  const rows = scaleTable(committed).split('\n')
  expect(rows.filter((row) => row.endsWith('|  |'))).toEqual([])
})
