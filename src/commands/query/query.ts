/** find, show, readme and compare: the catalogue in a terminal, with a picker; plain text in a pipe, or JSON. */
import { styleText } from 'node:util'
import type * as z from 'zod'
import { columns, shorten } from '../../text/columns.ts'
import type { FindHit } from '../../tools/sdks/answers/find-hit.ts'
import { authText } from '../../tools/sdks/answers/sdk-facts.ts'
import type { compareSdks, ROWS } from '../../tools/sdks/compare-sdks.ts'
import { findSdk } from '../../tools/sdks/find-sdk.ts'
import { getSdkEntry } from '../../tools/sdks/get-sdk-entry.ts'
import { isInteractive, type OutputOptions, printResult } from '../output.ts'
import { type CallTool, type ServiceLocation, toolClient } from './tool-client.ts'

interface QueryOptions extends ServiceLocation, OutputOptions {
  lang?: string
}

interface FindOptions extends QueryOptions {
  topic?: string
  key?: boolean
  limit: number
}

type Hit = z.output<typeof FindHit>
type ComparedSdk = z.output<typeof compareSdks.output>['sdks'][number]

/** Reading modules is most of a start, and find needs none of these. */
const importReadmeTool = async () => (await import('../../tools/sdks/get-sdk-readme.ts')).getSdkReadme

const isTerminal = (): boolean => process.stdout.isTTY === true
/** As the terminal allows: styleText follows NO_COLOR and FORCE_COLOR. */
const styled = (style: Parameters<typeof styleText>[0], text: string): string =>
  isTerminal() ? styleText(style, text, { stream: process.stdout }) : text

export async function findCommand(words: readonly string[], options: FindOptions): Promise<void> {
  const { topic, lang: language, key, limit } = options
  const callTool = await toolClient(options)
  const filters = { ...(topic && { topic }), ...(language && { language }), ...(key === false && { no_auth: true }) }
  const { data, text } = await callTool(findSdk, { query: words.join(' '), limit, ...filters })
  const { fit, hits, total, advice = [] } = data
  if (hits.length > 0 && isInteractive(options)) return pickFrom(hits, callTool, options)
  printResult(options, data, () => {
    if (hits.length === 0) return text
    const more = total > hits.length ? [`${hits.length} of ${total}; --limit shows more.`] : []
    const notes = [`Fit: ${fit}.`, ...(fit === 'none' ? [] : more), ...advice.map((item) => item.text)]
    return [...table(hits), ...notes.map((line) => styled('dim', line))].join('\n')
  })
  if (hits.length === 0) process.exitCode = 1
}

async function pickFrom(hits: readonly Hit[], callTool: CallTool, options: FindOptions): Promise<void> {
  const { pick } = await import('./pick.ts')
  await pick(hits, {
    show: (slug) => showCommand(slug, options),
    async code(slug) {
      const { languages = [] } = await factsOf(slug)
      const language = options.lang ?? languages[0]
      if (language === undefined) return undefined
      const { markdown = '' } = (await callTool(await importReadmeTool(), { slug, language })).data
      return lastCodeBlock(markdown)
    },
    async page(slug) {
      const entry = (await callTool(getSdkEntry, { slug })).data
      // Without a service, nobody serves the page.
      return options.url === undefined ? entry.github_url : entry.url
    },
  })

  async function factsOf(slug: string) {
    const { data } = await callTool(findSdk, { query: slug, limit: 1, detail: 'detailed' })
    return data.hits[0]!
  }
}

/** The install lines come first, the call last. */
const lastCodeBlock = (markdown: string): string | undefined =>
  [...markdown.matchAll(/^```\w*\n([\s\S]*?)^```$/gm)].at(-1)?.[1]

const MAX_TITLE_WIDTH = 32

