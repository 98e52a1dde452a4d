/** connect and disconnect: a client gets the catalogue by its own command, else in its settings, and loses it again. */
import { spawnSync } from 'node:child_process'
import { isDeepStrictEqual } from 'node:util'
import { withoutUndefined } from '../../system/optional-members.ts'
import { joinParts } from '../../text/join-parts.ts'
import { fail, failUsage, inOneLine, isConfirmed, type OutputOptions, printResult } from '../output.ts'
import { type Client, clients, type Entry, entryOf, linkOf, ownWords, pasted, SERVER } from './clients.ts'
import { isDone, serverIn, withServer } from './edit.ts'
import { readSettings, rewrite, settingsFile } from './settings-file.ts'
import { type ConnectionOptions, connectionOf, hasVersion, onPath } from './start-command.ts'

interface ConnectOptions extends OutputOptions, ConnectionOptions {
  /** Changes without asking. */
  yes?: boolean
}

const CALLS =
  'With --allow-calls, agents in this client may send read-only requests from this machine to the public servers in the ' +
  'catalogue, with the keys in the environment of the client. What an API answers is read by the agent.'

export async function connectCommand(name: string, options: ConnectOptions): Promise<void> {
  const client = clientNamed(name)
  const entry = entryOf(client, connectionOf(options))
  if (!entry) failUsage(`${client.title} takes no URL in its file; add it in its settings, or leave out --url.`)
  if (options.allowCalls) process.stderr.write(`${CALLS}\n`)
  await change(client, entry, options)
}

export const disconnectCommand = (name: string, options: ConnectOptions): Promise<void> =>
  change(clientNamed(name), undefined, options)

/** Other names fail as wrong usage. */
const clientNamed = (name: string): Client => clients.find((client) => client.name === name)!

/** What cannot be done here can be done by hand. */
async function change(client: Client, entry: Entry | undefined, options: ConnectOptions): Promise<void> {
  try {
    await inOneLine(() => changed(client, entry, options))
  } catch (error) {
    const { name, message } = error as Error
    if (name !== 'StartupError') throw error
    const hand = entry ? `add ${pasted(client, entry)}` : `take ${SERVER} out of ${client.servers}`
    fail(`${message.replace(/\.$/, '')}; to do it by hand, ${hand}.`)
  }
}

async function changed(client: Client, entry: Entry | undefined, options: ConnectOptions): Promise<void> {
  const { title, name } = client
  const file = settingsFile(client)
  const link = entry && linkOf(client, entry)
  const report = withoutUndefined({ client: name, file, changed: true, entry, link })
  const current = entryIn(readSettings(file), file, client)
  if (isDone(current, entry))
    return printResult(options, { ...report, changed: false }, () => `${title}: nothing to change in ${file}.`)
  const own = ownCommand(client, entry, current)
  const shown = own?.join(' ') ?? difference(current, entry)
  if (!options.yes && !(await isAgreed(client, shown, own ? undefined : file, link)))
    return printResult(options, { ...report, changed: false }, () => 'Nothing was changed.')
  if (own) run(own)
  else edit(client, file, entry, current)
  const done = `${title} ${entry ? 'has' : 'no longer has'} the server ${SERVER}${own ? `, by "${shown}"` : ` in ${file}`}`
  const moving = hasVersion(String(entry?.command)) ? ' Connect again after an upgrade of Node.' : ''
  const undo = entry ? ` Undo it with "sdk-catalog disconnect ${name}".` : ''
  printResult(
    options,
    withoutUndefined({ ...report, command: own }),
    () => `${done}. Restart the client.${moving}${undo}`,
  )
}

/** @param shown the command of the client, else the difference of the file */
async function isAgreed({ title }: Client, shown: string, file?: string, link?: string): Promise<boolean> {
  const would = file === undefined ? `"${shown}" would be run` : `${file} would be changed`
  if (!process.stdin.isTTY) fail(`${would}; add --yes to do it without a question`)
  process.stderr.write(`${joinParts('\n', file, shown, link && `${title} also takes ${link}`)}\n`)
  return isConfirmed(file === undefined ? `Run this command of ${title}?` : `Change the settings of ${title}?`)
}

/** A line for what goes and one for what comes. */
const difference = (current?: Entry, entry?: Entry): string =>
  Object.entries({ '-': current, '+': entry })
    .flatMap(([sign, each]) => (each ? `${sign} "${SERVER}": ${JSON.stringify(each)}` : []))
    .join('\n')

/** The client may save its settings while the question is open. */
const edit = (client: Client, file: string, entry?: Entry, current?: Entry): void =>
  rewrite(file, (text) => {
    if (!isDeepStrictEqual(entryIn(text, file, client), current)) fail(`${file} has changed meanwhile; try again`)
    return understood(file, () => withServer(text, client, entry))
  })

const entryIn = (text: string | undefined, file: string, client: Client): Entry | undefined =>
  understood(file, () => serverIn(text ?? '', client))

function understood<Value>(file: string, work: () => Value): Value {
  try {
    return work()
  } catch (error) {
    const { name, message } = error as Error
    // Parsers of deeply nested text run out of stack.
    return fail(`${file} cannot be read: ${name === 'RangeError' ? 'it is nested too deeply' : message.split('\n')[0]}`)
  }
}

/** Undefined where the file is edited: a command would replace an entry with what the user has set in it. */
function ownCommand({ title, own, isToml }: Client, entry?: Entry, current?: Entry): string[] | undefined {
  if (isToml && entry && current) fail(`${title} has another server ${SERVER}; disconnect it first`)
  const words = !entry ? own?.remove : current ? undefined : entry.url || entry.httpUrl ? own?.addUrl : own?.add
  const [program] = own && words ? onPath(own.program) : []
  if (isToml && !program) fail(`${title} is changed by its command ${own!.program}, which is not on PATH`)
  return program === undefined ? undefined : [program, ...ownWords(words!, entry)]
}

function run([program = '', ...words]: readonly string[]): void {
  const { status, error, stderr = '' } = spawnSync(program, words, { encoding: 'utf8', timeout: 60_000 })
  const said = stderr.trim().split('\n').at(-1)!.replace(/\.$/, '')
  if (status !== 0) fail(`${program} failed: ${error?.message ?? (said || `exit code ${status}`)}`)
}
