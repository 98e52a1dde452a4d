/**
 * Keeps a directory equal to the catalogue that is published at a URL. A new one is unpacked beside, checked, and takes
 * its place with two renames; whatever fails, the last good one stays, also for a start without the source.
 */
import { createWriteStream, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Dispatcher, HeadersInit, RequestInit, Response } from 'undici'
import * as z from 'zod'
import { acquireLock, BuildRunning } from '../builder/publish/lock.ts'
import { publish, recover, stage } from '../builder/publish/put-in-place.ts'
import { MANIFEST_FILE } from '../store/catalog-files.ts'
import { fingerprint } from '../store/signature.ts'
import { makeDirectory } from '../system/make-directory.ts'
import { failureCode } from '../system/network-failure.ts'
import { resultOfThread, workerUrl } from '../system/threads.ts'
import { secureUrl } from '../text/setting-kinds.ts'
import { extractCatalog, InvalidArchive } from './archive.ts'
import type { Checked } from './check-worker.ts'

const WORKER = workerUrl('./check-worker', import.meta.url)
/** Limit of one download. */
const TIMEOUT_MS = 5 * 60_000
/** Statuses with a Location: RFC 9110 §15.4. */
const REDIRECTS = [301, 302, 303, 307, 308]
const MAX_REDIRECTS = 5

export interface ArchiveSource {
  url: string
  /** Base64 of the Ed25519 key that catalogues must be signed with. */
  publicKey?: string | undefined
  /** Where the catalogue is kept. */
  directory: string
  /** What the directory holds is not to be served, so it is replaced by whatever is published. */
  replace?: boolean
}

/** `away`: the source does not answer with a catalogue; `refused`: it answers with an invalid one. */
export type Fetched =
  | { state: 'new' | 'unchanged' }
  | { state: 'away'; code: string }
  | { state: 'refused'; reason: string }

/** What the directory was made from, and with which key; kept beside it. */
const Origin = z.strictObject({ place: z.string(), etag: z.string(), key: z.string() })

/** Without the query: that of a presigned URL is a secret, and another each time it is signed. */
function placeOf(url: string): string {
  const { origin, pathname } = new URL(url)
  return origin + pathname
}

/**
 * Brings the directory up to date once. Never throws for what the source does.
 * @param dispatcher what sends the requests, in place of connections of its own
 */
export async function follow(
  { url, publicKey, directory, replace = false }: ArchiveSource,
  dispatcher?: Dispatcher,
): Promise<Fetched> {
  const origin = join(dirname(directory), '.catalogue-origin.json')
  let release: () => void
  try {
    makeDirectory(dirname(directory), 0o700)
    release = await acquireLock(directory)
  } catch (error) {
    // Another process of this machine does the same.
    if (error instanceof BuildRunning) return { state: 'unchanged' }
    return { state: 'away', code: failureCode(error as Error) }
  }
  try {
    await recover(directory, async () => {})
    const place = placeOf(url)
    const key = publicKey === undefined ? '' : fingerprint(publicKey)
    const { data: last } = Origin.safeParse(readJson(origin))
    const isOfLast = last?.place === place && last.key === key && existsSync(directory)
    const etag = isOfLast && !replace && last.etag !== '' ? last.etag : undefined
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const headers: HeadersInit = etag === undefined ? {} : { 'if-none-match': etag }
    const response = await get(url, { signal, headers, ...(dispatcher && { dispatcher }) })
    if (response.status === 304) return { state: 'unchanged' }
    if (!response.ok || !response.body) {
      await response.body?.cancel()
      return { state: 'away', code: `status ${response.status}` }
    }
    const staged = await stage(directory)
    const archive = join(dirname(directory), '.catalogue-download')
    try {
      // Whole before it is unpacked: the server need not wait for the disk, and may close the connection at once.
      await pipeline(response.body, createWriteStream(archive, { mode: 0o600 }), { signal })
      await extractCatalog(archive, staged, { publicKey, signal })
      const checked = await check(staged)
      if ('invalid' in checked) return { state: 'refused', reason: checked.invalid }
      const isNew = replace || !isOfLast || checked.id !== readJson(join(directory, MANIFEST_FILE))?.id
      if (isNew) await publish(staged, directory, async () => {})
      const fetched = { place, etag: response.headers.get('etag') ?? '', key }
      writeFileSync(origin, JSON.stringify(fetched), { mode: 0o600 })
      return { state: isNew ? 'new' : 'unchanged' }
    } finally {
      await rm(archive, { force: true })
      await rm(staged, { recursive: true, force: true })
    }
  } catch (error) {
    if (error instanceof InvalidArchive) return { state: 'refused', reason: error.message }
    return { state: 'away', code: failureCode(error as Error) }
  } finally {
    release()
  }
}

/**
 * As fetch, but never on to where somebody could change the archive on its way.
 * @throws InvalidArchive for such a URL, and what fetch throws
 */
async function get(url: string, request: RequestInit): Promise<Response> {
  // Not those of Node: 24.21 ends the process where the server closes the connection early (nodejs/undici#5360).
  const { Agent, fetch } = await import('undici')
  const dispatcher = request.dispatcher ?? new Agent()
  let at = url
  for (let left = MAX_REDIRECTS; left >= 0; left--) {
    const response = await fetch(at, { ...request, dispatcher, redirect: 'manual' })
    const to = REDIRECTS.includes(response.status) ? response.headers.get('location') : null
    if (to === null) return response
    await response.body?.cancel()
    at = new URL(to, at).href
    // Only a source on this machine may send to another one on it.
    const isSecure = new URL(url).protocol === 'https:' ? at.startsWith('https:') : secureUrl(at) !== undefined
    if (!isSecure) throw new InvalidArchive('its URL leads to one without TLS')
  }
  throw new InvalidArchive(`its URL leads on more than ${MAX_REDIRECTS} times`)
}

function readJson(file: string) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** Hashing thousands of files takes seconds, which no request should wait for. */
const check = (directory: string): Promise<Checked> => resultOfThread(WORKER, { directory })
