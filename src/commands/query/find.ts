/** find: searches the catalogue from a terminal, with a picker; plain text in a pipe, or JSON. */

import { headline, othersText, readingText } from '../../answers/find-advice.ts'
import { hitMatchText } from '../../answers/find-hit.ts'
import { needOf } from '../../answers/find-result.ts'
import type { FindResult } from '../../answers/find-schema.ts'
import { TARGETS } from '../../catalog/record/languages.ts'
import { shorten } from '../../text/columns.ts'
import { joinParts } from '../../text/join-parts.ts'
import { targetOf } from '../../tools/define/not-found.ts'
import { isInteractive, isTerminal, type OutputOptions, printResult, styled } from '../output.ts'
import { catalogClient } from './catalog-client.ts'
import type { CatalogClient, ServiceLocation } from './remote-client.ts'

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
  const { data } = await client.find({ query: words.join(' '), limit, ...filters })
  const { fit, hits, total, nearest } = data
  const advised = adviceText(data, options)
  const head = [`${headline(data)}.`, readingText(Object.entries(data.read_as ?? {}), data.constraints ?? [])]
  if (fit === 'none') head.push(advised)
  if (hits.length > 0 && isInteractive(options)) {
    process.stdout.write(`${lines(head)}\n`)
    return pickFrom(data, client, options)
  }
  printResult(options, data, () => {
    const more = fit !== 'none' && total > hits.length && '--limit shows more.'
    const foot = [
      fit !== 'none' && othersText(data),
      nearest && `Nearest names: ${nearest.join(', ')}.`,
      joinParts(' ', more, fit !== 'none' && advised),
    ]
    return joinParts('\n', lines(head), ...table(data), lines(foot))
  })
  if (hits.length === 0 || fit === 'none') process.exitCode = 1
}

const lines = (texts: readonly (string | false | undefined)[]): string =>
  texts.flatMap((text) => (text ? [styled('dim', text)] : [])).join('\n')

/** The advice of find_sdk. Without a service there is no form to ask at. */
const adviceText = ({ advice = [] }: FindResult, { url }: FindOptions): string =>
  advice
    .filter(({ kind }) => kind !== 'ask' || url !== undefined)
    .map(({ text }) => text)
    .join(' ')

async function pickFrom(found: FindResult, client: CatalogClient, options: FindOptions): Promise<void> {
  const [{ pick }, { showCommand }, { getSdkReadme }] = await Promise.all([
    import('./pick.ts'),
    import('./show.ts'),
    import('../../tools/get-sdk-readme.ts'),
  ])
  await pick(
    found.hits.map((hit, at) => ({ ...hit, match: matchText(found, at) })),
    {
      show: (slug) => showCommand(slug, options),
      // A request goes out from this machine, by the catalogue that is on it.
      ...(options.url === undefined && {
        call: async (slug) => {
          const { callCommand } = await import('./call.ts')
          const likely = found.hits.find((hit) => hit.slug === slug)?.operation
          await callCommand(slug, undefined, [], { write: true, likely })
        },
      }),
      async code(slug) {
        const { languages = [] } = await factsOf(slug)
        const language = options.lang ?? languages[0]
        if (language === undefined) return undefined
        const { markdown = '' } = (await client.call(getSdkReadme, { slug, language })).data
        const text = lastCodeBlock(markdown)
        return text === undefined ? undefined : { text, language: TARGETS[targetOf(language, '--lang')] }
      },
      async page(slug) {
        const { github_url, url } = await factsOf(slug)
        // Without a service, nobody serves the page.
        return (options.url === undefined ? github_url : url)!
      },
    },
  )

  async function factsOf(slug: string) {
    const { data } = await client.find({ query: slug, limit: 1, detail: 'detailed' })
    return data.hits[0]!
  }
}

/** The install lines come first, the call last. */
const lastCodeBlock = (markdown: string): string | undefined =>
  [...markdown.matchAll(/^```\w*\n([\s\S]*?)^```$/gm)].at(-1)?.[1]

const MAX_TITLE_WIDTH = 32

const matchText = ({ hits, needs }: FindResult, at: number): string => {
  const need = needOf(needs, at + 1)
  return joinParts('; ', need && `for “${need}”`, hitMatchText(hits[at]!))
}

/** Slug, title and description, which a terminal shows in one line, and below them the match. */
function table(found: FindResult): string[] {
  const { hits } = found
  if (hits.length === 0) return []
  const slugs = Math.max(...hits.map(({ slug }) => slug.length))
  const titles = Math.min(MAX_TITLE_WIDTH, Math.max(...hits.map(({ title }) => title.length)))
  const width = isTerminal() ? Math.max(20, process.stdout.columns - slugs - titles - 4) : Number.POSITIVE_INFINITY
  return hits.flatMap(({ slug, title, description = '' }, at) => [
    [
      styled(['bold', 'cyan'], slug.padEnd(slugs)),
      (isTerminal() ? shorten(title, titles) : title).padEnd(titles),
      width === Number.POSITIVE_INFINITY ? description : shorten(description, width),
    ]
      .join('  ')
      .trimEnd(),
    styled('dim', `${' '.repeat(slugs)}  ${matchText(found, at)}`),
  ])
}
