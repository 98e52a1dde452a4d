/** Facts of a few SDKs side by side, for choosing between hits of find-sdk.ts. */
import * as z from 'zod'
import type { Catalog } from '../../catalog/catalog.ts'
import type { Language } from '../../catalog/record/languages.ts'
import type { SdkRecord } from '../../catalog/record/record.ts'
import { ableNames } from '../../catalog/usage/surfaces.ts'
import { tableRow } from '../../text/markdown.ts'
import { shorten } from '../../text/shorten.ts'
import { defineTool, READ_ONLY } from '../define.ts'
import { language } from '../fields.ts'
import { recordsOf } from '../not-found.ts'
import { authText, factsOf, SdkFacts } from './answers/sdk-facts.ts'

const FEWEST = 2
/** Five still fit in an answer of about 900 tokens. */
const MOST = { sdks: 5, description: 64, topics: 3, entities: 3, commands: 6 } as const

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
      .refine(({ length }) => length >= FEWEST && length <= MOST.sdks, {
        error: `must hold ${FEWEST} to ${MOST.sdks} different slugs`,
      })
      .meta({ minItems: FEWEST, maxItems: MOST.sdks, description: 'Slugs, e.g. "poetrydb-sdk".' }),
    language: language.optional().meta({ description: 'Adds the package in this language, e.g. "py".' }),
  }),
  output: z
    .strictObject({ sdks: z.array(Compared) })
    .meta({ id: 'SdkComparison', description: 'The SDKs in the order of the slugs.' }),
  run: ({ slugs, language }, services) => ({
    sdks: recordsOf(slugs, services).map((record) => compared(record, services.catalog, language)),
  }),
  text({ sdks }, _, input) {
    const rows = ROWS.filter(({ name }) => name !== PACKAGE || input?.language).map((row) => {
      const cells = sdks.map(row.of)
      const shared = cells[0]!.filter((value) => cells.every((cell) => cell.includes(value)))
      const rest = cells.map((cell) => cell.filter((value) => !shared.includes(value)))
      return { name: row.name, shared, rest }
    })
    const shared = rows.filter(({ shared }) => shared.length > 0)
    const differing = rows.filter(({ rest }) => rest.some((cell) => cell.length > 0))
    const table = [
      ['Differing', ...sdks.map(({ slug }) => slug)],
      ['-', ...sdks.map(() => '-')],
      ...differing.map(({ name, shared, rest }) => [
        shared.length > 0 ? `more ${name}` : name,
        ...rest.map((cell) => cell.join(', ') || '-'),
      ]),
    ]
    return [
      ...sdks.map(({ slug, title, description, url }) =>
        [`- ${title} (${slug})`, description && `: ${description}`, ` ${url}`].filter(Boolean).join(''),
      ),
      shared.length > 0 && `All: ${shared.map(({ name, shared }) => `${name} ${shared.join(', ')}`).join('; ')}.`,
      ...(differing.length > 0 ? ['', ...table.map(tableRow)] : []),
    ]
      .filter((line) => line !== false)
      .join('\n')
  },
  examples: [
    { slugs: ['poetrydb-sdk', 'open-meteo-sdk'], language: 'py' },
    { slugs: ['dog-sdk', 'exchange-rates-sdk', 'poetrydb-sdk'] },
  ],
})

function compared(record: SdkRecord, catalog: Catalog, language?: Language): Compared {
  const { slug, title, description, topics, entities, first_call, cli, mcp } = record
  const words = cli ? ableNames(cli)?.slice(0, MOST.commands) : []
  const tools = mcp ? ableNames(mcp)?.slice(0, MOST.commands) : []
  return {
    slug,
    title,
    ...(description && { description: shorten(description, MOST.description) }),
    url: catalog.entry(slug)!.url,
    ...(topics.length > 0 && { topics: topics.slice(0, MOST.topics) }),
    ...factsOf(record, language),
    ...(entities.length > 0 && { entity_names: entities.slice(0, MOST.entities).map(({ name }) => name) }),
    ...(first_call && {
      first_call: {
        entity: first_call.entity,
        op: first_call.op,
        arguments: Object.keys(first_call.arguments).concat(first_call.key_argument ?? []),
      },
    }),
    ...(words && { cli: words }),
    ...(tools && { mcp: tools }),
  }
}

interface Row {
  name: string
  /** What the cell says, item by item, so that items that all SDKs have are said once. */
  of: (sdk: Compared) => string[]
}

const UNKNOWN = 'unknown'
const PACKAGE = 'package'

const ROWS: readonly Row[] = [
  { name: 'languages', of: ({ languages }) => items(languages) },
  { name: 'key', of: ({ auth }) => [auth ? authText(auth) : UNKNOWN] },
  { name: 'server', of: ({ server = UNKNOWN }) => [server] },
  { name: 'API version', of: ({ api_version = UNKNOWN }) => [api_version] },
  { name: 'licence', of: ({ license = UNKNOWN }) => [license] },
  { name: 'last commit', of: ({ updated = UNKNOWN }) => [updated] },
  { name: 'entities', of: ({ entities, entity_names = [] }) => [entities ? counted(entities, entity_names) : UNKNOWN] },
  { name: 'operations', of: ({ operations = UNKNOWN }) => [`${operations}`] },
  { name: 'first call', of: ({ first_call }) => [first_call ? callText(first_call) : UNKNOWN] },
  { name: PACKAGE, of: ({ package: name, languages }) => [name ?? (languages ? 'none' : UNKNOWN)] },
  { name: 'CLI words', of: ({ cli }) => items(cli) },
  { name: 'MCP tools', of: ({ mcp }) => items(mcp) },
  { name: 'topics', of: ({ topics = [] }) => topics },
]

/** `9: a, b, …` */
const counted = (all: number, names: readonly string[]): string =>
  `${all}: ${names.join(', ')}${all > names.length ? ', …' : ''}`

const callText = ({ entity, op, arguments: given }: NonNullable<Compared['first_call']>): string =>
  `${entity} ${op} ${given.length > 0 ? `with ${given.join(', ')}` : 'without arguments'}`

/** Of a list that is unknown where it is absent. */
const items = (list: readonly string[] = [UNKNOWN]): string[] => (list.length > 0 ? [...list] : ['none'])
