/** The most expensive request of every tool and route, found by search over inputs; READMEs are hostile. */
import { join } from 'node:path'
import { setImmediate as loopTurn } from 'node:timers/promises'
import { MAX_README_BYTES } from '../../../src/catalog/record/record.ts'
import { mcpTools } from '../../../src/tools/index.ts'
import { testApp } from '../../app.ts'
import { buildDirectory } from '../../builder/built.ts'
import { embedded, load } from '../../embedded.ts'
import { type Attack, pick, randomFrom } from '../support/attack.ts'
import { toolCall } from '../support/clients.ts'
import { place } from '../support/program.ts'

const MAX_MS = 20

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

const UNITS = [
  ...['wether ', 'curency excange rtes ', 'ab ', 'zzzzzz ', ' ', '\n', '\u0301', '日本', '😀'],
  ...String.raw`a e # / ? . - , @ % ( * [ ' " \ İ ß ا https://a.b/ a.b.c. poetrydb-sdk, x- a.日`.split(' '),
]
const FIELDS = ['slug', 'query', 'q', 'topic', 'language', 'section', 'entity', 'op', 'since', 'path', 'page', 'slugs']
const LENGTHS = [1, 20, 60, 119, 199, 500, 5_000, 60_000]

interface Candidate {
  name: string
  ask: () => Promise<Response> | Response
}

export const expensive: Attack = async ({ short, seed }, report) => {
  const random = randomFrom(seed)
  const apps = { embedded: testApp({ data: embedded }), hostile: testApp({ data: await hostileData() }) }
  for (const { services } of Object.values(apps)) await services.catalog.warmUp()

  const call = (app: keyof typeof apps, name: string, input: object): Candidate => ({
    name: `${name} ${JSON.stringify(input).slice(0, 60)} (${JSON.stringify(input).length})`,
    ask: () => apps[app].app.request('/mcp', toolCall(name, input)),
  })
  const get = (app: keyof typeof apps, path: string): Candidate => ({
    name: `GET ${path.slice(0, 60)} (${path.length})`,
    ask: () => apps[app].app.request(path),
  })

  /** The worst of many inputs: random ones, then neighbours of the worst so far. */
  async function search(
    what: string,
    make: (random: () => number, length: number, unit: string) => Candidate,
    tries: number,
  ) {
    let worst = { ms: -1, name: '' }
    let best: { length: number; unit: string } | undefined
    for (let each = 0; each < tries; each++) {
      const near = best && each % 2 === 1
      const length = near ? Math.max(1, Math.round(best!.length * (0.5 + random()))) : pick(random, LENGTHS)
      const unit = near ? best!.unit + (random() < 0.5 ? pick(random, UNITS) : '') : pick(random, UNITS)
      const candidate = make(random, Math.min(length, 60_000), unit)
      const ms = await stall(candidate)
      if (ms > worst.ms) {
        worst = { ms, name: candidate.name }
        best = { length, unit }
      }
    }
    report({
      what: `most expensive input of ${what}`,
      result: `${tries} inputs, at most ${worst.ms.toFixed(1)} ms of the event loop's CPU: ${worst.name}`,
      held: short || worst.ms < MAX_MS,
    })
  }

  const tries = short ? 40 : 250
  const grown = (unit: string, length: number) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length)
  for (const tool of mcpTools) {
    const fields = Object.keys(tool.input.shape)
    await search(
      tool.name,
      (next, length, unit) => {
        const changed = Object.fromEntries(
          FIELDS.filter((field) => fields.includes(field) && next() < 0.6).map((field) => {
            const text = grown(unit, length)
            return [field, field === 'slugs' ? [text, text.slice(1), 'poetrydb-sdk'] : text]
          }),
        )
        return call('embedded', tool.name, { ...(pick(next, tool.examples) as object), ...changed })
      },
      tries,
    )
  }
  const slugs = Object.keys(READMES)
  await search(
    'get_sdk_readme with the largest READMEs',
    (next, length, unit) =>
      call('hostile', 'get_sdk_readme', {
        slug: pick(next, slugs),
        ...(next() < 0.3 && { section: grown(unit, Math.min(length, 200)) }),
        ...(next() < 0.3 && { section: 'a' }),
        ...(next() < 0.4 && { language: pick(next, ['ts', 'py', 'go']) }),
        ...(next() < 0.4 && { from: Math.floor(next() * 600_000) }),
      }),
    tries * 2,
  )
  await search(
    'pages, lists, documents and REST',
    (next, length, unit) => {
      const value = encodeURIComponent(grown(unit, Math.min(length, 4_000)).toWellFormed())
      return get(
        pick(next, ['embedded', 'hostile']),
        pick(next, [
          ...[`/sdk?q=${value}`, `/sdk?topic=${value}`, `/api/sdk/find?query=${value}`, `/api/sdk/search?q=${value}`],
          ...[`/${value}`, `/example-sdk/${value}`, `/api/sdk/${value}.json`, `/api/sdk/compare?slugs=${value}`],
          ...[`/example-sdk/${pick(next, slugs)}`, '/sdk', '/', '/developers', '/api/sdk/changes', '/llms-full.txt'],
        ]),
      )
    },
    tries * 2,
  )
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
async function stall({ ask }: Candidate): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  // What is made once, such as the parsed README, is made in the first.
  for (let round = 0; round < 4 && (round < 2 || least > MAX_MS / 4); round++) {
    let longest = 0
    let done = false
    let before = used()
    const answer = Promise.resolve(ask())
      .then((response) => response.arrayBuffer())
      .finally(() => {
        done = true
      })
    for (let last = false; !last; ) {
      last = done
      await loopTurn()
      const now = used()
      longest = Math.max(longest, now - before)
      before = now
    }
    await answer
    least = Math.min(least, longest)
  }
  return least
}
