/** Changes one server in the text of a settings file: the members that connect owns, and no other byte. */
import { isDeepStrictEqual } from 'node:util'
import type { Client } from './clients.ts'
import { type Entry, SERVER, type Settings, type SettingsFormat, Unreadable } from './format.ts'
import { jsonSettings } from './json.ts'
import { tomlSettings } from './toml.ts'

/** Members of an entry that connect writes; env, approvals and the like belong to the user. */
const OWNED = ['type', 'command', 'args', 'url', 'serverUrl', 'httpUrl']
const BOM = '\uFEFF'

const FORMATS: Record<Client['format'], SettingsFormat> = { json: jsonSettings, toml: tomlSettings }

/** Our entry in the text of a settings file. @throws Unreadable */
export const serverIn = (text: string, { format, servers }: Client): Entry | undefined =>
  FORMATS[format].read(text.replace(BOM, ''), servers)[servers]?.[SERVER]

/** The entry in one line, as somebody puts it into the file: in TOML, before the first table. */
export function pasted({ format, servers }: Client, entry: Entry): string {
  if (format === 'json') return JSON.stringify({ [servers]: { [SERVER]: entry } })
  const members = Object.entries(entry).map(([name, value]) => `${name} = ${JSON.stringify(value)}`)
  return `${servers}.${SERVER} = { ${members.join(', ')} }`
}

/**
 * The text with the server; without it where the entry is undefined. No text stands for no file.
 * @throws Unreadable also where the change would be seen in anything else that the file says, or could not be undone
 */
export function withServer(text: string | undefined, client: Client, entry: Entry | undefined): string | undefined {
  const { servers } = client
  const format = FORMATS[client.format]
  const bom = text?.startsWith(BOM) ? BOM : ''
  const before = text?.slice(bom.length) ?? ''
  const [current, others] = partsOf(format.read(before, servers), servers)
  const differing = OWNED.filter((name) => !isDeepStrictEqual(current?.[name], entry?.[name]))
  if (entry ? current && differing.length === 0 : !current) return text
  let after = before
  if (!entry) after = format.remove(before, servers)
  else if (!current) after = format.add(before, servers, entry, text === undefined)
  else for (const name of differing) after = format.set(after, servers, name, entry[name])
  const kept = Object.entries(current ?? {}).filter(([name]) => !OWNED.includes(name))
  const expected = [entry && { ...Object.fromEntries(kept), ...entry }, others]
  const isReversible = !entry || current || text === undefined || format.remove(after, servers) === before
  if (!isReversible || !isDeepStrictEqual(readBack(after, servers, format), expected))
    throw new Unreadable(`its ${servers} has a form that only you can change`)
  // What is left of a file that connect made.
  if (!entry && after.trim() === '' && /^[{[][\s\S]*\n$/.test(text!)) return undefined
  return bom + after
}

/** Our entry, and everything else. No list of servers says the same as an empty one. */
function partsOf(settings: Settings, servers: string): [Entry | undefined, Settings] {
  const { [SERVER]: ours, ...others } = settings[servers] ?? {}
  return [ours && { ...ours }, { ...settings, [servers]: others }]
}

/** Undefined where it cannot be read any more. */
function readBack(text: string, servers: string, format: SettingsFormat) {
  try {
    return partsOf(format.read(text, servers), servers)
  } catch {
    return undefined
  }
}
