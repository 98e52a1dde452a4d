/** The server of an API, and whether it can be reached from other machines. */
import type { SdkRecord } from '../catalog/record/record.ts'
import { serverUrl } from '../catalog/record/traits.ts'
import { baseName } from './install.ts'

/** Providers that switched off what they hosted. */
const RETIRED = /(?:^|\.)(?:repl\.co|glitch\.me|000webhostapp\.com|deta\.dev|deta\.app|cyclic\.app)$/
/** RFC 1918, RFC 6598 and RFC 3927 list these addresses. */
const PRIVATE = /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|169\.254\.)/
/** RFC 6761 and RFC 6762 list these names. */
const LOCAL = /(?:^|\.)(?:localhost|local|internal|test|invalid)$|^127\.|^0\.0\.0\.0$|^\[::1?\]$/
/** RFC 2606 reserves these names for examples. */
const EXAMPLE = /(?:^|\.)example(?:\.(?:com|net|org))?$/

/** Why a server cannot be reached from other machines, to follow "is"; undefined if it may be. */
export function unreachable(url: string): string | undefined {
  // A placeholder in the host is filled in by the caller.
  const host = URL.parse(url.replace(/\{[^{}]*\}/g, 'x.x'))?.hostname
  if (host === undefined) return undefined
  if (LOCAL.test(host)) return 'only on the own machine'
  if (PRIVATE.test(host)) return 'a private address'
  if (EXAMPLE.test(host)) return 'a name for examples'
  if (!host.includes('.') && !host.includes(':')) return 'no public name'
  return RETIRED.test(host) ? 'a host that was switched off' : undefined
}

const upper = (name: string): string => name.replace(/\W+/g, '_').toUpperCase()

/** An environment variable of this SDK: `AI_CATS_APIKEY`. */
export const variableFor = ({ slug }: Pick<SdkRecord, 'slug'>, name: string): string =>
  `${upper(baseName(slug))}_${upper(name)}`

/** The variable that the CLI and the MCP server read the base URL from, too. */
export const baseVariable = (record: Pick<SdkRecord, 'slug'>): string => variableFor(record, 'BASE')

/** Tells a reader, in a sentence, of a server that cannot be reached. */
export function unreachableNotes(record: SdkRecord): string[] {
  const url = serverUrl(record)
  const reason = url === undefined ? undefined : unreachable(url)
  return reason ? [`The server on record, ${url}, is ${reason}: set ${baseVariable(record)} to yours.`] : []
}

/** The same, and what every request to the server is. */
export function serverNotes(record: SdkRecord): string[] {
  const url = serverUrl(record)
  const isGraphql = url !== undefined && /\/graphql\/?$/i.test(url)
  return [...unreachableNotes(record), ...(isGraphql ? [`Each operation is a POST of a GraphQL query to ${url}.`] : [])]
}
