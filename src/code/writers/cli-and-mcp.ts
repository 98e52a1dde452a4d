/** How the generated CLI and MCP server make a call, and how a client is configured for the server. */
import { PROGRAMS, type ProgramKind } from '../../catalog/record/languages.ts'
import type { SdkRecord } from '../../catalog/record/record.ts'
import type { Call } from '../arguments.ts'
import { keyVariable, passesKey } from '../client-options.ts'
import { baseName } from '../install.ts'
import { capabilities, hasOperation } from '../surfaces.ts'

/** A call passes these, as JSON has them. */
type Values = Readonly<Record<string, unknown>>

/** One line of the shell, in the directory of the program; undefined if the CLI cannot make the call. */
export function cliCommand({ cli }: SdkRecord, { entity, op, missed }: Call<unknown>, values: Values) {
  if (!cli || missed || !capabilities(cli)?.includes(op)) return undefined
  const entries = Object.entries(values).map(([name, value]) => `${mapKey(name)}:${JSON.stringify(value)}`)
  const query = entries.length > 0 ? ` ${quoted(`{${entries.join(',')}}`)}` : ''
  return `./${cli.name} ${op}${query} ${entity}`
}

const mapKey = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name))
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** The tool and what to pass to it; undefined if the server cannot make the call. */
export function mcpToolCall({ mcp }: SdkRecord, { entity, op, missed }: Call<unknown>, values: Values) {
  const name = mcp && capabilities(mcp)?.find((tool) => tool.endsWith(`_${op}`))
  if (!name || missed) return undefined
  return { name, arguments: { entity, ...(Object.keys(values).length > 0 && { query: values }) } }
}

/** Settings of an MCP client, in the form that most share. */
export function mcpSettings(record: SdkRecord) {
  const { auth, mcp } = record
  const isKeyed = auth.scheme !== 'none' && auth.needed !== 'optional'
  const env = isKeyed ? { env: { [keyVariable(record)]: auth.test_key ?? '…' } } : {}
  return { mcpServers: { [baseName(record.slug)]: { command: `/path/to/${mcp?.name}`, ...env } } }
}

/** Why the program cannot make this call, a sentence; undefined if it can. */
export function programFailure(record: SdkRecord, kind: ProgramKind, call: Call<unknown>): string | undefined {
  const { auth } = record
  const program = record[kind]
  const names = program && capabilities(program)
  const name = PROGRAMS[kind]
  if (!names) return `What the ${name} can call is not on record.`
  if (!hasOperation(program, call.op))
    return `The ${name} has no ${call.op}${names.length > 0 ? `, only ${names.join(', ')}` : ''}.`
  if (call.missed) return `The ${call.op} of the ${name} would request another path.`
  if (call.direct && call.op === 'list') return `The ${name} prints [] for this list, as the client loses its answer.`
  const isPassed = auth.scheme === 'unknown' || (auth.pass ?? 'apikey') === 'apikey' || !passesKey(record, call)
  return isPassed
    ? undefined
    : `The ${name} sends a key only as the Authorization header, which this API does not read.`
}
