/** Facts of a few SDKs side by side, for choosing between hits of find-sdk.ts. */
import * as z from 'zod'
import { SdkFacts } from '../answers/find-schema.ts'
import { authText, factsOf } from '../answers/sdk-facts.ts'
import type { Language } from '../catalog/record/languages.ts'
import type { SdkRecord } from '../catalog/record/record.ts'
import { answeredText, deprecatedText } from '../catalog/record/traits.ts'
import { capabilities } from '../code/surfaces.ts'
import type { Catalog } from '../store/open-catalog.ts'
import { nonEmpty, withoutUndefined } from '../system/optional-members.ts'
import { shorten } from '../text/columns.ts'
import { joinParts } from '../text/join-parts.ts'
import { tableRow } from '../text/write-markdown.ts'
import { defineTool, READ_ONLY } from './define/define.ts'
import { recordsOf } from './define/not-found.ts'
import { language } from './define/shared-fields.ts'

const MIN_SDKS = 2
/** Five still fit in an answer of about 900 tokens. */
export const MAX_SDKS = 5
const MAX_DESCRIPTION = 60
const MAX_TOPICS = 3
const MAX_ENTITIES = 3
const MAX_COMMANDS = 6

const names = z.array(z.string())
const Compared = z.strictObject({
  slug: z.string(),
  title: z.string(),
  description: z.string().optional(),
  url: z.string(),
  topics: names.optional(),
  ...SdkFacts.shape,
  entity_names: names.optional(),
  first_call: z.strictObject({ entity: z.string(), op: z.string(), arguments: names }).optional(),
  cli: names.optional(),
  mcp: names.optional(),
})
type Compared = z.output<typeof Compared>

export const compareSdks = defineTool({
  name: 'compare_sdks',
  title: 'Compare two to five SDKs side by side',
  description:
    'Returns languages, key, server, entities, first call, CLI words and MCP tools of two to five SDKs. ' +
    'Use this to choose between hits of find_sdk. What is missing is unknown.',
  annotations: READ_ONLY,
  cacheability: 'snapshot',
  input: z.strictObject({
    slugs: z
      .array(z.string())
      .transform((slugs) => [...new Set(slugs)])
      .refine(({ length }) => length >= MIN_SDKS && length <= MAX_SDKS, {
        error: `must hold ${MIN_SDKS} to ${MAX_SDKS} different slugs`,
      })
      .meta({ minItems: MIN_SDKS, maxItems: MAX_SDKS, uniqueItems: true, description: 'Different slugs.' }),
    language: language.optional().describe('Adds its package.'),
  }),
  output: z
    .strictObject({ sdks: z.array(Compared) })
    .meta({ id: 'SdkComparison', description: 'The SDKs in the order of the slugs.' }),
  run: ({ slugs, language }, services) => ({
    sdks: recordsOf(slugs, services).map((record) => compared(record, services.catalog, language)),
  }),
  text({ sdks }, _, input) {
    const rows = ROWS.filter(({ name }) => name !== PACKAGE || input?.language).map(({ name, items }) => {
      const cells = sdks.map(items)
      const shared = cells[0]!.filter((value) => cells.every((cell) => cell.includes(value)))
      return { name, shared, differing: cells.map((cell) => cell.filter((value) => !shared.includes(value))) }
    })
    const shared = rows.flatMap(({ name, shared }) => (shared.length > 0 ? [`${name} ${shared.join(', ')}`] : []))
    const table = rows
      .filter(({ differing }) => differing.some((cell) => cell.length > 0))
      .map(({ name, shared, differing }) => [
        shared.length > 0 ? `more ${name}` : name,
        ...differing.map((cell) => cell.join(', ') || '-'),
      ])
    const head = ['Differing', ...sdks.map(({ slug }) => slug)]
    return [
      ...sdks.map(
        ({ slug, title, description, url }) => `- ${title} (${slug})${description ? `: ${description}` : ''} ${url}`,
      ),
      ...(shared.length > 0 ? [`All: ${shared.join('; ')}.`] : []),
      ...(table.length > 0 ? ['', ...[head, head.map(() => '-'), ...table].map(tableRow)] : []),
    ].join('\n')
  },
  examples: [
    { slugs: ['poetrydb-sdk', 'open-meteo-sdk'], language: 'py' },
    { slugs: ['dog-sdk', 'exchange-rates-sdk', 'poetrydb-sdk'] },
  ],
})

