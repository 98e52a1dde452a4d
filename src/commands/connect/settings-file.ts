/** The settings file of a client: read whole, and replaced in one step with its owner, its mode and its links. */
import { isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import * as fs from 'node:fs'
import { homedir } from 'node:os'
import { dirname, isAbsolute } from 'node:path'
import { fail } from '../output.ts'
import type { Client } from './clients.ts'

/** The file itself, where its name is a link into a repository of settings. */
export function settingsFile(client: Client): string {
  const path = client.file({ home: homedir(), platform: process.platform, environment: process.env })
  if (!isAbsolute(path)) fail(`${path} is in no folder: set HOME, or what names the settings, to an absolute path.`)
  if (!fs.lstatSync(path, { throwIfNoEntry: false })) return path
  if (!fs.existsSync(path)) fail(`${path} is a link to a file that is not there; make that file, then try again.`)
  return fs.realpathSync(path)
}

/** Undefined where there is no file. */
export function readSettings(file: string): string | undefined {
  if (!fs.existsSync(file)) return undefined
  // Reading a pipe would wait for a writer.
  if (!fs.statSync(file).isFile()) fail(`${file} is no regular file; look at what it is.`)
  const bytes = fs.readFileSync(file)
  if (!isUtf8(bytes)) fail(`${file} is not in UTF-8; save it as UTF-8, then try again.`)
  return bytes.toString()
}

/**
 * In one step, so that a client that reads meanwhile sees the old or the new file, and again if it has written meanwhile.
 * There is no copy of it: the edit is proven to change our entry alone, and a copy would hold the keys of other servers.
 * @param change no text stands for no file
 */
export function rewrite(file: string, change: (text?: string) => string | undefined): void {
  const before = readSettings(file)
  const after = change(before)
  const old = fs.statSync(file, { throwIfNoEntry: false })
  if (old) fs.accessSync(file, fs.constants.W_OK)
  fs.mkdirSync(dirname(file), { recursive: true })
  const staged = `${file}.${randomUUID()}`
  try {
    fs.writeFileSync(staged, after ?? '', { mode: 0o600, flag: 'wx' })
    const { uid, gid } = fs.statSync(staged)
    // Another name of the file, or its owner, would get lost with a new one.
    const inPlace = old && (old.nlink > 1 || old.uid !== uid || old.gid !== gid)
    if (old) fs.chmodSync(staged, old.mode & 0o7777)
    if (readSettings(file) !== before) rewrite(file, change)
    else if (after === undefined) fs.rmSync(file)
    else if (inPlace) overwrite(file, after, before!)
    else fs.renameSync(staged, file)
  } finally {
    fs.rmSync(staged, { force: true })
  }
}

/** What there was comes back where the disk is full. */
function overwrite(file: string, after: string, before: string): void {
  try {
    fs.writeFileSync(file, after, { mode: 0o600 })
  } catch (error) {
    fs.writeFileSync(file, before, { mode: 0o600 })
    throw error
  }
}
