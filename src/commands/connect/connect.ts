/** connect and disconnect: writes the catalogue into the settings of an MCP client, and takes it out again. */
import { isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { styleText } from 'node:util'
import { mcpEndpoint } from '../load-services.ts'
import { fail, isConfirmed, type OutputOptions, printResult } from '../output.ts'
import { type Client, type ClientConnection, clients, entryOf } from './clients.ts'
import { SERVER, Unreadable, withServer } from './edit.ts'

interface ConnectOptions extends OutputOptions {
  url?: string
  catalog?: string
  /** Lets agents send requests to the APIs. */
  allowCalls?: boolean
  /** Writes without asking. */
  yes?: boolean
}

const BIN = fileURLToPath(new URL('../../../bin/sdk-catalog.js', import.meta.url))
const CALLS =
  'With --allow-calls, agents in this client may send read-only requests from this machine to the public servers in the ' +
  'catalogue, with the keys in the environment of the client. What an API answers is read by the agent.'
const BACKUP = '.before-sdk-catalog'

export async function connectCommand(name: string, options: ConnectOptions): Promise<void> {
  const client = clientNamed(name)
  const entry = entryOf(client, connectionOf(options))
  if (!entry) fail(`${client.title} takes no URL in its file; add it in its settings, or leave out --url.`)
  if (options.allowCalls) process.stderr.write(`${CALLS}\n`)
  await change(client, entry, options)
}

export async function disconnectCommand(name: string, options: ConnectOptions): Promise<void> {
  await change(clientNamed(name), undefined, options)
}

/** Other names fail as wrong usage. */
const clientNamed = (name: string): Client => clients.find((client) => client.name === name)!

function connectionOf({ url, catalog, allowCalls }: ConnectOptions): ClientConnection {
  if (url !== undefined) return { url: mcpEndpoint(url) }
  const args = [
    'stdio',
    ...(catalog === undefined ? [] : ['--catalog', catalog]),
    ...(allowCalls ? ['--allow-calls'] : []),
  ]
  const spec = npxSpec(BIN)
  if (spec === undefined) return { command: process.execPath, args: [BIN, ...args] }
  // A name alone would run whatever somebody publishes under it.
  if (!/^[\w+]+:/.test(spec))
    fail('npx keeps this program only for a while; install it first: npm install --global URL.')
  return { command: 'npx', args: ['-y', spec, ...args] }
}

/** What npx was asked to run, such as the URL of a package; undefined for a program outside its cache, which is cleaned now and then. */
export function npxSpec(bin: string): string | undefined {
  const [, folder] = /^(.*[\\/]_npx[\\/][^\\/]+)[\\/]/.exec(bin) ?? []
  if (folder === undefined) return undefined
  const { _npx } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { _npx?: { packages?: string[] } }
  return _npx?.packages?.[0] ?? ''
}

async function change(
  client: Client,
  entry: Record<string, unknown> | undefined,
  options: ConnectOptions,
): Promise<void> {
  const machine = { home: homedir(), platform: process.platform, environment: process.env }
  const path = client.file(machine)
  // A settings file may be a link into a repository of them.
  const file = existsSync(path) ? realpathSync(path) : path
  // Reading a pipe would wait for a writer.
  if (existsSync(file) && !statSync(file).isFile()) fail(`${file} is no regular file; look at what it is.`)
  const bytes = existsSync(file) ? readFileSync(file) : Buffer.of()
  if (!isUtf8(bytes)) fail(`${file} is not in UTF-8; save it as UTF-8, then try again.`)
  const before = bytes.toString()
  const after = edited(before, file, client, entry)
  const report = { client: client.name, file, changed: after !== before, ...(entry && { entry }) }
  if (after === before) {
    return printResult(options, report, () => `${client.title}: nothing to change in ${file}.`)
  }
  if (!options.yes) {
    if (!process.stdin.isTTY) fail(`${file} would be changed; add --yes to do it without a question.`)
    process.stderr.write(`${file}\n${difference(before, after)}\n`)
    if (!(await isConfirmed(`Change the settings of ${client.title}?`)))
      return printResult(options, { ...report, changed: false }, () => 'Nothing was changed.')
  }
  mkdirSync(dirname(file), { recursive: true })
  const backup = before === '' ? undefined : backUp(file)
  replace(file, after)
  const undo = entry ? ` Undo it with "sdk-catalog disconnect ${client.name}".` : ''
  const copy = backup ? ` The file as it was: ${backup}.` : ''
  const done = entry ? `${client.title} has the server ${SERVER} in ${file}.` : `${SERVER} is no longer in ${file}.`
  printResult(
    options,
    { ...report, ...(backup && { backup }) },
    () => `${done} Restart the client to use it.${copy}${undo}`,
  )
}

function edited(before: string, file: string, client: Client, entry: Record<string, unknown> | undefined): string {
  try {
    return withServer(before, client, entry)
  } catch (error) {
    if (error instanceof Unreadable) fail(`${file} cannot be read: ${error.message}; correct it, then try again.`)
    throw error
  }
}

/** A copy under a name that is free, or the one that is the same already: what was there before us is never lost. */
function backUp(file: string): string {
  const bytes = readFileSync(file)
  for (let number = 1; ; number++) {
    const backup = `${file}${BACKUP}${number === 1 ? '' : `-${number}`}`
    try {
      writeFileSync(backup, bytes, { flag: 'wx', mode: modeOf(file) })
      return backup
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      if (existsSync(backup) && statSync(backup).isFile() && readFileSync(backup).equals(bytes)) return backup
    }
  }
}

const modeOf = (file: string): number => (existsSync(file) ? statSync(file).mode & 0o777 : 0o600)

/** In one step, so that a client that reads meanwhile sees the old or the new file; with the same mode. */
function replace(file: string, text: string): void {
  const staged = `${file}.${randomUUID()}`
  try {
    writeFileSync(staged, text, { mode: modeOf(file), flag: 'wx' })
    renameSync(staged, file)
  } finally {
    rmSync(staged, { force: true })
  }
}

/** Removed and added lines, without the lines that both texts begin and end with. */
function difference(before: string, after: string): string {
  const [oldLines, newLines] = [before.split('\n'), after.split('\n')]
  let start = 0
  while (start < oldLines.length && start < newLines.length && oldLines[start] === newLines[start]) start++
  let end = 0
  const shorter = Math.min(oldLines.length, newLines.length) - start
  while (end < shorter && oldLines.at(-1 - end) === newLines.at(-1 - end)) end++
  const lines = (text: readonly string[], sign: string, colour: 'red' | 'green') =>
    text.slice(start, text.length - end).map((line) => styleText(colour, `${sign} ${line}`, { stream: process.stderr }))
  return [...lines(before === '' ? [] : oldLines, '-', 'red'), ...lines(newLines, '+', 'green')].join('\n')
}
