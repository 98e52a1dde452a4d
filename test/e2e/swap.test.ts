/** A catalogue replaced under load: no answer fails, none is of two catalogues, and a broken one is never served. */

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publish, stage } from '../../src/builder/publish/put-in-place.ts'
import { diffCatalogs } from '../../src/builder/report/diff.ts'
import { type DigestedCatalog, digestDirectory } from '../../src/store/loading/check.ts'
import { BROKEN, buildDirectory } from '../builder/built.ts'
import { legacy } from '../mcp/messages.ts'
import { scratch } from '../scratch.ts'
import { run, type Service, startService } from './service.ts'

const root = scratch()
const SERVED = join(root, 'served')
const DATA = join(root, 'data')

interface Build extends DigestedCatalog {
  directory: string
  /** Occurs in every description and README of it, and in none of the other. */
  mark: string
  count: number
}

function built(mark: string, count: number, builtAt: string): Build {
  const slugs = Array.from({ length: count }, (_, at) => `harbour-${at}-sdk`)
  const records = slugs.map((slug) => ({
    ...{ slug, title: `Harbour ${slug} (${mark})`, description: `Tides of the ${mark}.`, topics: ['sea', mark] },
    github_url: `https://github.com/acme/${slug}`,
  }))
  const readmes = Object.fromEntries(slugs.map((slug) => [slug, `# ${slug}\n\nOn the ${mark}.\n`]))
  const directory = buildDirectory(join(root, mark), {
    manifest: { count, built_at: builtAt },
    records: records.sort((a, b) => (a.slug < b.slug ? -1 : 1)),
    readmes: { 'one-sdk': null, 'two-sdk': null, ...readmes },
  })
  return { directory, mark, count, ...digestDirectory(directory) }
}

let builds: readonly [Build, Build]
let service: Service
/** Log lines as they come. */
let lines: AsyncIterator<string>

beforeAll(async () => {
  builds = [built('northcoast', 50, '2026-01-02T03:04:05.000Z'), built('southcoast', 70, '2026-02-03T04:05:06.000Z')]
  tell(builds[0], builds[1])
  tell(builds[1], builds[0])
  cpSync(builds[0].directory, SERVED, { recursive: true })
  service = await startService({ CATALOG_DIR: SERVED, DATA_DIR: DATA, LOG_LEVEL: 'info' })
  lines = createInterface({ input: service.child.stderr! })[Symbol.asyncIterator]()
})

afterAll(async () => expect((await service.stop()).code).toBe(0))

/** Its manifest has the build that led to it. */
function tell(next: Build, old: Build): void {
  const about = { version: 1, id: next.id, previous: old.id, built_at: next.builtAt, count: next.records.length }
  const manifest = join(next.directory, 'manifest.json')
  const builds = [{ ...about, ...diffCatalogs(old, next) }]
  writeFileSync(manifest, JSON.stringify({ ...JSON.parse(readFileSync(manifest, 'utf8')), builds }))
}

/** Puts it into place as a build does, and tells the service. */
async function publishCopy(directory: string): Promise<void> {
  const staged = await stage(SERVED)
  cpSync(directory, staged, { recursive: true })
  await publish(staged, SERVED)
  service.child.kill('SIGHUP')
}

type Line = Record<string, unknown>

/** The next line of the log that is about this event. */
async function logged(wanted: (line: Line) => boolean): Promise<Line> {
  for (;;) {
    const { value, done } = await lines.next()
    if (done) throw new Error('the log ended')
    const line = JSON.parse(value) as Line
    if (wanted(line)) return line
  }
}

interface Answer {
  status: number
  etag: string | undefined
  body: Buffer
}

const agent = new Agent({ keepAlive: true })

function ask({ path, body, headers = {} }: Pick<Question, 'path' | 'body' | 'headers'>): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const options = { agent, host: '127.0.0.1', port: service.port, path, headers, method: body ? 'POST' : 'GET' }
  const sent = request(options, async (answer) => {
    const chunks = (await answer.toArray().catch(reject)) as Buffer[] | undefined
    const { statusCode: status = 0 } = answer
    if (chunks) resolve({ status, etag: answer.headers.etag, body: Buffer.concat(chunks) })
  })
  sent.on('error', reject).end(body)
  return promise
}

