/** Examples on pages, taken from an entry of the served catalogue, so that each is true. */

import { setImmediate as turn } from 'node:timers/promises'
import type { SdkRecord } from '../catalog/record/record.ts'
import { type FirstCode, quickstarts } from '../code/first-steps.ts'
import { baseName, cliInstall, mcpInstall } from '../code/install.ts'
import { SURFACES, type Surface } from '../code/surfaces.ts'
import { nameTokens, tokens } from '../query/words/words.ts'
import type { Addresses, Catalog } from '../store/open-catalog.ts'
import { joinParts } from '../text/join-parts.ts'
import { escapeMarkdown, fenced } from '../text/write-markdown.ts'

/** It has short names, a CLI, an MCP server and entities. */
const FAVOURITE = 'poetrydb-sdk'

/** The entry to show; `undefined` for an empty catalogue. */
export function exampleRecord(catalog: Catalog): SdkRecord | undefined {
  const favourite = catalog.record(FAVOURITE)
  if (favourite || catalog.count === 0) return favourite
  for (const record of catalog.records) if (record.cli && record.mcp && quickstarts(record).length > 0) return record
  return catalog.records.at(0)
}

/** SDKs whose first call is short, needs no key and has the members of its answer on record. */
const ASKED = [FAVOURITE, 'sunset-times-sdk', 'iss-current-location-sdk']
const MAX_QUESTIONS = 3
/** Needs to search for until one finds its SDK. */
const MAX_SEARCHES = 5

export interface Question {
  text: string
  record: SdkRecord
  codes: readonly FirstCode[]
}

const made = new WeakMap<Catalog, readonly Question[]>()

/** Questions that somebody may ask, each with the SDK that the search finds for it; none in an empty catalogue. */
export function exampleQuestions(catalog: Catalog): readonly Question[] {
  making(catalog).toArray()
  return made.get(catalog)!
}

/** The same before the first page needs them, a search in each turn of the event loop. */
export async function makeQuestions(catalog: Catalog): Promise<void> {
  for (const _ of making(catalog)) await turn()
}

function* making(catalog: Catalog): Generator<undefined, void> {
  if (made.has(catalog)) return
  const questions: Question[] = []
  const records = ASKED.flatMap((slug) => catalog.record(slug) ?? [])
  for (const record of records.length > 0 ? records : catalog.records) {
    const codes = quickstarts(record)
    const isTyped = record.first_call !== undefined && record.first_call.direct === undefined
    if (codes.length > 0 && isTyped) questions.push({ text: yield* questionFor(record, catalog), record, codes })
    if (questions.length === MAX_QUESTIONS) break
  }
  made.set(catalog, questions)
}

/** A need that names what the first call takes, so that the code answers it; else the name of the SDK. */
function* questionFor({ slug, title, needs, first_call: call }: SdkRecord, { find }: Catalog) {
  const named = new Set([call?.entity ?? '', ...Object.keys(call?.arguments ?? {})].flatMap(nameTokens))
  const names = (need: string): number => new Set(tokens(need).filter((word) => named.has(word))).size
  for (const need of needs.toSorted((a, b) => names(b) - names(a)).slice(0, MAX_SEARCHES)) {
    yield
    if (find(need, {}, 1).hits[0]?.record.slug === slug) return need
  }
  return title
}

/** A section for each surface, with an example. */
export const surfaceSections = (record: SdkRecord | undefined, addresses: Addresses): string =>
  SURFACES.map((surface) => {
    const { name, what, how, folder } = surface
    const folders = `\`${folder.replaceAll(' ', '`, `')}\``
    const example = record && examples[surface.id](record, addresses)
    // A command with placeholders is left to the example, which fills them in.
    return joinParts('\n\n', `## ${name}`, what, !how.includes('{') && how, example, `In a repository: ${folders}`)
  }).join('\n\n')

const build = (command: string): string => fenced('bash', command.replaceAll(' && ', ' &&\n  '))

const examples: Record<Surface['id'], (record: SdkRecord, addresses: Addresses) => string> = {
  sdk(record, { brand }) {
    const [first] = quickstarts(record)
    const readme = `[The README of ${escapeMarkdown(record.title)}](/${brand}-sdk/${record.slug}.md) has the install line for each language.`
    return joinParts('\n\n', first && fenced(first.fence, first.code), record.languages.length > 0 && readme)
  },
  cli(record) {
    const program = cliInstall(record)
    return program ? build(program.command) : ''
  },
  mcp(record) {
    const program = mcpInstall(record)
    if (!program || !record.mcp) return ''
    const config = { mcpServers: { [baseName(record.slug)]: { command: `/path/to/${record.mcp.name}` } } }
    return [
      build(program.command),
      'Then name the binary in the configuration of the MCP client:',
      fenced('json', JSON.stringify(config, null, 2)),
    ].join('\n\n')
  },
  skills: (_, { baseUrl }) =>
    `This service publishes skills of its own, on finding an SDK and on using one. List them with the skills client:\n\n${fenced('bash', `npx skills add ${baseUrl} --list`)}`,
  repl: (record) => (record.cli ? fenced('bash', `./${record.cli.name}`) : ''),
  model(record) {
    const entities = record.entities.slice(0, 3).map(({ name, ops }) => JSON.stringify({ entity: name, ops }))
    return joinParts(
      '\n\n',
      fenced('bash', `git clone ${record.github_url}.git\nls ${record.slug}/.sdk`),
      entities.length > 0 && 'Entities, as the catalogue knows them:',
      entities.length > 0 && fenced('json', `[\n  ${entities.join(',\n  ')}\n]`),
    )
  },
}
