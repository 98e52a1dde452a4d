/**
 * Writes src/search/fit/coefficients.ts, the logistic model that says how well a hit fits: `node scripts/fit.ts`. It
 * learns from the queries of evals that are not held out, and prints how it does on those that are.
 */
import { writeFileSync } from 'node:fs'
import { judgedQueries } from '../evals/fit.ts'
import { SIGNALS } from '../src/search/fit/fit.ts'

/**
 * Share of the right first hits that may be called `none`, and of the wrong ones that may be called `good`. As what is named,
 * or has a need of the query, is never none, the answers lose a fifth less.
 */
const MISSED = 0.055
const WRONGLY_GOOD = 0.07
const RIDGE = 0.1

const examples = judgedQueries()
const training = examples.filter(({ heldOut }) => !heldOut)
const { bias, weights } = regression(
  training.map(({ signals, right, weight }) => ({ x: [1, ...signals], y: Number(right), weight })),
)
const probability = (signals: readonly number[]): number =>
  1 / (1 + Math.exp(-signals.reduce((sum, value, at) => sum + value * weights[at]!, bias)))

const quantile = (values: number[], share: number): number =>
  values.sort((a, b) => a - b)[Math.floor(share * values.length)]!
const of = (right: boolean) => training.filter((one) => one.right === right).map(({ signals }) => probability(signals))
const none = quantile(of(true), MISSED)
const good = Math.max(none, quantile(of(false), 1 - WRONGLY_GOOD))

const round = (value: number): number => Number(value.toFixed(3))
const text = `/** Written by scripts/fit.ts: the weights are of SIGNALS in fit.ts, in that order. */
export const FIT_MODEL = {
  bias: ${round(bias)},
  weights: [${weights.map(round).join(', ')}],
  /** Least probability of each fit; less is \`none\`. */
  good: ${round(good)},
  weak: ${round(none)},
} as const
`
writeFileSync(new URL('../src/search/fit/coefficients.ts', import.meta.url), text)
SIGNALS.forEach((name, at) => void process.stdout.write(`${name.padEnd(20)}${weights[at]!.toFixed(2).padStart(7)}\n`))
for (const heldOut of [false, true]) {
  const set = examples.filter((one) => one.heldOut === heldOut)
  const share = (right: boolean, holds: (p: number) => boolean) => {
    const values = set
      .filter((one) => one.right === right && one.weight === 1)
      .map(({ signals }) => probability(signals))
    return `${values.filter(holds).length} of ${values.length}`
  }
  process.stdout.write(
    `${heldOut ? 'held out' : 'training'}: right and none ${share(true, (p) => p < none)}, right and good ${share(true, (p) => p >= good)}; ` +
      `nothing there and none ${share(false, (p) => p < none)}, and good ${share(false, (p) => p >= good)}\n`,
  )
}
for (const from of [0, 0.2, 0.4, 0.6, 0.8]) {
  const bin = examples.filter(
    ({ heldOut, signals }) => heldOut && probability(signals) >= from && probability(signals) < from + 0.2,
  )
  const right = bin.filter(({ right }) => right).length
  process.stdout.write(`${from.toFixed(1)} ${String(bin.length).padStart(4)} ${(right / bin.length).toFixed(2)}\n`)
}

/** Logistic regression with a ridge, by Newton's method. */
function regression(rows: { x: number[]; y: number; weight: number }[]): { bias: number; weights: number[] } {
  const size = rows[0]!.x.length
  let beta = new Array<number>(size).fill(0)
  for (let step = 0; step < 30; step++) {
    const gradient = beta.map((value, at) => (at === 0 ? 0 : -RIDGE * value))
    const hessian = beta.map((_, row) => beta.map((_, column) => (row === column && row > 0 ? RIDGE : 0)))
    for (const { x, y, weight } of rows) {
      const p = 1 / (1 + Math.exp(-x.reduce((sum, value, at) => sum + value * beta[at]!, 0)))
      for (let row = 0; row < size; row++) {
        gradient[row]! += weight * (y - p) * x[row]!
        for (let column = 0; column < size; column++)
          hessian[row]![column]! += weight * p * (1 - p) * x[row]! * x[column]!
      }
    }
    const delta = solve(hessian, gradient)
    beta = beta.map((value, at) => value + delta[at]!)
  }
  return { bias: beta[0]!, weights: beta.slice(1) }
}

/** Gaussian elimination with pivots. */
function solve(matrix: number[][], values: number[]): number[] {
  const rows = matrix.map((row, at) => [...row, values[at]!])
  const size = rows.length
  for (let column = 0; column < size; column++) {
    const pivot = rows.reduce(
      (best, row, at) => (at >= column && Math.abs(row[column]!) > Math.abs(rows[best]![column]!) ? at : best),
      column,
    )
    ;[rows[column], rows[pivot]] = [rows[pivot]!, rows[column]!]
    for (let row = column + 1; row < size; row++) {
      const factor = rows[row]![column]! / rows[column]![column]!
      for (let at = column; at <= size; at++) rows[row]![at]! -= factor * rows[column]![at]!
    }
  }
  const result = new Array<number>(size).fill(0)
  for (let row = size - 1; row >= 0; row--) {
    const known = result.reduce((sum, value, at) => sum + value * rows[row]![at]!, 0)
    result[row] = (rows[row]![size]! - known) / rows[row]![row]!
  }
  return result
}
