/** Starts the real program with a synthetic catalogue, and measures it from outside. */
import { mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Service, startService } from '../../e2e/service.ts'
import { embedded } from '../../embedded.ts'
import type { Pair } from './catalogue.ts'
import { beside, middleAndLast, residentMb, textOf, timed } from './client.ts'
import { DOCUMENTS, type DocumentFigure, type SizeFigures } from './figures.ts'

/** Until what a service makes ready after its start is there. */
const IDLE_AFTER_MS = 4_000
const ASKED = 100
/** Node allows 4 GB by default. */
const MAX_HEAP_MB = 16_000

/** Spread over the catalogue: what people type, names, and slugs with a letter too many. */
const models = embedded.records
  .filter((_, at) => at % Math.floor(embedded.records.length / ASKED) === 0)
  .slice(0, ASKED)
const escaped = (texts: readonly string[]) => texts.map((text) => encodeURIComponent(text))
const titles = models.map(({ title }) => title)
const topics = models.map(({ topics, title }) => topics[0] ?? title)
const needs = models.map(({ needs, title }) => needs[0] ?? title)
const mistyped = models.map(({ slug }) => slug.replace(/^.../, '$&x'))

const EXACT = escaped([...topics, ...titles]).map((q) => `/api/sdk/search?q=${q}`)
const FIND = escaped([...needs, ...titles]).map((query) => `/api/sdk/find?query=${query}`)
const DID_YOU_MEAN = mistyped.map((slug) => `/api/sdk/${slug}.json`)

/**
 * @param failed called for a document that the program does not serve
 * @throws Error with what the program said, where it does not start with this catalogue
 */
export async function measure(
  { one, other, ...build }: Pair,
  failed: (document: string, why: string) => void,
): Promise<SizeFigures> {
  const place = mkdtempSync(join(tmpdir(), 'sdk-catalog-scale-'))
  const served = join(place, 'served')
  symlinkSync(one, served)
  const settings = { CATALOG_DIR: served, DATA_DIR: join(place, 'data') }
  let service: Service | undefined
  try {
    const [first, firstStartMs] = await started(settings)
    service = first
    const find = await timed(service.port, FIND[0]!)
    await service.stop()
    const [again, startMs] = await started(settings)
    service = again
    const { port, child } = service
    const memory = () => residentMb(child.pid!) ?? Number.NaN
    await sleep(IDLE_AFTER_MS)
    const idleMb = memory()
    const requests = {
      exact: await requestTimes(port, EXACT, 200),
      find: await requestTimes(port, FIND, 200),
      didYouMean: await requestTimes(port, DID_YOU_MEAN, 404),
    }
    const documents: Record<string, DocumentFigure> = {}
    for (const name of Object.keys(DOCUMENTS)) {
      const figure = await documentFigure(port, name).catch(({ message }: Error) => failed(name, message))
      if (figure) documents[name] = figure
    }
    const workedMb = memory()
    const swap = await beside(port, () => swapped(service!, { served, other }))
    return {
      values: {
        ...build,
        firstStartMs,
        startMs,
        firstFindMs: find.ms,
        exactMs: requests.exact.middle,
        exactLongestMs: requests.exact.last,
        findMs: requests.find.middle,
        findLongestMs: requests.find.last,
        didYouMeanMs: requests.didYouMean.middle,
        swapMs: swap.result,
        swapStallMs: swap.stallMs,
        idleMb,
        workedMb,
        swappedMb: memory(),
      },
      documents,
    }
  } finally {
    service?.child.kill('SIGKILL')
    await service?.ended
    rmSync(place, { recursive: true, force: true })
  }
}

/** As `npm start` runs it; with the milliseconds until it listens. */
async function started(settings: Record<string, string>): Promise<[Service, number]> {
  const { scripts } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))
  const options = [...scripts.start.match(/--\S+/g), `--max-old-space-size=${MAX_HEAP_MB}`].join(' ')
  const began = performance.now()
  const service = await startService({ ...settings, CHECK_OUTPUT: 'false', NODE_OPTIONS: options })
  return [service, performance.now() - began]
}

/** Requests each path twice, sequentially; the second round counts. */
async function requestTimes(port: number, paths: readonly string[], status: number) {
  const times: number[] = []
  for (const path of [...paths, ...paths]) {
    const answer = await timed(port, path)
    if (answer.status !== status) throw new Error(`${path}: ${answer.status}`)
    times.push(answer.ms)
  }
  return middleAndLast(times.slice(paths.length))
}

async function documentFigure(port: number, name: string): Promise<DocumentFigure> {
  const { paths, headers = {} } = DOCUMENTS[name]!
  const urls = typeof paths === 'function' ? paths(await textOf(port, '/sitemap-index.xml')) : paths
  const { result, stallMs } = await beside(port, async () => {
    const answers = []
    for (const path of urls) answers.push(await timed(port, path, { headers }))
    return answers
  })
  const failed = result.find(({ status }) => status !== 200)
  if (failed) throw new Error(`${name}: ${failed.status}`)
  const sum = (of: (answer: (typeof result)[number]) => number) => result.reduce((total, one) => total + of(one), 0)
  return {
    mb: sum(({ bytes }) => bytes) / 1e6,
    firstByteMs: result[0]!.firstByteMs,
    ms: sum(({ ms }) => ms),
    stallMs,
  }
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
