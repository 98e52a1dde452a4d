/** The most expensive requests, found by search over all that a client can send; READMEs are hostile too. */
import { join } from 'node:path'
import { setImmediate as loopTurn } from 'node:timers/promises'
import { MAX_README_BYTES } from '../src/catalog/record/bounds.ts'
import { routeNames } from '../src/observe/route-names.ts'
import { routeTable } from '../src/rest/route-table.ts'
import { BASE_URL, testApp } from '../test/app.ts'
import { buildDirectory } from '../test/builder/built.ts'
import { embedded, load } from '../test/embedded.ts'
import { withAnswerStore } from '../test/http/server/stored.ts'
import { type Attack, pick, randomFrom } from './support/attack.ts'
import { toolCall } from './support/clients.ts'
import { choices, type HostileRequest, hostileRequest } from './support/hostile-requests.ts'
import { place } from './support/program.ts'

/** Of the event loop, for one request. */
const MAX_MS = 20
const GOAL = `under ${MAX_MS} ms`
const SHOWN = 10
const ROUNDS_OF_WORST = 16
/** The most expensive ones whose neighbours are tried. */
const POOL = 24

const full = (unit: string): string => unit.repeat(Math.floor(MAX_README_BYTES / Buffer.byteLength(unit)))
const READMES: Readonly<Record<string, string>> = {
  'breaks-sdk': full('\n'),
  'headings-sdk': full('# a\n'),
  'text-sdk': full('Some words about a call.\n\n## Heading\n\n```ts\ncode()\n```\n\n'),
  'svg-sdk': full('<svg>'),
  'lists-sdk': full('- '),
  'quotes-sdk': full('> '),
  'links-sdk': full('[a]('),
  'table-sdk': `|a|\n|-|\n${full('|b|\n').slice(20)}`,
  'stars-sdk': full('*a_'),
  'fences-sdk': full('```js\n'),
  'line-sdk': full('a'),
}

interface Measured {
  ms: number
  /** Route, or method or tool over MCP. */
  kind: string
  name: string
  /** What was chosen; a neighbour has another number in one place. */
  taken: readonly number[]
}

export const dear: Attack = async ({ short, seed }, report) => {
  const random = randomFrom(seed)
  const plenty = { quota: 999_999, windowSeconds: 1 }
  const inbox = { addressRate: plenty, globalRate: plenty }
  const ours = testApp({ data: embedded, inbox, trustsTools: true })
  const hostile = testApp({ data: await hostileData(), trustsTools: true })
  for (const { services } of [ours, hostile]) await services.catalog.warmUp()
  const stored = withAnswerStore(ours.app.fetch)

  let worst: Measured[] = []
  const tries = short ? 200 : 8_000
  for (let each = 0; each < tries; each++) {
    const near = each > tries / 10 && random() < 0.5 ? [...pick(random, worst).taken] : []
    for (let changes = near.length && 1 + Math.floor(random() * 3); changes > 0; changes--)
      near[Math.floor(random() * near.length)] = random()
    const { next, taken } = choices(near, random)
    const request = hostileRequest(next)
    const ms = await stall(() => answer(stored, request))
    worst = keepWorst([...worst, { ms, kind: kindOf(request), name: nameOf(request), taken }])
  }
  // Of so many, those lead that the machine disturbed, and its clock may move in steps of 4 ms: the mean tells the cost.
  const shown = worst.slice(0, SHOWN)
  for (const each of shown) {
    const request = hostileRequest(choices([...each.taken], random).next)
    each.ms = 0
    for (let round = 0; round < ROUNDS_OF_WORST; round++)
      each.ms += (await stall(() => answer(ours.app.fetch, request), 1)) / ROUNDS_OF_WORST
  }
  for (const { ms, name } of shown.sort((a, b) => b.ms - a.ms)) {
    report({
      what: `most expensive of ${tries} requests`,
      result: `${ms.toFixed(1)} ms: ${name}`,
      goal: GOAL,
    })
  }
  for (const { error } of ours.reports.slice(0, 3))
    report({ what: 'a failure of the service', result: String(error), held: false })

  let first = { ms: 0, name: '' }
  for (const { slug, entities } of embedded.records.filter((_, at) => !short || at % 40 === 0)) {
    const [entity, op] = [entities[0]?.name ?? 'x', entities[0]?.ops[0] ?? 'list']
    const page = { method: 'GET', headers: { accept: 'text/html' } }
    const requests = [
      toolCall('get_sdk_readme', { slug, entity, op, more: true }),
      { ...page, path: `/example-sdk/${slug}` },
      { ...page, path: `/example-sdk/${slug}/${encodeURIComponent(entity)}/${op}` },
    ]
    for (const request of requests) {
      const ms = await stall(() => answer(ours.app.fetch, request), 1)
      if (ms > first.ms) first = { ms, name: nameOf(request) }
    }
  }
  report({
    what: 'most expensive of the first requests for each SDK',
    result: `${first.ms.toFixed(1)} ms: ${first.name}`,
    goal: GOAL,
  })

  const slugs = Object.keys(READMES)
  let readme = { ms: 0, name: '' }
  for (let each = 0; each < (short ? 15 : 200); each++) {
    const path = `/example-sdk/${pick(random, slugs)}`
    const input = {
      slug: pick(random, slugs),
      ...(random() < 0.4 && { section: pick(random, ['a', 'Heading', 'a'.repeat(200), '#'.repeat(200)]) }),
      ...(random() < 0.4 && { language: pick(random, ['ts', 'py', 'go']) }),
      ...(random() < 0.4 && { from: Math.floor(random() * 600_000) }),
    }
    const request = random() < 0.2 ? { method: 'GET', path, headers: {} } : toolCall('get_sdk_readme', input)
    const ms = await stall(() => answer(hostile.app.fetch, request))
    if (ms > readme.ms) readme = { ms, name: nameOf(request) }
  }
  report({
    what: 'most expensive with the largest READMEs',
    result: `${readme.ms.toFixed(1)} ms: ${readme.name}`,
    goal: GOAL,
  })
}

