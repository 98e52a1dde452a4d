/**
 * A built catalogue as one file, a tar archive in gzip: `manifest.json`, `manifest.json.sig` if it is signed, then the
 * other files. The manifest's id is a hash over all of them, so a signature of the manifest covers everything. An archive
 * with members in another order, or with one of them twice, is none.
 */
import { createReadStream, createWriteStream, existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, statfs, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { packTar } from 'modern-tar/fs'
import { type Fail, FILES, FOLDERS, MANIFEST_FILE, SIGNATURE_FILE, tooLarge } from '../store/catalog-files.ts'
import { readManifest } from '../store/loading/read.ts'
import { Manifest } from '../store/manifest.ts'
import { distrust, signatureOf } from '../store/signature.ts'
import { InvalidTar, readTar, type TarFile } from './tar.ts'

/** Members beside FILES, of older builds; none leads out of the directory. */
const NAME = /^(?:readme\/[a-z0-9-]+\.md|html\/[a-z0-9-]+\.html|operations\/[a-z0-9-]+\.json)$/
/** Of the room on the disk that an archive may take, as it comes and as it is unpacked, so that neither fills it. */
const MAX_SHARE = 0.9

/** An archive that is not to be served; the message says why. */
export class InvalidArchive extends Error {
  override name = 'InvalidArchive'
}

/** The same catalogue gives the same bytes. @param key an Ed25519 private key in PEM */
export function packCatalog(directory: string, key?: string): Readable {
  const manifest = readFileSync(join(directory, MANIFEST_FILE))
  const mtime = new Date(Manifest.parse(JSON.parse(manifest.toString('utf8'))).built_at)
  const header = { mtime, mode: 0o644, uid: 0, gid: 0 }
  const stored = (target: string) => ({ type: 'file' as const, target, source: join(directory, target), ...header })
  const made = (target: string, content: Buffer) => ({ type: 'content' as const, target, content, ...header })
  const signature = key === undefined ? [] : [made(SIGNATURE_FILE, signatureOf(manifest, key))]
  const archive = packTar([made(MANIFEST_FILE, manifest), ...signature, ...filesOf(directory).map(stored)])
  const zipped = createGzip()
  pipeline(archive, zipped).catch(() => {})
  return zipped
}

function filesOf(directory: string): string[] {
  const exists = (name: string) => existsSync(join(directory, name))
  const inFolders = FOLDERS.filter(exists).flatMap((folder) =>
    readdirSync(join(directory, folder)).map((name) => `${folder}/${name}`),
  )
  return [...FILES.slice(2).filter(exists), ...inFolders.sort()]
}

/** First bytes of a gzip file: RFC 1952 §2.3.1. */
const GZIP = Buffer.from([0x1f, 0x8b])

/** Whether the file begins as gzip; where HTTP has decompressed an archive it does not. */
async function isZipped(file: string): Promise<boolean> {
  const [head] = await createReadStream(file, { end: GZIP.length - 1 }).toArray()
  return GZIP.equals(head ?? Buffer.of())
}

/**
 * Writes the files of an archive into an empty directory; the loader checks them against the id.
 * @param publicKey whose signature the manifest must have, before anything else is read
 * @param signal ends the work
 * @throws InvalidArchive, or what the file system fails with
 */
export async function extractCatalog(
  archive: string,
  directory: string,
  { publicKey, signal }: { publicKey?: string | undefined; signal?: AbortSignal } = {},
): Promise<void> {
  const unpack = (tar: AsyncIterable<Buffer>) => writeFiles(readTar(tar), directory, publicKey)
  const file = createReadStream(archive)
  try {
    await ((await isZipped(archive))
      ? pipeline(file, createGunzip(), unpack, { signal })
      : pipeline(file, unpack, { signal }))
  } catch (error) {
    throw error instanceof InvalidTar ? new InvalidArchive(`it is no whole tar file: ${error.message}`) : error
  }
}

/** Bytes that an archive may take on the disk of the directory. */
export async function roomFor(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory)
  return MAX_SHARE * bavail * bsize
}

async function writeFiles(tarFiles: AsyncIterable<TarFile>, directory: string, publicKey: string | undefined) {
  const room = await roomFor(directory)
  const state: Extracted = { files: 0, bytes: 0, count: 0, last: '' }
  let isTrusted = publicKey === undefined
  for await (const { name, size, body } of tarFiles) {
    state.files++
    state.bytes += size
    if (state.bytes > room) throw new InvalidArchive('it is larger than the room on the disk')
    refuseMember(state, name, size)
    state.last = placeOf(name)
    if (name !== MANIFEST_FILE && name !== SIGNATURE_FILE) {
      if (!isTrusted) throw new InvalidArchive('it has no signature')
      const path = join(directory, name)
      await mkdir(dirname(path), { recursive: true })
      await pipeline(body, createWriteStream(path))
      continue
    }
    const content = await buffer(body)
    if (name === SIGNATURE_FILE) {
      const why = publicKey !== undefined && distrust(state.manifest!, content, publicKey)
      if (why) throw new InvalidArchive(why)
      isTrusted = true
    }
    await writeFile(join(directory, name), content)
    if (name === MANIFEST_FILE)
      Object.assign(state, { manifest: content, count: readManifest(directory, refuse)!.count })
  }
  if (!state.manifest) throw new InvalidArchive('it is empty')
  if (!isTrusted) throw new InvalidArchive('it has no signature')
}

/** What has been read of an archive: members and bytes, SDKs by the manifest, and the place of the last member. */
type Extracted = Record<'files' | 'bytes' | 'count', number> & { last: string; manifest?: Buffer }

/** @throws InvalidArchive for a member that no catalogue has here */
function refuseMember({ manifest, files, count, last }: Extracted, name: string, size: number): void {
  if (!manifest && name !== MANIFEST_FILE) throw new InvalidArchive(`it does not begin with ${MANIFEST_FILE}`)
  if (!FILES.includes(name) && !NAME.test(name)) throw new InvalidArchive(`${shown(name)} is no file of a catalogue`)
  const problem = tooLarge(name, size, count)
  if (problem !== undefined) throw new InvalidArchive(problem)
  if (files > FILES.length + FOLDERS.length * count && manifest)
    throw new InvalidArchive(`it has more files than ${count} SDKs have`)
  if (placeOf(name) <= last) throw new InvalidArchive(`${shown(name)} is not in its place`)
}

const refuse: Fail = (rule) => {
  throw new InvalidArchive(rule)
}

/** Sorts as members were packed. */
function placeOf(name: string): string {
  const index = FILES.indexOf(name)
  return `${index < 0 ? FILES.length : index} ${name}`
}

const shown = (name: string): string => JSON.stringify(name.slice(0, 80))
