/** The figures that are kept of catalogues of several sizes, how they grow, and how they are shown. */
import { fileURLToPath } from 'node:url'

export const SCALE_FIGURES = fileURLToPath(new URL('figures.json', import.meta.url))

export interface DocumentFigure {
  mb: number
  firstByteMs: number
  ms: number
  /** The longest answer to another client in the meantime. */
  stallMs: number
}

export interface SizeFigures {
  /** Member of VALUES -> milliseconds or MB. */
  values: Record<string, number>
  documents: Record<string, DocumentFigure>
}

/** Number of SDKs -> what was measured. */
export type ScaleFigures = Record<string, SizeFigures>

type Unit = 'ms' | 'MB'

export const VALUES: Readonly<Record<string, [label: string, unit: Unit]>> = {
  recordsMb: ['records on disk', 'MB'],
  indexMb: ['search index on disk', 'MB'],
  indexMs: ['making the search index', 'ms'],
  peakMb: ['memory of the process that makes it', 'MB'],
  firstStartMs: ['start until it listens, first time', 'ms'],
  startMs: ['start until it listens, again', 'ms'],
  firstFindMs: ['first find, at once after listening', 'ms'],
  idleMb: ['memory, idle', 'MB'],
  exactMs: ['exact search', 'ms'],
  exactLongestMs: ['exact search, longest', 'ms'],
  findMs: ['find', 'ms'],
  findLongestMs: ['find, longest', 'ms'],
  didYouMeanMs: ['did you mean', 'ms'],
  workedMb: ['memory, after all documents', 'MB'],
  swapMs: ['swap until served', 'ms'],
  swapStallMs: ['swap, longest wait of another client', 'ms'],
  swappedMb: ['memory, after the swap', 'MB'],
}

interface DocumentRequest {
  /** Requested sequentially; a function gets the sitemap index. */
  paths: readonly string[] | ((sitemapIndex: string) => string[])
  headers?: Record<string, string>
}

/** In this order: "again" is answered from the cache. */
export const DOCUMENTS: Readonly<Record<string, DocumentRequest>> = {
  'catalog.json': { paths: ['/api/sdk/catalog.json'] },
  'catalog.json, again': { paths: ['/api/sdk/catalog.json'] },
  'catalog.json, gzip': { paths: ['/api/sdk/catalog.json'], headers: { 'accept-encoding': 'gzip' } },
  'catalog.json, brotli': { paths: ['/api/sdk/catalog.json'], headers: { 'accept-encoding': 'br' } },
  CSV: { paths: ['/sdk/example-sdk.csv'] },
  'facts.jsonl': { paths: ['/sdk/facts.jsonl'] },
  'llms.txt': { paths: ['/llms.txt'] },
  'llms-full.txt': { paths: ['/llms-full.txt'] },
  'all sitemaps': {
    paths: (index) => [...index.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => new URL(url!).pathname),
  },
  'sitemap.md': { paths: ['/sitemap.md'] },
  'home page': { paths: ['/'], headers: { accept: 'text/html' } },
  'page of all SDKs': { paths: ['/sdk'], headers: { accept: 'text/html' } },
}

/**
 * By how much a value grows: the slope of its logarithm over that of the size (least squares), so that 1 means that
 * twice the entries take twice as much.
 * @returns undefined for fewer than two sizes
 */
export function exponent(points: readonly (readonly [size: number, value: number])[]): number | undefined {
  const logs = points
    .filter(([, value]) => value > 0)
    .map(([size, value]) => [Math.log(size), Math.log(value)] as const)
  const mean = (at: 0 | 1) => logs.reduce((sum, point) => sum + point[at], 0) / logs.length
  const [x, y] = [mean(0), mean(1)]
  const spread = logs.reduce((sum, [size]) => sum + (size - x) ** 2, 0)
  if (spread === 0 || logs.length < 2) return undefined
  return logs.reduce((sum, [size, value]) => sum + (size - x) * (value - y), 0) / spread
}

const sizesOf = (figures: ScaleFigures): string[] => Object.keys(figures).sort((a, b) => Number(a) - Number(b))
const count = (size: string): string => Number(size).toLocaleString('en')

/** With two digits that count: 0.35 ms, 12 ms, 1.2 s, 340 MB, 2.1 GB. */
export function shown(value: number | undefined, unit: Unit): string {
  if (value === undefined || Number.isNaN(value)) return ''
  const [amount, named] = value < 1000 ? [value, unit] : [value / 1000, unit === 'ms' ? 's' : 'GB']
  return `${amount < 10 ? Number(amount.toPrecision(2)) : Math.round(amount)} ${named}`
}

function rows(
  figures: ScaleFigures,
  label: string,
  cell: (of: SizeFigures) => string,
  value: (of: SizeFigures) => number | undefined,
): string {
  const sizes = sizesOf(figures)
  const points = sizes.flatMap((size) => {
    const point = value(figures[size]!)
    return point === undefined ? [] : [[Number(size), point] as const]
  })
  return `| ${label} | ${sizes.map((size) => cell(figures[size]!)).join(' | ')} | ${exponent(points)?.toFixed(2) ?? ''} |`
}

const head = (first: string, figures: ScaleFigures): string => {
  const sizes = sizesOf(figures)
  return `| ${first} | ${sizes.map((size) => `${count(size)}`).join(' | ')} | exponent |\n|---|${'---:|'.repeat(sizes.length + 1)}\n`
}

/** What was measured at each size, with the exponent of its growth; then the documents. */
export function scaleTable(figures: ScaleFigures): string {
  const values = Object.entries(VALUES).map(([name, [label, unit]]) =>
    rows(
      figures,
      label,
      ({ values }) => shown(values[name], unit),
      ({ values }) => values[name],
    ),
  )
  const documents = Object.keys(DOCUMENTS).map((name) =>
    rows(
      figures,
      name,
      ({ documents }) => documentCell(documents[name]),
      ({ documents }) => documents[name]?.ms,
    ),
  )
  return `${head('SDKs', figures)}${values.join('\n')}\n\n${head('document: MB, first byte / whole / wait of others', figures)}${documents.join('\n')}\n`
}

function documentCell(figure: DocumentFigure | undefined): string {
  if (!figure) return ''
  const times = [figure.firstByteMs, figure.ms, figure.stallMs].map((ms) => shown(ms, 'ms'))
  return `${shown(figure.mb, 'MB')}, ${times.join(' / ')}`
}