function compared(record: SdkRecord, catalog: Catalog, language?: Language): Compared {
  const { slug, title, description, topics, entities, first_call, cli, mcp } = record
  const commands = (program: typeof cli = { name: '', words: [] }) =>
    program.computed ? undefined : capabilities(program)?.slice(0, MAX_COMMANDS)
  return withoutUndefined({
    slug,
    title,
    description: shorten(joinParts('. ', deprecatedText(record), description), MAX_DESCRIPTION) || undefined,
    url: catalog.entry(slug)!.url,
    topics: nonEmpty(topics.slice(0, MAX_TOPICS)),
    ...factsOf(record, language),
    entity_names: nonEmpty(entities.slice(0, MAX_ENTITIES).map(({ name }) => name)),
    first_call: first_call && {
      entity: first_call.entity,
      op: first_call.op,
      arguments: Object.keys(first_call.arguments).concat(first_call.key_argument ?? []),
    },
    cli: commands(cli), // None without the program; undefined is unknown.
    mcp: commands(mcp),
  })
}

interface Row {
  name: string
  /** Items that every SDK has are in the text once. */
  items: (sdk: Compared) => readonly string[]
}

const UNKNOWN = 'unknown'
const PACKAGE = 'package'
const orNone = (list: readonly string[] = [UNKNOWN]): readonly string[] => (list.length > 0 ? list : ['none'])

/** What the text and the command line compare. */
export const ROWS: readonly Row[] = [
  { name: 'languages', items: ({ languages }) => orNone(languages) },
  { name: 'key', items: ({ auth }) => [auth ? authText(auth) : UNKNOWN] },
  { name: 'server', items: ({ server = UNKNOWN }) => [server] },
  { name: 'API version', items: ({ api_version = UNKNOWN }) => [api_version] },
  { name: 'licence', items: ({ license = UNKNOWN }) => [license] },
  { name: 'proven', items: ({ proven }) => (proven ? [`${proven.date} in ${proven.languages.join(' ')}`] : []) },
  { name: 'answered', items: ({ answered }) => (answered ? [answeredText(answered)] : []) },
  { name: 'SDK version', items: ({ version }) => (version ? [version] : []) },
  { name: 'last commit', items: ({ updated = UNKNOWN }) => [updated] },
  { name: 'entities', items: ({ entities, entity_names }) => [entitiesText(entities, entity_names)] },
  { name: 'operations', items: ({ operations = UNKNOWN }) => [`${operations}`] },
  { name: 'first call', items: ({ first_call }) => [first_call ? callText(first_call) : UNKNOWN] },
  { name: PACKAGE, items: ({ package: name, languages }) => [name ?? (languages ? 'none' : UNKNOWN)] },
  { name: 'CLI words', items: ({ cli }) => orNone(cli) },
  { name: 'MCP tools', items: ({ mcp }) => orNone(mcp) },
  { name: 'topics', items: ({ topics = [] }) => topics },
]

/** `9: a, b, …` */
const entitiesText = (count?: number, names: readonly string[] = []): string =>
  count ? `${count}: ${names.join(', ')}${count > names.length ? ', …' : ''}` : UNKNOWN

const callText = ({ entity, op, arguments: names }: NonNullable<Compared['first_call']>): string =>
  `${entity} ${op} ${names.length > 0 ? `with ${names.join(', ')}` : 'without arguments'}`
