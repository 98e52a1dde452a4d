/**
 * The README of an SDK of which the catalogue has facts but no README file. Deterministic: the same record gives the
 * same bytes. It says that the repository's README is the full one.
 */

import { LANGUAGES } from '../catalog/record/languages.ts'
import { readinessText } from '../catalog/record/readiness.ts'
import type { SdkRecord } from '../catalog/record/record.ts'
import { serverUrl } from '../catalog/record/traits.ts'
import { joinParts } from '../text/join-parts.ts'
import { fenced, tableRow } from '../text/write-markdown.ts'
import { callName, keyVariable, pascal } from './client-options.ts'
import { quickstarts } from './first-steps.ts'
import { cliInstall, cloneCommand, languageInstalls, mcpInstall, releasesUrl, withLanguages } from './install.ts'
import { classOf, firstCallOf } from './quickstart.ts'
import { recordedAnswer } from './reference/recorded-response.ts'
import { capabilityText } from './surfaces.ts'

/** More would take the README over 10 KB; the repository lists them all. */
const MAX_ENTITIES = 30

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

/** Whether the API needs a key, where, and from where code takes it, as far as recorded. */
export function authentication(record: SdkRecord): string {
  const { scheme, in: where, name: header, needed = 'always' } = record.auth
  if (scheme === 'unknown') return 'not recorded; see the provider'
  if (scheme === 'none') return 'no key needed, as far as recorded'
  const place = where && header ? ` in the ${where} ${oneLine(header)}` : ''
  return `${SCHEMES[scheme]}${place}${NEEDED[needed]}; environment variable ${keyVariable(record)}`
}

export const renderReadme = (record: SdkRecord): string => `${paragraphs(SECTIONS.map((section) => section(record)))}\n`

const paragraphs = (parts: readonly (string | false | undefined)[]): string => joinParts('\n\n', ...parts)

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

const table = (columns: readonly string[], rows: readonly (readonly string[])[]): string =>
  [columns, columns.map(() => '---'), ...rows].map(tableRow).join('\n')

const title = ({ title, description, github_url }: SdkRecord): string =>
  paragraphs([
    `# ${oneLine(title)} SDK`,
    description ?? `A generated client for ${oneLine(title)}.`,
    `This page is a summary made from the catalogue's facts. The [README in the repository](${github_url}#readme) is the full one: it covers every language, option and feature.`,
    'The SDK is generated from an OpenAPI description. It is an unofficial client, not affiliated with the provider of the API.',
  ])

function facts(record: SdkRecord): string {
  const { servers, api_version, languages, cli, mcp, topics = [] } = record
  const rows: [string, string | undefined][] = [
    ['Repository', record.github_url],
    ['API website', record.source_website],
    [servers.length > 1 ? 'API servers' : 'API server', servers.map(serverText).join(', ')],
    ['API version', api_version && oneLine(api_version)],
    ['Authentication', authentication(record)],
    ['Languages', languages.map((language) => LANGUAGES[language]).join(', ')],
    ['CLI', cli && joinParts(': ', '`go-cli/`', capabilityText(cli))],
    ['MCP server', mcp && joinParts(': ', '`go-mcp/`', capabilityText(mcp))],
    ['Topics', topics.join(', ')],
  ]
  return paragraphs([
    '## At a glance',
    table(
      ['Fact', 'Value'],
      rows.flatMap(([fact, value]) => (value ? [[fact, value]] : [])),
    ),
  ])
}

/** Shows a URL with the values that its variables take. */
function serverText({ url, variables = {} }: SdkRecord['servers'][number]): string {
  const values = Object.entries(variables).flatMap(([name, variable]) => {
    const choices = variable.enum ?? (variable.default ? [variable.default] : [])
    return choices.length > 0 ? [`${name}: ${choices.join(', ')}`] : []
  })
  return `\`${oneLine(url)}\`${values.length > 0 ? ` (${oneLine(values.join('; '))})` : ''}`
}

function entities({ entities, github_url }: SdkRecord): string {
  if (entities.length === 0) {
    return `## Entities\n\nAn entity is a noun of the API, such as an order or a forecast, on which one calls operations. The catalogue has no list of this SDK's entities. The [README in the repository](${github_url}#entities) names each one, with its operations and the API path behind it.`
  }
  const count = entities.length === 1 ? 'one entity' : `${entities.length} entities`
  const more = entities.length - MAX_ENTITIES
  const meanings = Object.entries(OPERATION_MEANING)
    .filter(([op]) => entities.some(({ ops }) => (ops as readonly string[]).includes(op)))
    .map(([op, meaning]) => `\`${op}\` ${meaning}`)
  return paragraphs([
    '## Entities',
    `The API is exposed as ${count}. You call operations on an entity instead of assembling paths and query strings.`,
    table(
      ['Entity', 'Operations'],
      entities
        .slice(0, MAX_ENTITIES)
        .map(({ name, ops }) => [`\`${pascal(name)}\``, ops.length ? ops.join(', ') : 'none of its own']),
    ),
    more > 0 && `${more} more are listed in the [repository](${github_url}#entities).`,
    meanings.length > 0 && `${joinParts(' and ', meanings.slice(0, -1).join(', '), meanings.at(-1))}.`,
  ])
}

