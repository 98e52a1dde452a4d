/** connect and disconnect: a client gets the catalogue by its own command, else in its settings, and loses it again. */
import { spawnSync } from 'node:child_process'
import { fail, failUsage, inOneLine, isConfirmed, type OutputOptions, printResult } from '../output.ts'
import { type Client, clients, entryOf, linkOf, ownWords } from './clients.ts'
import { pasted, serverIn, withServer } from './edit.ts'
import { type Entry, SERVER, Unreadable } from './format.ts'
import { readSettings, replaceSettings, settingsFile } from './settings-file.ts'
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

async function change(client: Client, entry: Entry | undefined, options: ConnectOptions): Promise<void> {
  const { title } = client
  const link = entry && linkOf(client, entry)
  // The client may save its settings while a question is open: they are read again after each answer.
  for (let agreed = ''; ; ) {
    const { file, before, after, current } = await attempt(client, entry, () => look(client, entry))
    const report = {
      client: client.name,
      file,
      changed: after !== before,
      ...(entry && { entry }),
      ...(link && { link }),
    }
    if (after === before) return printResult(options, report, () => `${title}: nothing to change in ${file}.`)
    const own = ownCommand(client, entry, current)
    const shown = own?.join(' ') ?? [...lines('-', current), ...lines('+', entry)].join('\n')
    if (!options.yes && agreed !== shown) {
      const would = own ? `"${shown}" would be run` : `${file} would be changed`
      if (!process.stdin.isTTY) fail(`${would}; add --yes to do it without a question.`)
      const again = agreed && 'The file has changed meanwhile.\n'
      process.stderr.write(`${again}${own ? '' : `${file}\n`}${shown}\n${link ? `${title} also takes ${link}\n` : ''}`)
      if (!(await isConfirmed(own ? `Run this command of ${title}?` : `Change the settings of ${title}?`)))
        return printResult(options, { ...report, changed: false }, () => 'Nothing was changed.')
      agreed = shown
      continue
    }
    const backup = await attempt(client, entry, () => (own ? run(own) : replaceSettings(client, file, before, after)))
    if (backup === undefined) continue
    const done = entry ? `${title} has the server ${SERVER}` : `${title} no longer has the server ${SERVER}`
    const how = own ? `, by "${shown}"` : ` in ${file}`
    const copy = backup && ` The file as it was: ${backup}.`
    const moving = hasVersion(String(entry?.command)) ? ' Connect again after an upgrade of Node.' : ''
    const undo = entry ? ` Undo it with "sdk-catalog disconnect ${client.name}".` : ''
    const made = { ...report, ...(backup && { backup }), ...(own && { command: own }) }
    return printResult(options, made, () => `${done}${how}. Restart the client.${copy}${moving}${undo}`)
  }
}

const lines = (sign: string, entry?: Entry): string[] =>
  entry ? [`${sign} "${SERVER}": ${JSON.stringify(entry)}`] : []

/** What cannot be done here can be done by hand. */
const attempt = <Value>(client: Client, entry: Entry | undefined, work: () => Value): Promise<Value> =>
  inOneLine(async () => work()).catch((error: Error) => {
    if (error.name !== 'StartupError') throw error
    const hand = entry ? `add ${pasted(client, entry)}` : `take ${SERVER} out of ${client.servers}`
    return fail(`${error.message.replace(/\.$/, '')}; to do it by hand, ${hand}.`)
  })

/** The settings before and after the change. */
function look(client: Client, entry: Entry | undefined) {
  const file = settingsFile(client)
  try {
    const before = readSettings(file)
    return { file, before, after: withServer(before, client, entry), current: serverIn(before ?? '', client) }
  } catch (error) {
    // Parsers of deeply nested text run out of stack.
    const problem = error instanceof RangeError ? 'it is nested too deeply' : (error as Error).message
    if (error instanceof Unreadable || error instanceof RangeError) fail(`${file} cannot be read: ${problem}.`)
    throw error
  }
}

/** A command would replace an entry that is there, with what the user has set in it. */
function ownCommand({ own }: Client, entry: Entry | undefined, current: Entry | undefined): string[] | undefined {
  const words = entry
    ? current
      ? undefined
      : 'url' in entry || 'httpUrl' in entry
        ? own?.addUrl
        : own?.add
    : own?.remove
  const [program] = own && words ? onPath(own.program) : []
  return program === undefined ? undefined : [program, ...ownWords(words!, entry)]
}

/** @returns no backup */
function run([program = '', ...words]: readonly string[]): '' {
  const { status, error, stderr = '' } = spawnSync(program, words, { encoding: 'utf8', timeout: 60_000 })
  const said = stderr.trim().split('\n').at(-1)!.replace(/\.$/, '')
  if (status !== 0) fail(`${program} failed: ${error?.message ?? (said || `exit code ${status}`)}.`)
  return ''
}
