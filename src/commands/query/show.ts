/** show, readme and compare: SDKs of the catalogue in a terminal, or as JSON. */
import type * as z from 'zod'
import type { FindHit } from '../../answers/find-schema.ts'
import { authText } from '../../answers/sdk-facts.ts'
import { columns } from '../../text/columns.ts'
import type { compareSdks, ROWS } from '../../tools/compare-sdks.ts'
import { type OutputOptions, printResult, rendered, styled } from '../output.ts'
import { catalogClient } from './catalog-client.ts'
import type { CatalogClient, ServiceLocation } from './remote-client.ts'

interface QueryOptions extends ServiceLocation, OutputOptions {
  lang?: string
}

type ComparedSdk = z.output<typeof compareSdks.output>['sdks'][number]

/** Reading modules is most of a start. */
const importReadmeTool = async () => (await import('../../tools/get-sdk-readme.ts')).getSdkReadme

export async function showCommand(slug: string, options: QueryOptions): Promise<void> {
  const language = options.lang && { language: options.lang }
  const client = await catalogClient(options)
  // The first hit for a slug is its SDK, with the facts that the entry lacks.
  const { data } = await client.find({ query: slug, limit: 1, detail: 'detailed' })
  const [hit] = data.hits
  const { reason: _, fit: __, ...facts } = hit?.slug === slug ? hit : { ...(await entryOf(slug, client)), ...NO_MATCH }
  const readme = language && (await client.call(await importReadmeTool(), { slug, ...language }))
  const code = readme ? readme.data.markdown : undefined
  const sdk = { ...facts, ...(code !== undefined && { code }), ...(readme && !code && { lacks: options.lang }) }
  printResult(options, sdk, () => sdkText(sdk))
}

const NO_MATCH = { reason: '', fit: '' }

/** @throws StartupError with suggestions for a slug that no SDK has */
const entryOf = async (slug: string, client: CatalogClient) =>
  (await client.call((await import('../../tools/get-sdk-entry.ts')).getSdkEntry, { slug })).data

function sdkText(sdk: Omit<FindHit, 'fit' | 'reason'> & { code?: string; lacks?: string }): string {
  const { auth, code, install: [first, ...others] = [], lacks } = sdk
  const facts = Object.entries({
    Topics: sdk.topics?.join(', '),
    Languages: sdk.languages?.join(', '),
    Key: auth && authText(auth),
    Server: sdk.server,
    Licence: sdk.license,
    Readiness: sdk.readiness,
    Code: sdk.github_url,
    // With --lang, the README's start has it.
    Install: code === undefined && first ? `${first}${others.length > 0 ? ` (--lang: the others)` : ''}` : undefined,
    [`No ${lacks}`]: lacks && 'nothing in this language is on record',
  }).flatMap(([name, value]) => (value ? [`${styled('dim', name.padEnd(9))}  ${value}`] : []))
  const head = `${styled('bold', sdk.title)}  ${styled('cyan', sdk.slug)}`
  return [head, sdk.description, '', ...facts, ...(code ? ['', rendered(code)] : [])]
    .filter((line) => line !== undefined)
    .join('\n')
}

export async function readmeCommand(slug: string, section: string | undefined, options: QueryOptions): Promise<void> {
  const { lang: language } = options
  const [client, getSdkReadme] = await Promise.all([catalogClient(options), importReadmeTool()])
  const input = { slug, ...(section && { section }), ...(language && { language }) }
  // The outline is for agents that count tokens; a person scrolls, so all pages follow one another.
  let answer = await client.call(getSdkReadme, section || language ? input : { ...input, from: 0 })
  const { next_from: _, ...first } = answer.data
  let markdown = first.markdown ?? answer.text
  while (answer.data.next_from !== undefined) {
    answer = await client.call(getSdkReadme, { ...input, from: answer.data.next_from })
    markdown += answer.data.markdown ?? ''
  }
  printResult(options, { ...first, ...(first.markdown !== undefined && { markdown }) }, () =>
    rendered(markdown.trimEnd()),
  )
}

export async function compareCommand(slugs: readonly string[], options: QueryOptions): Promise<void> {
  const { lang: language } = options
  const client = await catalogClient(options)
  const { compareSdks, ROWS } = await import('../../tools/compare-sdks.ts')
  const { data } = await client.call(compareSdks, { slugs: [...slugs], ...(language && { language }) })
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
