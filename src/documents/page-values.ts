/** Values for the `{{name}}` placeholders of the page sources, taken from the code so that no page repeats them by hand. */

import type { Catalog } from '../catalog/catalog.ts'
import { changeCount, changesIn, shortId } from '../catalog/changes.ts'
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

/** Number of topics on the home page; the list of SDKs shows all. */
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
    surface_list: SURFACES.map(({ id, name, what }) => `- [${name}](/surfaces#${anchors[id]}): ${what}`).join('\n'),
    // Lazy, because the ranked index is opened only after the start.
    demo: () => demo(catalog, brand),
    changes: () => changes(catalog, brand),
    status: status(catalog, site),
    ...examples(catalog, site),
    ...installLinks(`${baseUrl}/mcp`),
  }
}

/** Needs that are searched for until one finds its SDK: each takes milliseconds in a large catalogue. */
const MOST_TRIED = 5

/** A question that somebody asks, the SDK that the search finds for it, and the code that calls it. */
function demo(catalog: Catalog, brand: string): string {
  const record = exampleRecord(catalog)
  if (!record) return 'The catalogue is empty.'
  const { slug, title, description = '', needs } = record
  const finds = (need: string): boolean => catalog.find(need, {}, 1).hits[0]?.record.slug === slug
  const question = needs.slice(0, MOST_TRIED).find(finds) ?? title
  const [code] = quickstarts(record)
  return [
    `1. Somebody asks: “${escapeMarkdown(question)}”`,
    `2. The search finds: [${escapeMarkdown(title)}](/${brand}-sdk/${slug}) ${escapeMarkdown(description)}`,
    ...(code ? [`3. Its page has the code:\n\n${indented(fenced(code.fence, code.code))}`] : []),
  ].join('\n')
}

/** Below a numbered item. */
const indented = (text: string): string => text.replaceAll(/^(?=.)/gm, '   ')

/** Builds on the page of changes, and changes of each. */
const MOST_BUILDS = 20
const MOST_CHANGES = 200

function changes({ builds, count }: Catalog, brand: string): string {
  const sections = builds
    .toReversed()
    .slice(0, MOST_BUILDS)
    .map((build) => {
      const all = changeCount(build)
      const lines = changesIn(build, 0, MOST_CHANGES).map(({ change, slug, title, members = [] }) =>
        change === 'removed'
          ? `- removed: ${escapeMarkdown(title)}`
          : `- ${change}: [${escapeMarkdown(title)}](/${brand}-sdk/${slug})${members.length > 0 ? ` (${members.join(', ')})` : ''}`,
      )
      const rest = all - lines.length
      return [
        `## Build ${shortId(build.id)}`,
        `${build.built_at.slice(0, 10)}, ${build.count} SDKs.${build.previous === null ? ' This is the first build on record.' : all === 0 ? ' No SDK changed.' : ''}`,
        lines.join('\n'),
        rest > 0 && `${rest} more are in the [feed](/sdk/feed.xml).`,
      ]
        .filter(Boolean)
        .join('\n\n')
    })
  return sections.length > 0 ? sections.join('\n\n') : `The catalogue has ${count} SDKs; no build is on record.`
}

const status = ({ count, generatedAt, id }: Catalog, { baseUrl, version }: Site): string =>
  [
    ['| Part | State |', '|---|---|'],
    [
      ['Service', `version ${version}`],
      ['Catalogue', `${count} SDKs`],
      ['Built', `${generatedAt.slice(0, 16).replace('T', ' ')} UTC`],
      ['Build', `\`${shortId(id)}\`, see [changes](/changes)`],
      ['MCP endpoint', `\`${baseUrl}/mcp\``],
      ['API', `\`${baseUrl}/api\`, see [OpenAPI](/openapi.json)`],
    ].map(([name, value]) => `| ${name} | ${value} |`),
  ]
    .flat()
    .join('\n')

const anchors = Object.fromEntries(SURFACES.map(({ id, name }) => [id, name.toLowerCase().replaceAll(' ', '-')]))

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
