/** Starts the real program with a synthetic catalogue, and measures it from outside. */
import { readFileSync, renameSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Service, startService } from '../../test/e2e/service.ts'
import { embedded } from '../../test/embedded.ts'
import { median } from '../load.ts'
import { MB, type Pair } from './catalogue.ts'
import { beside, residentMb, textOf, timed } from './client.ts'
import { type Figure, type Figures, figure, formatAmount } from './figures.ts'

/** Until what a service makes ready after its start is there. */
const IDLE_AFTER_MS = 4_000
const ASKED = 100
/** Node allows 4 GB by default. */
const MAX_HEAP_MB = 16_000

interface DocumentRequest {
  /** Requested sequentially; a function gets the sitemap index. */
  paths: readonly string[] | ((sitemapIndex: string) => string[])
  headers?: Record<string, string>
}

/** In this order: "again" is answered from the cache. */
const DOCUMENTS: Readonly<Record<string, DocumentRequest>> = {
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

/** Spread over the catalogue: what people type, names, and slugs with a letter too many. */
const models = embedded.records
  .filter((_, at) => at % Math.floor(embedded.records.length / ASKED) === 0)
  .slice(0, ASKED)
const escaped = (texts: readonly string[]) => texts.map((text) => encodeURIComponent(text))
const titles = models.map(({ title }) => title)
const topics = models.map(({ topics, title }) => topics[0] ?? title)
const needs = models.map(({ needs, title }) => needs[0] ?? title)
const mistyped = models.map(({ slug }) => slug.replace(/^.../, '$&x'))

const EXACT = escaped(titles.flatMap((title, at) => [topics[at]!, title])).map((q) => `/api/sdk/search?q=${q}`)
const FIND = escaped(titles.flatMap((title, at) => [needs[at]!, title])).map((query) => `/api/sdk/find?query=${query}`)
const DID_YOU_MEAN = mistyped.map((slug) => `/api/sdk/${slug}.json`)
const ENTRIES = models.map(({ slug }) => `/api/sdk/${slug}.json`)
const ENTRY_PAGES = models.map(({ slug }) => `/example-sdk/${slug}`)
const LIST_PAGES = topics.map((topic, at) => `/sdk?topic=${encodeURIComponent(topic)}&page=${1 + (at % 3)}`)

/**
 * @param place for the data of the service
 * @param onFailure called for a document that the program does not serve
 * @throws Error with what the program said, where it does not start with this catalogue
 */
export async function measure(
  { one, other, ...build }: Pair,
  place: string,
  onFailure: (document: string, why: string) => void,
): Promise<Figures> {
  const served = join(place, 'served')
  symlinkSync(one, served)
  const settings = { CATALOG_DIR: served, DATA_DIR: join(place, 'data') }
  let service: Service | undefined
  try {
    const [first, firstStartMs] = await started(settings)
    service = first
    const firstFind = await timed(service.port, FIND[0]!)
    await service.stop()
    const [again, startMs] = await started(settings)
    service = again
    const { port, child } = service
    const memory = () => figure(residentMb(child.pid!), 'MB')
    await sleep(IDLE_AFTER_MS)
    const idle = memory()
    const exact = await requestTimes(port, EXACT, 200)
    const find = await requestTimes(port, FIND, 200)
    const didYouMean = await requestTimes(port, DID_YOU_MEAN, 404)
    const pages: Record<string, Figure> = {
      'entry of an SDK': figure((await requestTimes(port, ENTRIES, 200)).median, 'ms'),
      'page of an SDK': figure((await requestTimes(port, ENTRY_PAGES, 200, 'text/html')).median, 'ms'),
      'page of the list': figure((await requestTimes(port, LIST_PAGES, 200, 'text/html')).median, 'ms'),
    }
    const documents: Record<string, Figure> = {}
    for (const name of Object.keys(DOCUMENTS)) {
      const cell = await documentFigure(port, name).catch(({ message }: Error) => onFailure(name, message))
      if (cell) documents[name] = cell
    }
    const afterDocuments = memory()
    const swap = await beside(port, () => swapped(service!, { served, other }))
    return {
      'records on disk': figure(build.recordsMb, 'MB'),
      'search index on disk': figure(build.indexMb, 'MB'),
      'making the search index': figure(build.indexMs, 'ms'),
      'memory of the process that makes it': figure(build.peakMb, 'MB'),
      'start until it listens, first time': figure(firstStartMs, 'ms'),
      'start until it listens, again': figure(startMs, 'ms'),
      'first find, at once after listening': figure(firstFind.ms, 'ms'),
      'memory, idle': idle,
      'exact search': figure(exact.median, 'ms'),
      'exact search, longest': figure(exact.longest, 'ms'),
      find: figure(find.median, 'ms'),
      'find, longest': figure(find.longest, 'ms'),
      'did you mean': figure(didYouMean.median, 'ms'),
      'did you mean, longest': figure(didYouMean.longest, 'ms'),
      ...pages,
      'memory, after all documents': afterDocuments,
      'swap until served': figure(swap.result, 'ms'),
      'swap, longest wait of another client': figure(swap.stallMs, 'ms'),
      'memory, after the swap': memory(),
      ...documents,
    }
  } finally {
    service?.child.kill('SIGKILL')
    await service?.ended
  }
}

/** The service, and the milliseconds until it listens. */
async function started(settings: Record<string, string>): Promise<[Service, number]> {
  const began = performance.now()
  const NODE_OPTIONS = `--max-old-space-size=${MAX_HEAP_MB}`
  const service = await startService({ ...settings, CHECK_OUTPUT: 'false', NODE_OPTIONS })
  return [service, performance.now() - began]
}

/** Requests each path once, sequentially, so that no answer is kept; the second half counts. */
async function requestTimes(port: number, paths: readonly string[], status: number, accept = '*/*') {
  const times: number[] = []
  const asked = [...new Set(paths)]
  for (const path of asked) {
    const answer = await timed(port, path, { headers: { accept } })
    if (answer.status !== status) throw new Error(`${path}: ${answer.status}`)
    times.push(answer.ms)
  }
  const counted = times.slice(asked.length / 2)
  return { median: median(counted), longest: Math.max(...counted) }
}

/** Size, then the times of first byte, whole document and longest wait of another client; it grows as the whole does. */
async function documentFigure(port: number, name: string): Promise<Figure> {
  const { paths, headers = {} } = DOCUMENTS[name]!
  const urls = typeof paths === 'function' ? paths(await textOf(port, '/sitemap-index.xml')) : paths
  const { result, stallMs } = await beside(port, async () => {
    const answers = []
    for (const path of urls) answers.push(await timed(port, path, { headers }))
    return answers
  })
  const refused = result.find(({ status }) => status !== 200)
  if (refused) throw new Error(`${name}: ${refused.status}`)
  const mb = result.reduce((sum, { bytes }) => sum + bytes, 0) / MB
  const value = result.reduce((sum, { ms }) => sum + ms, 0)
  const times = [result[0]!.firstByteMs, value, stallMs].map((ms) => formatAmount(ms, 'ms'))
  return { value, text: `${formatAmount(mb, 'MB')}, ${times.join(' / ')}` }
}

/** Puts the other catalogue in place, and waits until it is served. */
async function swapped(
  { port, child }: Service,
  { served, other }: { served: string; other: string },
): Promise<number> {
  const { id } = JSON.parse(readFileSync(join(other, 'manifest.json'), 'utf8'))
  const next = `${served}.next`
  symlinkSync(other, next)
  renameSync(next, served)
  const began = performance.now()
  child.kill('SIGHUP')
  while (JSON.parse(await textOf(port, '/readyz')).catalogue !== id) await sleep(2)
  return performance.now() - began
}
