/** Values for the `{{name}}` placeholders of the page sources, derived from the code so that no page repeats it. */

import { topicsOfKinds } from '../catalog/record/facets.ts'
import type { SdkRecord } from '../catalog/record/record.ts'
import type { RecordFlag } from '../catalog/record/records.ts'
import { SURFACES } from '../code/surfaces.ts'
import { problemBody } from '../http/problem.ts'
import { exampleQuestions, exampleRecord, surfaceSections } from '../pages/examples.ts'
import type { PageValues } from '../pages/pages.ts'
import { topicPath } from '../pages/topic-pages.ts'
import { sumOf } from '../search/score.ts'
import { changeCount, changesOf, shortId } from '../store/changes.ts'
import type { HistoryEntry } from '../store/history.ts'
import type { Catalog } from '../store/open-catalog.ts'
import { joinParts } from '../text/join-parts.ts'
import { escapeMarkdown, fenced } from '../text/write-markdown.ts'
import type { Site } from '../tools/define/define.ts'
import { notFound } from '../tools/define/not-found.ts'
import { problems } from '../tools/define/problem-codes.ts'
import { mcpTools } from '../tools/index.ts'

/** Topics on the home page; the list of SDKs shows all. */
const TOP_TOPICS = 18
/** Slug of the entry that the example of an error asks for. */
const UNKNOWN = 'no-such-sdk'

export function pageValues(catalog: Catalog, site: Site): PageValues {
  const { baseUrl, brand, name, version } = site
  return {
    base_url: baseUrl,
    brand,
    service: name,
    version,
    count: String(catalog.count),
    // Lazy, because a start and a swap wait for nothing that grows with the catalogue.
    top_topics: () => topTopics(catalog),
    start_here: () => startHere(catalog, brand),
    collections: () => collections(catalog),
    demo: () => demo(catalog, brand),
    changes: () => changes(catalog, brand),
    errors: errorReference(),
    error_example: JSON.stringify(problemBody(notFound(UNKNOWN), baseUrl, `/api/sdk/${UNKNOWN}.json`), null, 2),
    tools: mcpTools.map(({ name, title }) => `- \`${name}\`: ${title}.`).join('\n'),
    surface_list: SURFACES.map(
      ({ name, what }) => `- [${name}](/surfaces#${name.toLowerCase().replaceAll(' ', '-')}): ${what}`,
    ).join('\n'),
    status: status(catalog, site),
    ...examples(catalog, site),
    ...installLinks(`${baseUrl}/mcp`),
  }
}

const topTopics = ({ facets }: Catalog): string =>
  facets.topics
    .slice(0, TOP_TOPICS)
    .map(([topic, count]) => `- [${escapeMarkdown(topic)} ${count}](${topicPath(topic)})`)
    .join('\n')

/** Places to begin, each a search that a reader can change: facts of the records decide what is in them. */
const COLLECTIONS: readonly { title: string; topic?: string; flags: readonly RecordFlag[] }[] = [
  { title: 'To try in five minutes: no key, and only reads', flags: ['needsNoKey', 'onlyReads'] },
  { title: 'Weather without a key', topic: 'weather', flags: ['needsNoKey'] },
  { title: 'Holidays and calendars', topic: 'calendar', flags: [] },
  { title: 'Exchange rates without a key', topic: 'currency', flags: ['needsNoKey'] },
  { title: 'Open government data', topic: 'government', flags: ['needsNoKey'] },
  { title: 'Addresses and postcodes', topic: 'addresses', flags: [] },
  { title: 'Games to play with', topic: 'games', flags: ['needsNoKey'] },
  { title: 'Messages and e-mail', topic: 'email', flags: [] },
]
const FLAG_PARAMETERS: Partial<Record<RecordFlag, string>> = { needsNoKey: 'no_auth', onlyReads: 'read_only' }
const MIN_COLLECTED = 2

/** The first SDKs of the list, each with another first topic. */
const MAX_START = 12

function startHere({ records }: Catalog, brand: string): string {
  const members = new Map<number | string, SdkRecord>()
  for (const position of records.mostReady()) {
    const [topic = records.slug(position)] = records.topics(position)
    if (!members.has(topic)) members.set(topic, records.at(position))
    if (members.size === MAX_START) break
  }
  const links = Array.from(members.values(), ({ slug, title }) => `[${escapeMarkdown(title)}](/${brand}-sdk/${slug})`)
  return new Intl.ListFormat('en').format(links) || 'any SDK'
}