function install(record: SdkRecord): string {
  const packages = languageInstalls(withLanguages(record))
  const rows = packages.flatMap(({ label, package: name, command, afterClone = command, needs }) =>
    afterClone ? [[label, `\`${name}\``, `\`${afterClone}\`${needs ? `; needs ${needs}` : ''}`]] : [],
  )
  const { commit } = record
  const released = packages.filter(({ command }) => !command).map((item) => `${item.label} (\`${item.package}\`)`)
  return paragraphs([
    '## Install',
    record.languages.length === 0 &&
      'Its languages are not on record; most generated repositories have each of these six.',
    `Clone first${commit ? `, at the commit ${commit} that these facts were read at` : ''}; Go needs no clone:`,
    fenced('bash', cloneCommand(record)),
    rows.length > 0 && table(['Language', 'Package', 'Then'], rows),
    released.length > 0 && `From a [release](${releasesUrl(record)}): ${released.join(', ')}.`,
    'No registry has the packages yet.',
  ])
}

function quickstart(record: SdkRecord): string | undefined {
  const examples = quickstarts(record)
  const call = firstCallOf(record)
  if (examples.length === 0 || !call) return undefined
  const about = record.first_call
    ? 'It needs least of all calls.'
    : `The [full README](${record.github_url}#readme) has the arguments.`
  return paragraphs([
    '## Quickstart',
    [
      `One call${examples[0]!.id === 'curl' ? '' : ' in each language'}, \`${callName(call)}\`.`,
      about,
      ...examples[0]!.notes,
    ].join(' '),
    ...examples.map(({ label, fence, code }) => `### ${label}\n\n${fenced(fence, code)}`),
  ])
}

function cli(record: SdkRecord): string | undefined {
  const program = cliInstall(record)
  const words = capabilityText(record.cli)
  return (
    program &&
    paragraphs([
      '## Command line',
      `The CLI calls the API from a shell${words ? ` (words: ${words})` : ''} and has an interactive REPL. Build it with ${program.needs}:`,
      fenced('bash', program.command),
    ])
  )
}

function mcp(record: SdkRecord): string | undefined {
  const program = mcpInstall(record)
  if (!program || !record.mcp) return undefined
  const { name } = record.mcp
  const tools = capabilityText(record.mcp)
  const config = { mcpServers: { [name.replace(/-mcp$/, '')]: { command: `/path/to/${name}` } } }
  return paragraphs([
    '## MCP server',
    `The MCP server offers an agent ${tools ? `the tools ${tools}` : 'tools for the entities'}. Build it with ${program.needs}:`,
    fenced('bash', program.command),
    'Then add it to the configuration of your MCP client:',
    fenced('json', JSON.stringify(config, null, 2)),
  ])
}

function offline(record: SdkRecord): string {
  const script = withLanguages(record).languages.includes('ts')
  return `## Test without a network\n\nGenerated SDKs have a test mode: an in-memory transport takes the place of HTTP, so that unit tests need no server, no network and no key.${script ? ` In TypeScript: \`${classOf(record, 'ts')}.test()\`.` : ''}`
}

function notes(record: SdkRecord): string {
  const host = URL.parse(serverUrl(record) ?? '')?.host ?? ''
  // Part of the host may be up to the caller.
  const called = /^[\w.-]+(:\d+)?$/.test(host) ? host : 'the provider'
  const errors =
    record.generation === 'old'
      ? 'as a second value, in TypeScript as exceptions'
      : 'as exceptions, in Go and Lua as an error value'
  return paragraphs([
    '## Endpoints outside the entities',
    'For a path that no entity covers, every client has two low-level methods. `direct` sends a request in one step; `prepare` builds the request and does not send it. Both take a map with `path`, `method`, `params`, `query`, `headers` and `body`, and both go through the same stages as an entity call: find the endpoint, build the request, send it, read the response, hand over the result.',
    '## Before you use it',
    [
      `- Read the API's own terms: the SDK calls ${called} directly, nothing passes through this catalogue.`,
      `- Readiness, as far as recorded: ${oneLine(readinessText(record))}.`,
      '- Limits, availability and data quality are those of the API, not of the SDK.',
      `- Errors of the API reach you ${errors}.`,
      `- Questions and bug reports about the client belong in the [issue tracker](${record.github_url}/issues) of its repository.`,
    ].join('\n'),
  ])
}

function links(record: SdkRecord): string {
  const rows: [string, string | undefined][] = [
    ['Full README', `${record.github_url}#readme`],
    ['Repository', record.github_url],
    ['Releases', releasesUrl(record)],
    ['API website', record.source_website],
    ['OpenAPI description', record.source_openapi_url],
    ['Listed at', record.freepublicapis_url],
  ]
  const list = rows.flatMap(([label, url]) => (url ? [`- ${label}: <${url}>`] : []))
  return `## Links\n\n${list.join('\n')}`
}

const SECTIONS = [title, facts, entities, install, quickstart, recordedAnswer, cli, mcp, offline, notes, links]
