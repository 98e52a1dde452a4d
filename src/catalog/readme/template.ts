/**
 * The README of an SDK of which the catalogue holds facts but no README file. Deterministic: the same record gives
 * the same bytes. It says that the repository's README is the full one.
 */

import { fenced } from '../../text/markdown.ts'
import { LANGUAGES } from '../record/languages.ts'
import { type SdkRecord, serverUrl } from '../record/record.ts'
import { callName, keyNotes, keyVariable, pascal } from '../usage/client.ts'
import {
  cliInstall,
  type Install,
  inItsLanguages,
  languageInstalls,
  mcpInstall,
  releasesUrl,
} from '../usage/install.ts'
import { classOf, firstCallOf, type Quickstart, quickstarts } from '../usage/quickstart.ts'
import { able } from '../usage/surfaces.ts'

/** More rows than this would take the page over 10 KB; the repository lists them all. */
const MOST_ENTITIES = 30

const OPERATION_MEANING = {
  list: 'returns many records',
  load: 'returns one record',
  create: 'adds a record or sends a command',
  update: 'changes a record',
  patch: 'changes parts of a record',
  remove: 'deletes a record',
} as const

const SCHEMES = { apiKey: 'API key', bearer: 'bearer token', basic: 'user and password' } as const
const NEEDED = { always: '', sometimes: ', for some operations', optional: ', optional' } as const

/** Whether the API wants a key, where, and from where code takes it. What is recorded is no promise: many ask later. */
export function authentication(record: SdkRecord): string {
  const { scheme, in: where, name: header, needed = 'always' } = record.auth
  if (scheme === 'unknown') return 'not recorded; see the provider'
  if (scheme === 'none') return 'no key needed, as far as recorded'
  const place = where && header ? ` in the ${where} ${inline(header)}` : ''
  return `${SCHEMES[scheme]}${place}${NEEDED[needed]}; environment variable ${keyVariable(record)}`
}

export const renderReadme = (record: SdkRecord): string =>
  joined([title(record), origin(record), facts(record), entities(record), install(record), ...working(record)])

const joined = (sections: readonly string[]): string => `${sections.filter(Boolean).join('\n\n')}\n`

const working = (record: SdkRecord): string[] => [
  quickstart(record),
  cli(record),
  mcp(record),
  offline(record),
  notes(record),
  links(record),
]

/** Third-party text inside a table cell or a heading: one line, no cell borders. */
const inline = (text: string): string => text.replace(/\s+/g, ' ').replaceAll('|', '\\|').trim()

const sentenceList = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`

const title = (record: SdkRecord): string =>
  `# ${inline(record.title)} SDK\n\n${record.description ?? `A generated client for ${inline(record.title)}.`}`

const origin = ({ github_url }: SdkRecord): string =>
  [
    `This page is a summary made from the catalogue's facts. The [README in the repository](${github_url}#readme) is the full one: it covers every language, option and feature.`,
    `The SDK is generated from an OpenAPI description. It is an unofficial client, not affiliated with the provider of the API.`,
  ].join('\n\n')

function facts(record: SdkRecord): string {
  const rows = [
    ['Repository', record.github_url],
    ['API website', record.source_website],
    [record.servers.length > 1 ? 'API servers' : 'API server', record.servers.map(server).join(', ')],
    ['API version', record.api_version && inline(record.api_version)],
    ['Authentication', authentication(record)],
    ['Languages', record.languages.map((language) => LANGUAGES[language]).join(', ')],
    ['CLI', record.cli && ['`go-cli/`', able(record.cli)].filter(Boolean).join(': ')],
    ['MCP server', record.mcp && ['`go-mcp/`', able(record.mcp)].filter(Boolean).join(': ')],
    ['Topics', (record.topics ?? []).join(', ')],
  ].filter(([, value]) => value)
  return table('## At a glance', ['Fact', 'Value'], rows as string[][])
}

/** With the values that its variables take. */
function server({ url, variables = {} }: SdkRecord['servers'][number]): string {
  const values = Object.entries(variables).flatMap(([variable, { default: usual, enum: choices }]) => {
    const known = choices ?? (usual === undefined || usual === '' ? [] : [usual])
    return known.length > 0 ? [`${variable}: ${known.join(', ')}`] : []
  })
  return `\`${inline(url)}\`${values.length > 0 ? ` (${inline(values.join('; '))})` : ''}`
}

