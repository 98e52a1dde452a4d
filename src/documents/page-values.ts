/** Values for the `{{name}}` placeholders of the page sources, derived from the code so that no page repeats it. */

import type { Catalog } from '../catalog/catalog.ts'
import { changeCount, changesOf, shortId } from '../catalog/changes.ts'
import type { HistoryEntry } from '../catalog/store/history.ts'
import { quickstarts } from '../catalog/usage/quickstart.ts'
import { SURFACES } from '../catalog/usage/surfaces.ts'
import { problemBody, problems } from '../interface/problems.ts'
import { exampleRecord, surfaceSections } from '../pages/examples.ts'
import type { PageValues } from '../pages/pages.ts'
import { topicPath } from '../pages/topics.ts'
import { escapeMarkdown, fenced } from '../text/markdown.ts'
import type { Site } from '../tools/define.ts'
import { mcpTools } from '../tools/index.ts'
import { notFound } from '../tools/not-found.ts'

/** Topics on the home page; the list of SDKs shows all. */
const TOP_TOPICS = 18

export function pageValues(catalog: Catalog, site: Site): PageValues {
  const { baseUrl, brand, name, version } = site
  return {
    base_url: baseUrl,
    brand,
    service: name,
    version,
    count: String(catalog.count),
    top_topics: catalog.facets.topics
      .slice(0, TOP_TOPICS)
      .map(([topic, count]) => `- [${escapeMarkdown(topic)} ${count}](${topicPath(topic)})`)
      .join('\n'),
    errors: Object.entries(problems)
      .map(
        ([code, { status, title, when, resolution, otherwise }]) =>
          `## ${code}\n\n- Status: ${status}\n- Title: ${title}\n- Raised when: ${when}\n- What to do: ${[resolution, otherwise].filter(Boolean).join(' ')}`,
      )
      .join('\n\n'),
    error_example: errorExample(baseUrl),
    tools: mcpTools.map(({ name, title }) => `- \`${name}\`: ${title}.`).join('\n'),
    surface_list: SURFACES.map(
      ({ name, what }) => `- [${name}](/surfaces#${name.toLowerCase().replaceAll(' ', '-')}): ${what}`,
    ).join('\n'),
    // Lazy, because the ranked index is opened only after the start.
    demo: () => demo(catalog, brand),
    changes: () => changes(catalog, brand),
    status: status(catalog, site),
    ...examples(catalog, site),
    ...installLinks(`${baseUrl}/mcp`),
  }
}

/** Needs to search for until one finds its SDK: each search takes milliseconds in a large catalogue. */
const MAX_DEMO_SEARCHES = 5

/** A question that somebody asks, the SDK that the search finds for it, and the code that calls it. */
function demo(catalog: Catalog, brand: string): string {
  const record = exampleRecord(catalog)
  if (!record) return 'The catalogue is empty.'
  const { slug, title, description = '', needs } = record
  const finds = (need: string): boolean => catalog.find(need, {}, 1).hits[0]?.record.slug === slug
  const question = needs.slice(0, MAX_DEMO_SEARCHES).find(finds) ?? title
  const [code] = quickstarts(record)
  const indented = code && fenced(code.fence, code.code).replaceAll(/^(?=.)/gm, '   ')
  return [
    `1. Somebody asks: “${escapeMarkdown(question)}”`,
    `2. The search finds: [${escapeMarkdown(title)}](/${brand}-sdk/${slug}) ${escapeMarkdown(description)}`,
    ...(indented ? [`3. Its page has the code:\n\n${indented}`] : []),
  ].join('\n')
}

/** Builds on the page of changes, and changes of each. */
const MAX_BUILDS = 20
const MAX_CHANGES = 200

function changes({ builds, count }: Catalog, brand: string): string {
  const latest = builds.toReversed().slice(0, MAX_BUILDS)
  return latest.map(section).join('\n\n') || `The catalogue has ${count} SDKs; no build is on record.`

  function section(build: HistoryEntry): string {
    const total = changeCount(build)
    const lines = changesOf(build)
      .slice(0, MAX_CHANGES)
      .map(({ change, slug, title, members = [] }) => {
        if (change === 'removed') return `- removed: ${escapeMarkdown(title)}`
        const differences = members.length > 0 ? ` (${members.join(', ')})` : ''
        return `- ${change}: [${escapeMarkdown(title)}](/${brand}-sdk/${slug})${differences}`
      })
    const remark =
      build.previous === null ? ' This is the first build on record.' : total === 0 ? ' No SDK changed.' : ''
    return [
      `## Build ${shortId(build.id)}`,
      `${build.built_at.slice(0, 10)}, ${build.count} SDKs.${remark}`,
      lines.join('\n'),
      total > lines.length && `${total - lines.length} more are in the [feed](/sdk/feed.xml).`,
    ]
      .filter(Boolean)
      .join('\n\n')
  }
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

/** The answer to a request for an unknown entry. */
function errorExample(baseUrl: string): string {
  const slug = 'no-such-sdk'
  return JSON.stringify(problemBody(notFound(slug), baseUrl, `/api/sdk/${slug}.json`), null, 2)
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
