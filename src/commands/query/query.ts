/** find, show, readme and compare: the catalogue in a terminal; the same as plain text in a pipe, or as JSON. */
import { styleText } from 'node:util'
import { columns } from '../../text/columns.ts'
import { shorten } from '../../text/shorten.ts'
import { authText } from '../../tools/sdks/answers/sdk-facts.ts'
import { type OutputOptions, printResult } from '../output.ts'
import { type ServiceLocation, toolClient } from './tool-client.ts'

interface QueryOptions extends ServiceLocation, OutputOptions {
  lang?: string
}

interface FindOptions extends QueryOptions {
  topic?: string
  key?: boolean
  limit: number
}

const isTerminal = (): boolean => process.stdout.isTTY === true
/** As the terminal allows: styleText follows NO_COLOR and FORCE_COLOR. */
const styled = (style: Parameters<typeof styleText>[0], text: string): string =>
  isTerminal() ? styleText(style, text, { stream: process.stdout }) : text

interface ListedHit {
  slug: string
  title: string
  description?: string
}

export async function findCommand(words: readonly string[], options: FindOptions): Promise<void> {
  const { topic, lang: language, key, limit } = options
  const callTool = await toolClient(options)
  const filters = { ...(topic && { topic }), ...(language && { language }), ...(key === false && { no_auth: true }) }
  const { data, text } = await callTool('find_sdk', { query: words.join(' '), limit, ...filters })
  const { hits, total } = data as unknown as { hits: ListedHit[]; total: number }
  printResult(options, data, () => {
    if (hits.length === 0) return text
    const advice = (data.advice as { text: string }[] | undefined)?.map((item) => item.text) ?? []
    const more = total > hits.length ? [`${hits.length} of ${total}; --limit shows more.`] : []
    return [...table(hits), ...[...more, ...advice].map((line) => styled('dim', line))].join('\n')
  })
  if (hits.length === 0) process.exitCode = 1
}

const MAX_TITLE_WIDTH = 32

/** Slug, title, description; on a terminal no line is longer than it is wide. */
function table(hits: readonly ListedHit[]): string[] {
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
  const { lang: language } = options
  const callTool = await toolClient(options)
  const { data: entry } = await callTool('get_sdk_entry', { slug })
  // The first hit for a slug is its SDK, with the facts that the entry lacks.
  const detailed = await callTool('find_sdk', {
    query: slug,
    limit: 1,
    detail: 'detailed',
    ...(language && { language }),
  })
  const [hit] = detailed.data.hits as Record<string, unknown>[]
  const { reason: _, ...facts } = hit?.slug === entry.slug ? hit! : { reason: '' }
  const code = language === undefined ? undefined : await callTool('get_sdk_readme', { slug, language })
  const sdk = { ...entry, ...facts, ...(code?.data.markdown !== undefined && { code: code.data.markdown }) }
  printResult(options, sdk, () => sdkText(sdk))
}

interface ShownSdk {
  slug?: unknown
  title?: unknown
  description?: unknown
  topics?: readonly string[]
  languages?: readonly string[]
  auth?: Parameters<typeof authText>[0]
  server?: unknown
  github_url?: unknown
  install?: readonly string[]
  code?: unknown
}

function sdkText({
  slug,
  title,
  description,
  topics,
  languages,
  auth,
  server,
  github_url,
  install,
  code,
}: ShownSdk): string {
  const facts = Object.entries({
    Topics: topics?.join(', '),
    Languages: languages?.join(', '),
    Key: auth && authText(auth),
    Server: server,
    Code: github_url,
    // With --lang, the README's start has them.
    Install: code === undefined ? install?.join(`\n${' '.repeat(11)}`) : undefined,
  }).flatMap(([name, value]) => (value ? [`${styled('dim', name.padEnd(9))}  ${value}`] : []))
  const head = `${styled('bold', String(title))}  ${styled('cyan', String(slug))}`
  return [head, description, '', ...facts, ...(code ? ['', headings(String(code))] : [])]
    .filter((line) => line !== undefined)
    .join('\n')
}

export async function readmeCommand(slug: string, section: string | undefined, options: QueryOptions): Promise<void> {
  const { lang: language } = options
  const callTool = await toolClient(options)
  const input = { slug, ...(section && { section }), ...(language && { language }) }
  // The outline is for agents that count tokens; a person scrolls, so all pages follow one another.
  let answer = await callTool('get_sdk_readme', section || language ? input : { ...input, from: 0 })
  const first = answer.data
  const pages = [String(first.markdown ?? answer.text)]
  while (typeof answer.data.next_from === 'number') {
    answer = await callTool('get_sdk_readme', { ...input, from: answer.data.next_from })
    pages.push(String(answer.data.markdown ?? ''))
  }
  const { next_from: _, ...whole } = first
  const markdown = pages.join('')
  printResult(options, { ...whole, ...(first.markdown !== undefined && { markdown }) }, () =>
    headings(markdown.trimEnd()),
  )
}

/** On a terminal, headings stand out. */
const headings = (markdown: string): string =>
  isTerminal() ? markdown.replaceAll(/^#{1,6} .+$/gm, (line) => styled('bold', line)) : markdown

export async function compareCommand(slugs: readonly string[], options: QueryOptions): Promise<void> {
  const { lang: language } = options
  const callTool = await toolClient(options)
  const { data } = await callTool('compare_sdks', { slugs: [...slugs], ...(language && { language }) })
  printResult(options, data, () => comparison(data.sdks as unknown as ComparedSdk[]).join('\n'))
}

interface ComparedSdk extends ShownSdk {
  slug: string
  title: string
  package?: string
  api_version?: string
  license?: string
  updated?: string
  entities?: number
  operations?: number
  cli?: readonly string[]
  mcp?: readonly string[]
}

const ROWS: Readonly<Record<string, (sdk: ComparedSdk) => string | undefined>> = {
  '': ({ slug }) => slug,
  Title: ({ title }) => title,
  Topics: ({ topics }) => topics?.join(', '),
  Languages: ({ languages }) => languages?.join(', '),
  Package: (sdk) => sdk.package,
  Key: ({ auth }) => auth && authText(auth),
  Server: ({ server }) => server as string | undefined,
  Version: ({ api_version }) => api_version,
  Licence: ({ license }) => license,
  'Last commit': ({ updated }) => updated,
  Entities: ({ entities }) => entities?.toString(),
  Operations: ({ operations }) => operations?.toString(),
  CLI: ({ cli }) => cli?.join(', '),
  'MCP tools': ({ mcp }) => mcp?.join(', '),
}

/** A column for each SDK; a row that none of them has is left out. */
function comparison(sdks: readonly ComparedSdk[]): string[] {
  const rows = Object.entries(ROWS)
    .map(([name, of]) => [name, ...sdks.map((sdk) => of(sdk) ?? '-')])
    .filter(([, ...cells]) => cells.some((cell) => cell !== '-'))
  return columns(rows).map((line, at) => (at === 0 ? styled(['bold', 'cyan'], line) : line))
}