function entities(record: SdkRecord): string {
  if (record.entities.length === 0) {
    return `## Entities\n\nAn entity is a noun of the API, such as an order or a forecast, on which one calls operations. The catalogue has no list of this SDK's entities. The [README in the repository](${record.github_url}#entities) names each one, with its operations and the API path behind it.`
  }
  const shown = record.entities.slice(0, MOST_ENTITIES)
  const rows = shown.map(({ name, ops }) => [`\`${pascal(name)}\``, ops.length ? ops.join(', ') : 'none of its own'])
  const used = Object.entries(OPERATION_MEANING).filter(([op]) =>
    record.entities.some(({ ops }) => (ops as readonly string[]).includes(op)),
  )
  const rest = record.entities.length - shown.length
  return [
    table(
      `## Entities\n\n${
        record.entities.length === 1
          ? 'The API is exposed as one entity.'
          : `The API is exposed as ${record.entities.length} entities.`
      } You call operations on an entity instead of assembling paths and query strings.`,
      ['Entity', 'Operations'],
      rows,
    ),
    rest > 0 ? `${rest} more are listed in the [repository](${record.github_url}#entities).` : '',
    used.length ? `${sentenceList(used.map(([op, meaning]) => `\`${op}\` ${meaning}`))}.` : '',
  ]
    .filter(Boolean)
    .join('\n\n')
}

function install(record: SdkRecord): string {
  const packages = languageInstalls(inItsLanguages(record))
  const how = ({ command, needs }: Install) => `\`${command}\`${needs ? `; needs ${needs}` : ''}`
  const rows = packages.filter(({ command }) => command).map((item) => [item.label, `\`${item.package}\``, how(item)])
  const released = packages.filter(({ command }) => !command).map((item) => `${item.label} (\`${item.package}\`)`)
  return [
    '## Install',
    record.languages.length > 0
      ? ''
      : 'Its languages are not on record; most generated repositories have each of these six.',
    rows.length > 0 ? table('', ['Language', 'Package', 'Install'], rows) : '',
    released.length > 0 ? `From a [release](${releasesUrl(record)}): ${released.join(', ')}.` : '',
    'No registry has the packages yet: Go fetches its module, the other commands make a checkout.',
  ]
    .filter(Boolean)
    .join('\n\n')
}

function quickstart(record: SdkRecord): string {
  const examples = quickstarts(record)
  const call = firstCallOf(record)
  if (examples.length === 0 || !call) return ''
  return [
    '## Quickstart',
    [
      `One call in each language, \`${callName(call)}\`.`,
      record.first_call
        ? 'It needs least of all calls.'
        : `The [full README](${record.github_url}#readme) has the arguments.`,
      ...keyNotes(record),
    ].join(' '),
    ...examples.map(codeSection),
  ].join('\n\n')
}

const codeSection = ({ language, fence, code }: Quickstart): string =>
  `### ${LANGUAGES[language]}\n\n${fenced(fence, code)}`

function cli(record: SdkRecord): string {
  const item = cliInstall(record)
  if (!item?.command) return ''
  const words = able(record.cli)
  return [
    '## Command line',
    `The CLI calls the API from a shell${words ? ` (words: ${words})` : ''} and has an interactive REPL. Build it with ${item.needs}:`,
    fenced('bash', item.command),
  ].join('\n\n')
}

function mcp(record: SdkRecord): string {
  const item = mcpInstall(record)
  if (!item?.command || !record.mcp) return ''
  const { name } = record.mcp
  const tools = able(record.mcp)
  const config = { mcpServers: { [name.replace(/-mcp$/, '')]: { command: `/path/to/${name}` } } }
  return [
    '## MCP server',
    `The MCP server offers an agent ${tools ? `the tools ${tools}` : 'tools for the entities'}. Build it with ${item.needs}:`,
    fenced('bash', item.command),
    'Then add it to the configuration of your MCP client:',
    fenced('json', JSON.stringify(config, null, 2)),
  ].join('\n\n')
}

function offline(record: SdkRecord): string {
  const script = inItsLanguages(record).languages.includes('ts')
  return [
    '## Test without a network',
    `Generated SDKs have a test mode: an in-memory transport takes the place of HTTP, so that unit tests need no server, no network and no key.${script ? ` In TypeScript: \`${classOf(record, 'ts')}.test()\`.` : ''}`,
  ].join('\n\n')
}

/** Whom the SDK calls; in general words where that is not recorded, or where part of its name is up to the caller. */
function called(record: SdkRecord): string {
  const host = URL.parse(serverUrl(record) ?? '')?.host ?? ''
  return /^[\w.-]+(:\d+)?$/.test(host) ? host : 'the provider'
}

function notes(record: SdkRecord): string {
  return [
    '## Endpoints outside the entities',
    'For a path that no entity covers, every client has two low-level methods. `direct` sends a request in one step; `prepare` builds the request and does not send it. Both take a map with `path`, `method`, `params`, `query`, `headers` and `body`, and both go through the same stages as an entity call: find the endpoint, build the request, send it, read the response, hand over the result.',
    '## Before you use it',
    [
      `- Read the API's own terms: the SDK calls ${called(record)} directly, nothing passes through this catalogue.`,
      '- Limits, availability and data quality are those of the API, not of the SDK.',
      record.generation === 'old'
        ? '- Errors of the API reach you as a second value, in TypeScript as exceptions.'
        : '- Errors of the API reach you as exceptions, in Go and Lua as an error value.',
      `- Questions and bug reports about the client belong in the [issue tracker](${record.github_url}/issues) of its repository.`,
    ].join('\n'),
  ].join('\n\n')
}

function links(record: SdkRecord): string {
  const rows = [
    ['Full README', `${record.github_url}#readme`],
    ['Repository', record.github_url],
    ['Releases', releasesUrl(record)],
    ['API website', record.source_website],
    ['OpenAPI description', record.source_openapi_url],
    ['Listed at', record.freepublicapis_url],
  ].filter(([, url]) => url)
  return `## Links\n\n${rows.map(([label, url]) => `- ${label}: <${url}>`).join('\n')}`
}

function table(heading: string, columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [columns, columns.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
  return `${heading ? `${heading}\n\n` : ''}${lines.join('\n')}`
}