interface Question {
  path: string
  body?: string
  headers?: Record<string, string>
  /** Whether the answer can be of this build, beside its mark. */
  fits(text: string, build: Build): boolean
  /** Answers that name no entry, and so have no mark. */
  unmarked?: boolean
}

function page(path: string, fits: Question['fits'] = () => true): Question {
  return { path, headers: { accept: 'text/html' }, fits }
}

function call(name: string, input: object, fits: Question['fits']): Question {
  const { headers, body } = legacy('tools/call', { name, arguments: input })
  return { path: '/mcp', headers, body: JSON.stringify(body), fits: (text, build) => fits(resultOf(text), build) }
}

const resultOf = (text: string): string => JSON.stringify(JSON.parse(text).result.structuredContent)
const shortId = ({ id }: Build): string => id.slice(0, 12)

const QUESTIONS: readonly Question[] = [
  {
    path: '/api/sdk/catalog.json',
    fits(text, { count, builtAt, mark }) {
      const { count: said, generated_at, sdks } = JSON.parse(text)
      const marked = sdks.filter(({ description }: { description: string }) => description.includes(mark))
      return said === count && generated_at === builtAt && sdks.length === count && marked.length === count
    },
  },
  { path: '/api/sdk/search?q=tides&limit=3', fits: (text, { count }) => JSON.parse(text).total === count },
  { path: '/api/sdk/find?query=harbour', fits: () => true },
  { path: '/api/sdk/harbour-7-sdk.json', fits: () => true },
  { path: '/example-sdk/harbour-7-sdk.md', fits: (text, { mark }) => text.endsWith(`On the ${mark}.\n`) },
  // Facts and README come from different places in the catalogue.
  page('/example-sdk/harbour-8-sdk', (text, { mark }) => text.includes(`Tides of the ${mark}`)),
  page('/example-sdk/harbour-8-sdk/readme', (text, { mark }) => text.includes(`On the ${mark}`)),
  page('/sdk', (text, { count }) => text.includes(`1 to 40 of ${count} SDKs`)),
  page('/sdk?q=tides', (text, { count }) => text.includes(`The nearest of ${count}, `)),
  page('/', (text, { count }) => text.includes(`Search ${count} generated`)),
  { path: '/sdk/example-sdk.csv', fits: (text, { count }) => text.trimEnd().split('\n').length === count + 1 },
  { path: '/llms-full.txt', fits: (text, { count }) => text.includes(`> ${count} SDKs`) },
  { path: '/sdk/sitemap.xml', unmarked: true, fits: (text, { builtAt }) => text.includes(builtAt) },
  { path: '/api/health', unmarked: true, fits: (text, { count }) => JSON.parse(text).sdk_count === count },
  {
    path: '/sdk/feed.xml',
    unmarked: true,
    fits: (text, build) => text.includes(`</subtitle>\n<updated>${build.builtAt}<`) && text.includes(shortId(build)),
  },
  {
    path: '/api/sdk/changes',
    unmarked: true,
    fits(text, build) {
      const { changes, next } = JSON.parse(text)
      return next.startsWith(shortId(build)) && changes.every((each: Line) => each.build === shortId(build))
    },
  },
  call('search_sdk_catalog', { q: 'tides' }, (text, { count }) => JSON.parse(text).total === count),
  call('get_sdk_entry', { slug: 'harbour-9-sdk' }, () => true),
  call('get_sdk_readme', { slug: 'harbour-9-sdk' }, (text, { mark }) => text.includes(`On the ${mark}.`)),
]