/** One of each kind, so that neighbours of one do not fill the list. */
function keepWorst(measured: readonly Measured[]): Measured[] {
  const sorted = [...measured].sort((a, b) => b.ms - a.ms)
  const first = new Map(sorted.toReversed().map((each) => [each.kind, each]))
  return [...first.values()].sort((a, b) => b.ms - a.ms).slice(0, POOL)
}

const routeOf = routeNames(
  'example',
  routeTable.map(({ path }) => path),
)

function kindOf({ path, body = '' }: HostileRequest): string {
  const called = /"name":"([a-z_]+)"/.exec(body)?.[1] ?? /"method":"([a-z/]+)"/.exec(body)?.[1] ?? ''
  if (path === '/mcp') return called
  const [, first = '', ...rest] = path.replace(/\?.*/, '').split('/')
  const route = routeOf(path.replace(/\?.*/, ''))
  return route === 'other' ? `${first.slice(0, 20)}, ${rest.length} deep` : route
}

const nameOf = ({ method, path, headers, body }: HostileRequest): string => {
  const sent = [
    method,
    path.slice(0, 80),
    JSON.stringify(headers).slice(0, 60),
    body && JSON.stringify(body.slice(0, 240)),
  ]
  return `${sent.filter(Boolean).join(' ')} (${path.length + (body?.length ?? 0)} characters)`
}

async function answer(
  fetch: (request: Request, body?: Buffer) => Response | Promise<Response>,
  { method, path, headers, body }: HostileRequest,
): Promise<void> {
  const bytes = body === undefined ? undefined : Buffer.from(body)
  let request: Request
  try {
    request = new Request(BASE_URL + path, { method, headers, ...(bytes && { body: bytes }) })
  } catch {
    // Node sends no such header field.
    return
  }
  const response = await fetch(request, bytes)
  await response.arrayBuffer()
}

function hostileData() {
  const slugs = Object.keys(READMES).sort()
  return load(
    buildDirectory(join(place('expensive'), 'catalog'), {
      manifest: { count: slugs.length },
      records: slugs.map((slug) => ({
        slug,
        title: slug,
        github_url: `https://github.com/acme/${slug}`,
        languages: ['ts'],
      })),
      readmes: { 'one-sdk': null, 'two-sdk': null, ...READMES },
    }),
  )
}

/** Milliseconds of processor time that this thread has used; other processes of the machine do not count. */
const used = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** What a request costs between two turns of the event loop, at best of a few: collecting garbage only adds. */
async function stall(ask: () => Promise<void>, rounds = 4): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  // What is made once, such as the parsed README, is made in the first.
  for (let round = 0; round < rounds && (round < 2 || least > MAX_MS / 4); round++) {
    let longest = 0
    let done = false
    let before = used()
    const asked = ask().finally(() => {
      done = true
    })
    for (let last = false; !last; ) {
      last = done
      await loopTurn()
      const now = used()
      longest = Math.max(longest, now - before)
      before = now
    }
    await asked
    least = Math.min(least, longest)
  }
  return least
}
