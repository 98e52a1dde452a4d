/** Values for the `{{name}}` placeholders of the page sources, taken from the code so that no page repeats them by hand. */

import type { Catalog } from '../catalog/catalog.ts'
import { SURFACES } from '../catalog/usage/surfaces.ts'
import { problemBody, problems } from '../interface/problems.ts'
import { exampleRecord, surfaceSections } from '../pages/examples.ts'
import type { PageValues } from '../pages/pages.ts'
import { topicCounts, topicPath } from '../pages/topics.ts'
import { escapeMarkdown } from '../text/markdown.ts'
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
    top_topics: topicCounts(catalog)
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
    // Lazy, because the ranked index is built only after the start.
    sample: () => sample(catalog, brand),
    ...examples(catalog, site),
    ...installLinks(`${baseUrl}/mcp`),
  }
}

/** The example search of the home page, which its search field suggests too, and the number of hits shown. */
const SAMPLE = { query: 'weather forecast', most: 4 }

function sample(catalog: Catalog, brand: string): string {
  const { query, most } = SAMPLE
  const { hits, total } = catalog.find(query, {}, most)
  const shown = total > 0 ? hits.map(({ record }) => record) : catalog.entries.slice(0, most)
  const lines = shown.map(
    ({ slug, title, description = '' }) =>
      `- [${escapeMarkdown(title)}](/${brand}-sdk/${slug}): ${escapeMarkdown(description)}`,
  )
  const words = `“${query}”`
  return [
    total > 0 && `A search for ${words} finds:`,
    lines.join('\n'),
    total > most && `[All results for ${words}](/sdk?${new URLSearchParams({ q: query })})`,
  ]
    .filter(Boolean)
    .join('\n\n')
}

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
