/** Changes one server in the text of a settings file: the members that connect owns, and no other byte. */
import { isDeepStrictEqual } from 'node:util'
import { parse } from 'smol-toml'
import { type Client, type Entry, SERVER } from './clients.ts'
import { add, read, remove, type Settings, set, Unreadable } from './json.ts'

/** Members of an entry that connect writes; env, approvals and the like belong to the user. */
const OWNED = ['type', 'command', 'args', 'url', 'serverUrl', 'httpUrl']
const BOM = '\uFEFF'

/** Our entry in the text of a settings file. @throws Unreadable */
export function serverIn(text: string, { isToml, servers }: Client): Entry | undefined {
  const plain = text.replace(BOM, '')
  const settings = isToml ? (parse(plain, { integersAsBigInt: true }) as unknown as Settings) : read(plain, servers)
  return settings[servers]?.[SERVER]
}

/** Names of the members that connect would change. */
export const differing = (current?: Entry, entry?: Entry): string[] =>
  OWNED.filter((name) => !isDeepStrictEqual(current?.[name], entry?.[name]))

/**
 * The text with the server; without it where the entry is undefined. No text stands for no file.
 * @throws Unreadable also where the change would be seen in anything else that the file says, or could not be undone
 */
export function withServer(text: string | undefined, { servers }: Client, entry?: Entry): string | undefined {
  const bom = text?.startsWith(BOM) ? BOM : ''
  const before = text?.slice(bom.length) ?? ''
  const [current, others] = partsOf(read(before, servers), servers)
  const names = differing(current, entry)
  if (entry ? current && names.length === 0 : !current) return text
  const after = !entry
    ? remove(before, servers)
    : current
      ? names.reduce((changed, name) => set(changed, servers, name, entry[name]), before)
      : add(before, servers, entry) + (text === undefined ? '\n' : '')
  const kept = Object.entries(current ?? {}).filter(([name]) => !OWNED.includes(name))
  const expected = [entry && { ...Object.fromEntries(kept), ...entry }, others]
  const isReversible = !entry || current || text === undefined || remove(after, servers) === before
  if (!isReversible || !isDeepStrictEqual(partsOf(read(after, servers), servers), expected))
    throw new Unreadable(`its ${servers} has a form that only you can change`)
  // What is left of a file that connect made.
  return !entry && after === '\n' && before.startsWith('{') ? undefined : bom + after
}

/** Our entry, and everything else. No list of servers says the same as an empty one. */
function partsOf(settings: Settings, servers: string): [Entry | undefined, Settings] {
  const { [SERVER]: ours, ...others } = settings[servers] ?? {}
  return [ours && { ...ours }, { ...settings, [servers]: others }]
}