function collections({ records }: Catalog): string {
  const lines = COLLECTIONS.flatMap(({ title, topic, flags }) => {
    const number = topic === undefined ? undefined : records.topicNames.indexOf(topic)
    const kinds = topicsOfKinds(records).filter(({ position }) => flags.every((flag) => records.is(flag, position)))
    const count = sumOf(kinds.map((kind) => (number === undefined ? kind.count : (kind.topics[number] ?? 0))))
    if (count < MIN_COLLECTED) return []
    const query = Object.entries({ topic, ...Object.fromEntries(flags.map((flag) => [FLAG_PARAMETERS[flag], 'true'])) })
    const search = new URLSearchParams(query.filter((pair): pair is [string, string] => pair[1] !== undefined))
    return [`- [${title}](/sdk?${search}): ${count} SDKs`]
  })
  return lines.join('\n')
}

function errorReference(): string {
  const sections = Object.entries(problems).map(([code, { status, title, when, resolution, otherwise }]) => {
    const todo = joinParts(' ', resolution, otherwise)
    return `## ${code}\n\n- Status: ${status}\n- Title: ${title}\n- Raised when: ${when}\n- What to do: ${todo}`
  })
  return sections.join('\n\n')
}

/** Questions that somebody asks, the SDK that the search finds for each, and the code that calls it. */
function demo(catalog: Catalog, brand: string): string {
  const lines = exampleQuestions(catalog).map(({ text, record, codes }) => {
    const { slug, title, description = '' } = record
    const indented = codes.map(({ fence, code }) => fenced(fence, code).replaceAll(/^(?=.)/gm, '   '))
    const sdk = `[${escapeMarkdown(title)}](/${brand}-sdk/${slug}): ${escapeMarkdown(description)}`
    return joinParts('\n\n', `1. “${escapeMarkdown(text)}” The search finds ${sdk}`, ...indented)
  })
  return lines.join('\n\n') || 'The catalogue has no code to show yet.'
}

const MAX_BUILDS = 20
const MAX_CHANGES = 200

function changes({ builds, count }: Catalog, brand: string): string {
  const latest = builds.toReversed().slice(0, MAX_BUILDS)
  const sections = latest.map((build) => buildSection(build, brand))
  return sections.join('\n\n') || `The catalogue has ${count} SDKs; no build is on record.`
}

function buildSection(build: HistoryEntry, brand: string): string {
  const total = changeCount(build)
  const lines = changesOf(build)
    .slice(0, MAX_CHANGES)
    .map(({ change, slug, title, members = [] }) => {
      if (change === 'removed') return `- removed: ${escapeMarkdown(title)}`
      const differences = members.length > 0 ? ` (${members.join(', ')})` : ''
      return `- ${change}: [${escapeMarkdown(title)}](/${brand}-sdk/${slug})${differences}`
    })
  const remark = build.previous === null ? ' This is the first build on record.' : total === 0 ? ' No SDK changed.' : ''
  return joinParts(
    '\n\n',
    `## ${build.built_at.slice(0, 16).replace('T', ' ')} UTC`,
    `${build.count} SDKs in build \`${shortId(build.id)}\`.${remark}`,
    lines.join('\n'),
    total > lines.length && `${total - lines.length} more are in the [feed](/sdk/feed.xml).`,
  )
}

const status = ({ count, generatedAt, id }: Catalog, { baseUrl, version }: Site): string =>
  [
    '| Part | State |',
    '|---|---|',
    `| Service | version ${version} |`,
    `| Catalogue | ${count} SDKs |`,
    `| Built | ${generatedAt.slice(0, 16).replace('T', ' ')} UTC |`,
    `| Build | \`${shortId(id)}\`, see [changes](/changes) |`,
    `| MCP endpoint | \`${baseUrl}/mcp\` |`,
    `| API | \`${baseUrl}/api\`, see [OpenAPI](/openapi.json) |`,
  ].join('\n')

function examples(catalog: Catalog, { baseUrl, brand }: Site): PageValues {
  const record = exampleRecord(catalog)
  const slug = record?.slug ?? 'some-sdk'
  const word = slug.split('-')[0]!
  const answer = { query: word, limit: 1, offset: 0, ...catalog.search(word, { limit: 1, offset: 0 }) }
  return {
    example_title: escapeMarkdown(record?.title ?? 'an SDK'),
    example_slug: slug,
    example_path: `/${brand}-sdk/${slug}`,
    example_word: word,
    search_answer: JSON.stringify(answer, null, 2),
    surfaces: surfaceSections(record, { baseUrl, brand }),
  }
}

/** Links that open an editor and give it the URL of the MCP endpoint. */
function installLinks(url: string): PageValues {
  const cursor = Buffer.from(JSON.stringify({ url })).toString('base64')
  const code = JSON.stringify({ type: 'http', url })
  return {
    cursor_link: `https://cursor.com/en/install-mcp?name=sdk-catalog&config=${encodeURIComponent(cursor)}`,
    vscode_link: `https://vscode.dev/redirect/mcp/install?name=sdk-catalog&config=${encodeURIComponent(code)}`,
  }
}
