/** Times by the number of SDKs, as lines between logarithmic axes: a line at 45 degrees grows with the number. */
import { type ScaleFigures, VALUES } from './figures.ts'

/** What is drawn, with its colour. */
const LINES: Readonly<Record<string, string>> = {
  indexMs: '#8a5a00',
  startMs: '#a3324c',
  swapMs: '#6b4ba3',
  firstFindMs: '#2f7d4f',
  findMs: '#3566a8',
  exactMs: '#444',
}

const AREA = { left: 70, top: 40, width: 420, height: 420, right: 260, bottom: 40 }
/** Ranges of the axes, in powers of ten: 100 to a million SDKs, 0.1 ms to 1,000 s. */
const X = { from: 2, to: 6 }
const Y = { from: -1, to: 6 }
const POWERS = ['0.1 ms', '1 ms', '10 ms', '100 ms', '1 s', '10 s', '100 s', '1,000 s']
const LABEL_HEIGHT = 15

const x = (size: number): number => AREA.left + ((Math.log10(size) - X.from) / (X.to - X.from)) * AREA.width
const y = (ms: number): number => AREA.top + (1 - (Math.log10(ms) - Y.from) / (Y.to - Y.from)) * AREA.height
const at = (value: number): string => value.toFixed(1)

export function growthPlot(figures: ScaleFigures): string {
  const lines = Object.entries(LINES).flatMap(([name, colour]) => {
    const points = Object.entries(figures)
      .map(([size, { values }]) => [Number(size), values[name]!] as const)
      .filter(([, ms]) => ms > 0)
      .sort(([a], [b]) => a - b)
    return points.length > 0 ? [{ label: VALUES[name]![0], colour, points }] : []
  })
  const ends = apart(lines.map(({ points }) => y(points.at(-1)![1])))
  const width = AREA.left + AREA.width + AREA.right
  const height = AREA.top + AREA.height + AREA.bottom
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">`,
    '<title>Times by the number of SDKs</title>',
    '<rect width="100%" height="100%" fill="#fff"/>',
    `<text x="${AREA.left}" y="20">Times by the number of SDKs; both axes are logarithmic</text>`,
    ...axes(),
    ...lines.flatMap(({ label, colour, points }, index) => [
      `<polyline points="${points.map(([size, ms]) => `${at(x(size))},${at(y(ms))}`).join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>`,
      ...points.map(([size, ms]) => `<circle cx="${at(x(size))}" cy="${at(y(ms))}" r="3" fill="${colour}"/>`),
      `<text x="${AREA.left + AREA.width + 8}" y="${at(ends[index]! + 4)}" fill="${colour}">${label}</text>`,
    ]),
    '</svg>',
    '',
  ].join('\n')
}

function axes(): string[] {
  const [right, bottom] = [AREA.left + AREA.width, AREA.top + AREA.height]
  const across = POWERS.map((label, power) => {
    const height = at(y(10 ** (Y.from + power)))
    return `<line x1="${AREA.left}" x2="${right}" y1="${height}" y2="${height}" stroke="#ddd"/><text x="${AREA.left - 8}" y="${height}" dy="4" text-anchor="end">${label}</text>`
  })
  const up = Array.from({ length: X.to - X.from + 1 }, (_, power) => {
    const size = 10 ** (X.from + power)
    const place = at(x(size))
    return `<line x1="${place}" x2="${place}" y1="${AREA.top}" y2="${bottom}" stroke="#ddd"/><text x="${place}" y="${bottom + 18}" text-anchor="middle">${size.toLocaleString('en')}</text>`
  })
  return [...across, ...up]
}

/** The heights of labels, moved down where they would cover each other. */
function apart(heights: readonly number[]): number[] {
  const moved = [...heights]
  const order = heights.map((_, index) => index).sort((a, b) => heights[a]! - heights[b]!)
  for (const [rank, index] of order.entries()) {
    if (rank > 0) moved[index] = Math.max(moved[index]!, moved[order[rank - 1]!]! + LABEL_HEIGHT)
  }
  return moved
}