/** Slug, title, description; on a terminal no line is longer than it is wide. */
function table(hits: readonly Hit[]): string[] {
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

export async function showCommand(slug: string, options: QueryOptions): Promise<void> {
  const language = options.lang && { language: options.lang }
  const callTool = await toolClient(options)
  const { data: entry } = await callTool(getSdkEntry, { slug })
  // The first hit for a slug is its SDK, with the facts that the entry lacks.
  const detailed = await callTool(findSdk, { query: slug, limit: 1, detail: 'detailed', ...language })
  const [hit] = detailed.data.hits
  const { reason: _, fit: __, ...facts } = hit?.slug === entry.slug ? hit : { reason: '', fit: '' }
  const readme = language && (await callTool(await importReadmeTool(), { slug, ...language }))
  const code = readme ? readme.data.markdown : undefined
  const sdk = { ...entry, ...facts, ...(code !== undefined && { code }) }
  printResult(options, sdk, () => sdkText(sdk))
}

function sdkText(sdk: Omit<Hit, 'fit' | 'reason'> & { code?: string }): string {
  const { auth, code } = sdk
  const facts = Object.entries({
    Topics: sdk.topics?.join(', '),
    Languages: sdk.languages?.join(', '),
    Key: auth && authText(auth),
    Server: sdk.server,
    Readiness: sdk.readiness,
    Code: sdk.github_url,
    // With --lang, the README's start has them.
    Install: code === undefined ? sdk.install?.join(`\n${' '.repeat(11)}`) : undefined,
  }).flatMap(([name, value]) => (value ? [`${styled('dim', name.padEnd(9))}  ${value}`] : []))
  const head = `${styled('bold', sdk.title)}  ${styled('cyan', sdk.slug)}`
  return [head, sdk.description, '', ...facts, ...(code ? ['', headings(code)] : [])]
    .filter((line) => line !== undefined)
    .join('\n')
}

export async function readmeCommand(slug: string, section: string | undefined, options: QueryOptions): Promise<void> {
  const { lang: language } = options
  const [callTool, getSdkReadme] = await Promise.all([toolClient(options), importReadmeTool()])
  const input = { slug, ...(section && { section }), ...(language && { language }) }
  // The outline is for agents that count tokens; a person scrolls, so all pages follow one another.
  let answer = await callTool(getSdkReadme, section || language ? input : { ...input, from: 0 })
  const { next_from: _, ...first } = answer.data
  let markdown = first.markdown ?? answer.text
  while (answer.data.next_from !== undefined) {
    answer = await callTool(getSdkReadme, { ...input, from: answer.data.next_from })
    markdown += answer.data.markdown ?? ''
  }
  printResult(options, { ...first, ...(first.markdown !== undefined && { markdown }) }, () =>
    headings(markdown.trimEnd()),
  )
}

/** On a terminal, headings stand out. */
const headings = (markdown: string): string =>
  isTerminal() ? markdown.replaceAll(/^#{1,6} .+$/gm, (line) => styled('bold', line)) : markdown

export async function compareCommand(slugs: readonly string[], options: QueryOptions): Promise<void> {
  const { lang: language } = options
  const callTool = await toolClient(options)
  const { compareSdks, ROWS } = await import('../../tools/sdks/compare-sdks.ts')
  const { data } = await callTool(compareSdks, { slugs: [...slugs], ...(language && { language }) })
  printResult(options, data, () => comparison(data.sdks, ROWS).join('\n'))
}

/** A column for each SDK; a row that none of them has is left out. */
function comparison(sdks: readonly ComparedSdk[], facts: typeof ROWS): string[] {
  const rows = [
    ['', ...sdks.map(({ slug }) => slug)],
    ['title', ...sdks.map(({ title }) => title)],
    ...facts.map(({ name, items }) => [name, ...sdks.map((sdk) => items(sdk).join(', ') || '-')]),
  ].filter(([, ...cells]) => cells.some((cell) => !['-', 'none', 'unknown'].includes(cell)))
  return columns(rows).map((line, at) => (at === 0 ? styled(['bold', 'cyan'], line) : line))
}
