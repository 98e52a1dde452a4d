/** The catalogue replaced under load, as builds and cluster volumes do it, by good and broken ones. */
import { cpSync, mkdirSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { publish, stage } from '../src/builder/publish/put-in-place.ts'
import { buildDirectory } from '../test/builder/built.ts'
import { type Attack, quantile } from './support/attack.ts'
import { ask, type Sent, toolCall } from './support/clients.ts'
import { memoryMb, place, program } from './support/program.ts'

/** Of what V8 writes when it ends a process. */
const MAX_FATAL_LINES = 40

const MARKS = ['northcoast', 'southcoast'] as const

function built(root: string, mark: string): string {
  const slugs = Array.from({ length: 100 }, (_, at) => `harbour-${100 + at}-sdk`)
  return buildDirectory(join(root, mark), {
    manifest: { count: slugs.length },
    records: slugs.map((slug) => ({
      ...{ slug, title: `Harbour ${slug} ${mark}`, description: `Tides of the ${mark}.` },
      github_url: `https://github.com/acme/${slug}`,
    })),
    readmes: Object.fromEntries([
      ['one-sdk', null],
      ['two-sdk', null],
      ...slugs.map((slug) => [slug, `# ${slug}\n\nOn the ${mark}.\n`]),
    ]),
  })
}

const QUESTIONS: readonly Sent[] = [
  { path: '/api/sdk/catalog.json' },
  { path: '/api/sdk/search?q=tides&limit=50' },
  { path: '/example-sdk/harbour-107-sdk', headers: { accept: 'text/html' } },
  { path: '/sdk' },
  { path: '/llms-full.txt' },
  toolCall('get_sdk_readme', { slug: 'harbour-108-sdk' }),
]

export const swaps: Attack = async ({ short }, report) => {
  const root = place('swaps')
  const builds = MARKS.map((mark) => built(root, mark))
  // As volumes of a cluster are laid out: a link to a folder of links.
  const volume = join(root, 'volume')
  mkdirSync(volume)
  let version = 0
  const link = (directory: string) => {
    const data = join(volume, `..data-${++version}`)
    symlinkSync(directory, data)
    renameSync(data, join(volume, '..data'))
  }
  link(builds[0]!)
  symlinkSync(join(volume, '..data'), join(volume, 'catalog'))
  const plain = join(root, 'plain')
  cpSync(builds[0]!, plain, { recursive: true })

  for (const [how, served] of [
    ['renamed into place', plain],
    ['a link that is changed, as in cluster volumes', join(volume, 'catalog')],
  ] as const) {
    const service = await program({ CATALOG_DIR: served, LOG_LEVEL: 'info', CLIENT_QUEUE: '0' })
    const log = createInterface({ input: service.child.stderr! })[Symbol.asyncIterator]()
    const logged = async (...events: string[]): Promise<string> => {
      for (;;) {
        const { value, done } = await log.next()
        if (done) throw new Error(await endOf(service))
        if (!value.startsWith('{')) throw new Error(`not a line of the log: ${await rest(value)}`)
        const { event } = JSON.parse(value)
        if (events.includes(event)) return event
      }
    }
    const endOf = async ({ child, ended }: typeof service): Promise<string> => {
      const { code, stderr } = await ended
      return `the service ended with ${code ?? child.signalCode}: ${stderr.slice(-500)}`
    }
    /** What a process writes that V8 ends. */
    const rest = async (first: string): Promise<string> => {
      const lines = [first]
      for (let next = await log.next(); !next.done && lines.length < MAX_FATAL_LINES; next = await log.next())
        lines.push(next.value)
      return lines.join(' ').trim()
    }
    const load = asking(service.port)
    const count = short ? 4 : 100
    let wrong = 0
    let refused = 0
    let current = 0
    for (let swap = 1; swap <= count; swap++) {
      const broken = swap % 5 === 0
      const next = broken ? current : 1 - current
      const directory = join(root, `${served === plain ? 'p' : 'v'}${swap}`)
      cpSync(builds[next]!, directory, { recursive: true })
      if (broken) spoil(directory, swap)
      if (served === plain) {
        const staged = await stage(plain)
        cpSync(directory, staged, { recursive: true })
        await publish(staged, plain)
      } else link(directory)
      service.child.kill('SIGHUP')
      const event = await logged('catalog_swapped', 'catalog_refused')
      if (broken !== (event === 'catalog_refused')) wrong++
      if (broken) refused++
      if (!broken) current = next
    }
    const { answers, faults, times } = await load()
    const megabytes = memoryMb(service)
    await service.stop()
    report({
      what: `swaps under load: ${how}`,
      result: `${count} swaps, of which ${refused} corrupted or partial and refused; ${answers} answers, ${faults.length} failed or mixed${faults.length ? ` (${faults[0]})` : ''}, p99 ${quantile(times, 0.99).toFixed(0)} ms; ${megabytes.toFixed(0)} MB`,
      held: faults.length === 0 && wrong === 0,
    })
  }
  rmSync(root, { recursive: true, force: true })
}

function spoil(directory: string, kind: number): void {
  const spoilers = [
    () => truncateSync(join(directory, 'sdks.jsonl'), 5_000),
    () => rmSync(join(directory, 'readme/harbour-150-sdk.md')),
    () => writeFileSync(join(directory, 'readme/harbour-150-sdk.md'), 'other'),
    () => writeFileSync(join(directory, 'manifest.json'), '{'),
  ]
  spoilers[(kind / 5) % spoilers.length]!()
}

/** Asks on some connections until the returned function is called. */
function asking(port: number) {
  const agent = new Agent({ keepAlive: true })
  const faults: string[] = []
  const times: number[] = []
  let running = true
  const ended = Promise.all(
    Array.from({ length: 4 }, async (_, first) => {
      for (let at = first; running; at++) {
        const question = QUESTIONS[at % QUESTIONS.length]!
        const fault = await ask(port, { ...question, agent }).then(
          ({ status, body, ms }) => {
            times.push(ms)
            const marks = MARKS.filter((mark) => body.includes(mark))
            return status === 200 && marks.length === 1 ? undefined : `status ${status}, of ${marks.length} builds`
          },
          (error) => String(error),
        )
        if (fault) faults.push(`${question.path}: ${fault}`)
      }
    }),
  )
  return async () => {
    running = false
    await ended
    agent.destroy()
    return { answers: times.length, faults, times }
  }
}
