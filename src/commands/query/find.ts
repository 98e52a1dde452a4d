/** find: searches the catalogue from a terminal, with a picker; plain text in a pipe, or JSON. */
import { shorten } from '../../text/columns.ts'
import type { FindHit } from '../../tools/sdks/answers/find-schema.ts'
import { isInteractive, isTerminal, type OutputOptions, printResult, styled } from '../output.ts'
import { catalogClient } from './catalog-client.ts'
import type { CatalogClient, ServiceLocation } from './client.ts'

interface FindOptions extends ServiceLocation, OutputOptions {
  lang?: string
  topic?: string
  key?: boolean
  limit: number
}

export async function findCommand(words: readonly string[], options: FindOptions): Promise<void> {
  const { topic, lang: language, key, limit } = options
  const client = await catalogClient(options)
  const filters = { ...(topic && { topic }), ...(language && { language }), ...(key === false && { no_auth: true }) }
  const { data, text } = await client.find({ query: words.join(' '), limit, ...filters })
  const { fit, hits, total, advice = [] } = data
  if (hits.length > 0 && isInteractive(options)) return pickFrom(hits, client, options)
  printResult(options, data, () => {
    if (hits.length === 0) return text
    const more = total > hits.length ? [`${hits.length} of ${total}; --limit shows more.`] : []
    const notes = [`Fit: ${fit}.`, ...(fit === 'none' ? [] : more), ...advice.map((item) => item.text)]
    return [...table(hits), ...notes.map((line) => styled('dim', line))].join('\n')
  })
  if (hits.length === 0) process.exitCode = 1
}

async function pickFrom(hits: readonly FindHit[], client: CatalogClient, options: FindOptions): Promise<void> {
  const [{ pick }, { showCommand }, { getSdkReadme }] = await Promise.all([
    import('./pick.ts'),
    import('./query.ts'),
    import('../../tools/sdks/get-sdk-readme.ts'),
  ])
  await pick(hits, {
    show: (slug) => showCommand(slug, options),
    async code(slug) {
      const { languages = [] } = await factsOf(slug)
      const language = options.lang ?? languages[0]
      if (language === undefined) return undefined
      const { markdown = '' } = (await client.call(getSdkReadme, { slug, language })).data
      return lastCodeBlock(markdown)
    },
    async page(slug) {
      const { github_url, url } = await factsOf(slug)
      // Without a service, nobody serves the page.
      return (options.url === undefined ? github_url : url)!
    },
  })

  async function factsOf(slug: string) {
    const { data } = await client.find({ query: slug, limit: 1, detail: 'detailed' })
    return data.hits[0]!
  }
}

/** The install lines come first, the call last. */
const lastCodeBlock = (markdown: string): string | undefined =>
  [...markdown.matchAll(/^```\w*\n([\s\S]*?)^```$/gm)].at(-1)?.[1]

const MAX_TITLE_WIDTH = 32

/** Slug, title, description; on a terminal no line is longer than it is wide. */
function table(hits: readonly FindHit[]): string[] {
  const slugs = Math.max(...hits.map(({ slug }) => slug.length))
  const titles = Math.min(MAX_TITLE_WIDTH, Math.max(...hits.map(({ title }) => title.length)))
  const width = isTerminal() ? Math.max(20, process.stdout.columns - slugs - titles - 4) : Number.POSITIVE_INFINITY
  return hits.map(({ slug, title, description = '' }) =>
    [
      styled(['bold', 'cyan'], slug.padEnd(slugs)),
      (isTerminal() ? shorten(title, titles) : title).padEnd(titles),
      width === Number.POSITIVE_INFINITY ? description : shorten(description, width),
    ]
      .join('  ')
      .trimEnd(),
  )
}
