/** How the generated CLI and MCP server make a call, and how a client is configured for the server. */
import type { SdkRecord } from '../record/record.ts'
import type { Call } from './arguments.ts'
import { keyVariable } from './client.ts'
import { baseName } from './install.ts'
import { capabilities } from './surfaces.ts'

/** One line of the shell, in the directory of the program; undefined if the CLI cannot make the call. */
export function cliCommand({ cli }: SdkRecord, call: Call): string | undefined {
  if (!cli || call.missed || !capabilities(cli)?.includes(call.op)) return undefined
  const entries = Object.entries({ ...call.arguments, ...call.fields }).map(
    ([name, value]) => `${mapKey(name)}:${JSON.stringify(value)}`,
  )
  const query = entries.length > 0 ? ` ${quoted(`{${entries.join(',')}}`)}` : ''
  return `./${cli.name} ${call.op}${query} ${call.entity}`
}

const mapKey = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name))
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** The tool and what to pass to it; undefined if the server cannot make the call. */
export function mcpToolCall({ mcp }: SdkRecord, call: Call) {
  const name = mcp && capabilities(mcp)?.find((tool) => tool.endsWith(`_${call.op}`))
  if (!name || call.missed) return undefined
  const values = { ...call.arguments, ...call.fields }
  const query = Object.keys(values).length > 0 ? { query: values } : {}
  return { name, arguments: { entity: call.entity, ...query } }
}

/** Settings of an MCP client, in the form that most share. */
export function mcpSettings(record: SdkRecord) {
  const { auth, mcp } = record
  const isKeyed = auth.scheme !== 'none' && auth.needed !== 'optional'
  const env = isKeyed ? { env: { [keyVariable(record)]: '…' } } : {}
  return { mcpServers: { [baseName(record.slug)]: { command: `/path/to/${mcp?.name}`, ...env } } }
}

/** What a reader must know before the programs are used for this call, a sentence each. */
export function programNotes(record: SdkRecord, call: Call): string[] {
  const isPassed = ['none', 'unknown'].includes(record.auth.scheme) || (record.auth.pass ?? 'apikey') === 'apikey'
  return [
    ...(call.direct && call.op === 'list'
      ? ['Both programs print [] for this list, as the client loses its answer.']
      : []),
    ...(isPassed ? [] : ['The programs send a key only as the Authorization header, which this API does not read.']),
  ]
}
