/**
 * Keeps a directory equal to the catalogue that is published at a URL. A new one is unpacked beside, checked, and takes
 * its place with two renames; whatever fails, the last good one stays, also for a start without the source.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { Worker } from 'node:worker_threads'
import * as z from 'zod'
import { acquireLock, BuildRunning } from '../builder/publish/lock.ts'
import { publish, recover, stage } from '../builder/publish/publish.ts'
import { makeDirectory } from '../system/make-directory.ts'
import { workerUrl } from '../system/worker-url.ts'
import { secureUrl } from '../text/setting-kinds.ts'
import { InvalidArchive, isZipped, publicKeyOf, unpackCatalog } from './archive.ts'
import type { Checked } from './check-worker.ts'

const WORKER = workerUrl('./check-worker', import.meta.url)
/** For the whole of an archive. */
const TIMEOUT_MS = 5 * 60_000
/** Statuses with a Location: RFC 9110 §15.4. */
const REDIRECTS = [301, 302, 303, 307, 308]
const MOST_REDIRECTS = 5

export interface Source {
  url: string
  /** Base64 of the Ed25519 key that catalogues must be signed with. */
  publicKey?: string | undefined
  /** Where the catalogue is kept. */
  directory: string
}

export type Fetched =
  /** The directory has it. */
  | { state: 'new' | 'unchanged' }
  /** The source does not answer with a catalogue. */
  | { state: 'away'; code: string }
  /** It answers with one that is not to be served. */
  | { state: 'refused'; reason: string }

/** What the directory was made from; kept beside it. */
const Origin = z.strictObject({ place: z.string(), etag: z.string() })

/** Without the query: that of a presigned URL is a secret, and another each time it is signed. */
function placeOf(url: string): string {
  const { origin, pathname } = new URL(url)
  return origin + pathname
}

/** Brings the directory up to date once. Never throws for what the source does. */
export async function follow({ url, publicKey, directory }: Source): Promise<Fetched> {
  const origin = join(dirname(directory), '.catalogue-origin.json')
  let release: () => void
  try {
    makeDirectory(dirname(directory), 0o700)
    release = await acquireLock(directory)
  } catch (error) {
    // Another process of this machine does the same.
    if (error instanceof BuildRunning) return { state: 'unchanged' }
    return { state: 'away', code: codeOf(error as Error) }
  }
  try {
    await recover(directory, async () => {})
    const known = existsSync(directory) ? etagOf(origin, url) : undefined
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await get(url, { signal, headers: known === undefined ? {} : { 'if-none-match': known } })
    if (response.status === 304) return { state: 'unchanged' }
    if (!response.ok || !response.body) {
      await response.body?.cancel()
      return { state: 'away', code: `status ${response.status}` }
    }
    const staged = await stage(directory)
    const archive = Readable.fromWeb(response.body as ReadableStream)
    // One that breaks off before anybody reads it would otherwise end the process; reading it fails all the same.
    archive.on('error', () => {})
    try {
      const key = publicKey === undefined ? undefined : publicKeyOf(publicKey)
      // Some servers give the archive as a tar file in Content-Encoding gzip, which fetch has undone already.
      const zipped = !response.headers.has('content-encoding') || (await isZipped(archive))
      await unpackCatalog(archive, staged, { key, zipped })
      const checked = await check(staged)
      if ('invalid' in checked) return { state: 'refused', reason: checked.invalid }
      const isNew = checked.id !== idOf(directory)
      if (isNew) await publish(staged, directory, async () => {})
      writeFileSync(origin, JSON.stringify({ place: placeOf(url), etag: response.headers.get('etag') ?? '' }), {
        mode: 0o600,
      })
      return { state: isNew ? 'new' : 'unchanged' }
    } finally {
      archive.destroy()
      await rm(staged, { recursive: true, force: true })
    }
  } catch (error) {
    if (error instanceof InvalidArchive) return { state: 'refused', reason: error.message }
    return { state: 'away', code: codeOf(error as Error) }
  } finally {
    release()
  }
}

/**
 * As fetch, but never on to where somebody could change the archive on its way.
 * @throws InvalidArchive for such a URL, and what fetch throws
 */
async function get(url: string, request: RequestInit): Promise<Response> {
  let at = url
  for (let left = MOST_REDIRECTS; left >= 0; left--) {
    const response = await fetch(at, { ...request, redirect: 'manual' })
    const to = REDIRECTS.includes(response.status) ? response.headers.get('location') : null
    if (to === null) return response
    await response.body?.cancel()
    at = new URL(to, at).href
    if (!secureUrl.safeParse(at).success) throw new InvalidArchive('its URL leads to one without TLS')
  }
  throw new InvalidArchive(`its URL leads on more than ${MOST_REDIRECTS} times`)
}

function etagOf(origin: string, url: string): string | undefined {
  try {
    const { data } = Origin.safeParse(JSON.parse(readFileSync(origin, 'utf8')))
    return data?.place === placeOf(url) && data.etag !== '' ? data.etag : undefined
  } catch {
    return undefined
  }
}

function idOf(directory: string): string | undefined {
  try {
    return String(JSON.parse(readFileSync(join(directory, 'manifest.json'), 'utf8')).id)
  } catch {
    return undefined
  }
}

/** Hashing thousands of files takes seconds, which no request should wait for. */
const check = (directory: string): Promise<Checked> =>
  new Promise((resolve, reject) => {
    const thread = new Worker(WORKER, { workerData: { directory } })
    thread.once('message', resolve)
    thread.once('error', reject)
    thread.once('exit', () => reject(new Error('the thread that checks it ended')))
  })

/** Of the system or of zlib where there is one: ECONNREFUSED, Z_DATA_ERROR. */
function codeOf(error: NodeJS.ErrnoException): string {
  const cause = error.cause as NodeJS.ErrnoException | undefined
  return cause?.code ?? error.code ?? error.name
}
