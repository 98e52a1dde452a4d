/**
 * Keeps a directory equal to the catalogue that is published at a URL or in PostgreSQL. A new one is unpacked beside,
 * checked, and takes its place with two renames; whatever fails, the last good one stays, also for a start without the
 * source.
 */
import { createWriteStream, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Dispatcher } from 'undici'
import * as z from 'zod'
import { acquireLock, BuildRunning } from '../builder/publish/lock.ts'
import { publish, recover, stage } from '../builder/publish/put-in-place.ts'
import { MANIFEST_FILE } from '../store/catalog-files.ts'
import { fingerprint } from '../store/signature.ts'
import { makeDirectory } from '../system/make-directory.ts'
import { failureCode } from '../system/network-failure.ts'
import { resultOfThread, workerUrl } from '../system/threads.ts'
import { extractCatalog, InvalidArchive, roomFor } from './archive.ts'
import type { Checked } from './check-worker.ts'
import { askHttp } from './http-source.ts'
import { askPostgres, isPostgres } from './postgres-source.ts'
import { SourceAway } from './source.ts'

const WORKER = workerUrl('./check-worker', import.meta.url)
/** Limit of one download. */
const TIMEOUT_MS = 5 * 60_000

export interface ArchiveSource {
  url: string
  /** Base64 of the Ed25519 key that catalogues must be signed with. */
  publicKey?: string | undefined
  /** Where the catalogue is kept. */
  directory: string
  /** What the directory holds is not to be served, so it is replaced by whatever is published. */
  replace?: boolean
  /** Limit of a download; by default a share of the disk. */
  maxBytes?: number
}

/** `away`: the source does not answer with a catalogue; `refused`: it answers with an invalid one. */
export type Fetched =
  | { state: 'new' | 'unchanged' }
  | { state: 'away'; code: string }
  | { state: 'refused'; reason: string }

/** What the directory was made from, and with which key; kept beside it. */
const Origin = z.strictObject({ place: z.string(), etag: z.string(), key: z.string() })

/** Without the query and the user: those of a presigned URL are secrets, and others each time it is signed. */
function placeOf(url: string): string {
  const { protocol, host, pathname } = new URL(url)
  return `${protocol}//${host}${pathname}`
}

/**
 * Brings the directory up to date once. Never throws for what the source does.
 * @param dispatcher what sends the requests, in place of connections of its own
 */
export async function follow(source: ArchiveSource, dispatcher?: Dispatcher): Promise<Fetched> {
  const { directory } = source
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
    await recover(directory)
    return await replaceBy(source, origin, dispatcher)
  } catch (error) {
    if (error instanceof InvalidArchive) return { state: 'refused', reason: error.message }
    return { state: 'away', code: error instanceof SourceAway ? error.message : failureCode(error as Error) }
  } finally {
    release()
  }
}

async function replaceBy(
  { url, publicKey, directory, replace = false, maxBytes }: ArchiveSource,
  origin: string,
  dispatcher?: Dispatcher,
): Promise<Fetched> {
  const place = placeOf(url)
  const key = publicKey === undefined ? '' : fingerprint(publicKey)
  const { data: last } = Origin.safeParse(readJson(origin))
  const isOfLast = last?.place === place && last.key === key && existsSync(directory)
  const etag = isOfLast && !replace && last.etag !== '' ? last.etag : undefined
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const offer = await (isPostgres(url) ? askPostgres(url, etag) : askHttp(url, etag, { signal, dispatcher }))
  if (!offer) return { state: 'unchanged' }
  const staged = await stage(directory)
  const archive = join(dirname(directory), '.catalogue-download')
  try {
    // Whole before it is unpacked: the server need not wait for the disk, and may close the connection at once.
    const limit = atMost(maxBytes ?? (await roomFor(staged)))
    await pipeline(offer.body, limit, createWriteStream(archive, { mode: 0o600 }), { signal })
    await extractCatalog(archive, staged, { publicKey, signal })
    const checked = await check(staged)
    if (checked.invalid !== undefined) return { state: 'refused', reason: checked.invalid }
    const [before, now] = [directory, staged].map((each) => readJson(join(each, MANIFEST_FILE)))
    const isNew = replace || !isOfLast || !isDeepStrictEqual(before, now)
    if (isNew) await publish(staged, directory)
    writeFileSync(origin, JSON.stringify({ place, etag: offer.etag, key }), { mode: 0o600 })
    return { state: isNew ? 'new' : 'unchanged' }
  } finally {
    await rm(archive, { force: true })
    await rm(staged, { recursive: true, force: true })
  }
}

const atMost = (bytes: number) =>
  async function* (chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let left = bytes
    for await (const chunk of chunks) {
      left -= chunk.length
      if (left < 0) throw new InvalidArchive('it is larger than the room on the disk')
      yield chunk
    }
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