/** What is wrong with an answer; nothing if it is whole and of one of these builds. */
function fault(question: Question, { status, etag, body }: Answer, may: readonly Build[] = builds): string | undefined {
  const text = body.toString()
  if (status !== 200) return `status ${status}: ${text.slice(0, 200)}`
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22)
  if (!question.body && etag !== `"${hash}"`) return `the tag ${etag} is not that of the answer`
  const marks = builds.filter(({ mark }) => text.includes(mark))
  if (!question.unmarked && marks.length !== 1) return `it is of ${marks.length} builds`
  const of = may.filter((build) => (question.unmarked || marks.includes(build)) && question.fits(text, build))
  return of.length === 1 ? undefined : `it fits ${of.length} of the builds it may be of`
}

/** Asks over so many connections, with time between for the service to read the next catalogue. @returns what ends it, and gives what was wrong */
function load(connections: number): () => Promise<string[]> {
  const faults: string[] = []
  let stopped = false
  async function connection(first: number): Promise<void> {
    for (let at = first; !stopped; at++) {
      const question = QUESTIONS[at % QUESTIONS.length]!
      const wrong = await ask(question).then(
        (answer) => fault(question, answer),
        (error) => `failed: ${error}`,
      )
      if (wrong) faults.push(`${question.path}: ${wrong}`)
      await pause(10)
    }
  }
  const done = Promise.all(Array.from({ length: connections }, (_, at) => connection(at)))
  return async () => {
    stopped = true
    await done
    return faults
  }
}

test('a new catalogue under load is served from the next request on, and no answer fails or is of two builds', async () => {
  const stop = load(4)
  for (const at of [1, 0]) {
    const next = builds[at]!
    await publishCopy(next.directory)
    await logged(({ event, id }) => event === 'catalog_swapped' && id === next.id)
    for (const question of QUESTIONS)
      expect(fault(question, await ask(question), [next]), question.path).toBeUndefined()
  }
  expect(await stop()).toEqual([])
})

test('a broken catalogue is refused with entry, member and rule in the log, and the old one serves on', async () => {
  const [, files, reason] = BROKEN.find(([what]) => what === 'an unknown member')!
  const before = await ask({ path: '/api/sdk/catalog.json' })
  await publishCopy(buildDirectory(join(root, 'broken'), files))
  const line = await logged(({ event }) => event === 'catalog_refused')
  const { generated_at } = JSON.parse(String(before.body))
  const serving = builds.find(({ builtAt }) => builtAt === generated_at)!
  expect(line).toMatchObject({ level: 50, reason: expect.stringMatching(reason), id: serving.id, refused: 1 })
  expect(line.reason).toMatch(/^sdks\.jsonl line 2 \("two-sdk"\): .*"colour"$/)
  expect((await ask({ path: '/api/sdk/catalog.json' })).etag).toBe(before.etag)
  const next = builds.find((build) => build !== serving)!
  await publishCopy(next.directory)
  await logged(({ event, id }) => event === 'catalog_swapped' && id === next.id)
  expect((await ask({ path: '/api/sdk/catalog.json' })).etag).not.toBe(before.etag)
})

test('SIGHUP during the start takes effect after it', async () => {
  const CATALOG_DIR = join(root, 'starting')
  cpSync(builds[0].directory, CATALOG_DIR, { recursive: true })
  const manifest = join(CATALOG_DIR, 'manifest.json')
  const stated = readFileSync(manifest)
  rmSync(manifest)
  // A pipe in its place holds the start up where the manifest is read.
  execFileSync('sh', ['-c', 'mkfifo "$0"', manifest])
  const { child, ended } = run({ CATALOG_DIR, DATA_DIR: DATA, LOG_LEVEL: 'info' })
  const pipe = await open(manifest, 'w')
  rmSync(manifest)
  writeFileSync(manifest, stated)
  child.kill('SIGHUP')
  await pipe.write(stated)
  await pipe.close()
  for await (const line of createInterface({ input: child.stderr! })) {
    if (JSON.parse(line).event === 'catalog_unchanged') break
  }
  child.kill('SIGTERM')
  expect(await ended).toMatchObject({ code: 0 })
})
