/** connect and disconnect: writes the catalogue into the settings of an MCP client, and takes it out again. */
import { isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { styleText } from 'node:util'
import { mcpEndpoint } from '../load-services.ts'
import { fail, inOneLine, isConfirmed, type OutputOptions, printResult } from '../output.ts'
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
  await inOneLine(() => change(client, entry, options))
}

export async function disconnectCommand(name: string, options: ConnectOptions): Promise<void> {
  await inOneLine(() => change(clientNamed(name), undefined, options))
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
  const file = settingsFile(client.file({ home: homedir(), platform: process.platform, environment: process.env }))
  const title = client.title
  // The client may save its settings while a question is open: they are read again after each answer.
  for (let agreed = ''; ; ) {
    const before = readSettings(file)
    const after = edited(before, file, client, entry)
    const report = { client: client.name, file, changed: after !== before, ...(entry && { entry }) }
    if (after === before) return printResult(options, report, () => `${title}: nothing to change in ${file}.`)
    const shown = difference(before, after)
    if (!options.yes && agreed !== shown) {
      if (!process.stdin.isTTY) fail(`${file} would be changed; add --yes to do it without a question.`)
      process.stderr.write(`${agreed && 'The file has changed meanwhile.\n'}${file}\n${shown}\n`)
      if (!(await isConfirmed(`Change the settings of ${title}?`)))
        return printResult(options, { ...report, changed: false }, () => 'Nothing was changed.')
      agreed = shown
      continue
    }
    const replaced = replace(file, before, after)
    if (!replaced) continue
    const { backup } = replaced
    const undo = entry ? ` Undo it with "sdk-catalog disconnect ${client.name}".` : ''
    const copy = backup ? ` The file as it was: ${backup}.` : ''
    const done = entry ? `${title} has the server ${SERVER} in ${file}.` : `${SERVER} is no longer in ${file}.`
    return printResult(
      options,
      { ...report, ...(backup && { backup }) },
      () => `${done} Restart the client to use it.${copy}${undo}`,
    )
  }
}

/** The file itself, where its name is a link into a repository of settings. */
function settingsFile(path: string): string {
  if (!lstatSync(path, { throwIfNoEntry: false })) return path
  if (!existsSync(path)) fail(`${path} is a link to a file that is not there; make that file, then try again.`)
  return realpathSync(path)
}

/** Empty where there is no file. */
function readSettings(file: string): string {
  if (!existsSync(file)) return ''
  // Reading a pipe would wait for a writer.
  if (!statSync(file).isFile()) fail(`${file} is no regular file; look at what it is.`)
  const bytes = readFileSync(file)
  if (!isUtf8(bytes)) fail(`${file} is not in UTF-8; save it as UTF-8, then try again.`)
  return bytes.toString()
}

function edited(before: string, file: string, client: Client, entry: Record<string, unknown> | undefined): string {
  try {
    return withServer(before, client, entry)
  } catch (error) {
    // Parsers of deeply nested text run out of stack.
    const problem = error instanceof RangeError ? 'it is nested too deeply' : (error as Error).message
    if (error instanceof Unreadable || error instanceof RangeError)
      fail(`${file} cannot be read: ${problem}; correct it, then try again.`)
    throw error
  }
}

/**
 * In one step, so that a client that reads meanwhile sees the old or the new file; with the same mode and owner.
 * @returns the copy of the file as it was, if there was one; nothing where it is no longer as it was read
 */
function replace(file: string, before: string, after: string): { backup?: string } | undefined {
  mkdirSync(dirname(file), { recursive: true })
  const staged = `${file}.${randomUUID()}`
  try {
    writeLike(file, staged, after)
    const copy = before === '' ? {} : { backup: backUp(file, before) }
    if (readSettings(file) !== before) return undefined
    renameSync(staged, file)
    return copy
  } finally {
    rmSync(staged, { force: true })
  }
}

/** A copy under a name that is free, or the one that is the same already: what was there before us is never lost. */
function backUp(file: string, before: string): string {
  for (let number = 1; ; number++) {
    const backup = `${file}${BACKUP}${number === 1 ? '' : `-${number}`}`
    try {
      writeLike(file, backup, before)
      return backup
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      if (existsSync(backup) && statSync(backup).isFile() && readFileSync(backup, 'utf8') === before) return backup
    }
  }
}

/** A new file with the mode of the old one, and its owner where root writes for somebody else. */
function writeLike(old: string, file: string, text: string): void {
  const stat = statSync(old, { throwIfNoEntry: false })
  writeFileSync(file, text, { mode: stat ? stat.mode & 0o777 : 0o600, flag: 'wx' })
  if (stat && process.getuid?.() === 0) chownSync(file, stat.uid, stat.gid)
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
