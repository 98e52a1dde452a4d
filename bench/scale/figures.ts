/** The figures of catalogues of several sizes as a table, with how each grows. */

type Unit = 'ms' | 'MB'

export interface Figure {
  /** As the table shows it. */
  text: string
  /** What the growth is computed from. */
  value: number
}

/** Label of a row -> its figure for one size. */
export type Figures = Readonly<Record<string, Figure>>

export const figure = (value: number, unit: Unit): Figure => ({ text: formatAmount(value, unit), value })

/** Two significant digits: 0.35 ms, 12 ms, 1.2 s, 340 MB, 2.1 GB. */
export function formatAmount(value: number, unit: Unit): string {
  const [amount, name] = value < 1000 ? [value, unit] : [value / 1000, unit === 'ms' ? 's' : 'GB']
  return `${amount < 10 ? Number(amount.toPrecision(2)) : Math.round(amount)} ${name}`
}

/**
 * How fast a value grows: the slope of its logarithm over that of the size (least squares), so that 1 means that twice
 * the entries take twice as much.
 */
export function exponent(points: readonly (readonly [size: number, value: number])[]): number {
  const logs = points.map(([size, value]) => [Math.log(size), Math.log(value)] as const)
  const mean = (at: 0 | 1) => logs.reduce((sum, point) => sum + point[at], 0) / logs.length
  const [x, y] = [mean(0), mean(1)]
  const spread = logs.reduce((sum, [size]) => sum + (size - x) ** 2, 0)
  return logs.reduce((sum, [size, value]) => sum + (size - x) * (value - y), 0) / spread
}

/** A column for each size, in the order of measuring. */
export function scaleTable(bySize: ReadonlyMap<number, Figures>): string {
  const sizes = [...bySize.keys()]
  const labels = new Set([...bySize.values()].flatMap(Object.keys))
  const rows = [...labels].map((label) => {
    const cells = sizes.map((size) => bySize.get(size)![label])
    const points = sizes.flatMap((size, at) => (cells[at] ? [[size, cells[at].value] as const] : []))
    const growth = points.length > 1 ? exponent(points).toFixed(2) : ''
    return [label, ...cells.map((cell) => cell?.text ?? ''), growth]
  })
  const head = ['SDKs', ...sizes.map((size) => size.toLocaleString('en')), 'exponent']
  const ruler = head.map((_, at) => (at === 0 ? '---' : '---:'))
  return [head, ruler, ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('')
}
