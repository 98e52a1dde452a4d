/**
 * A built catalogue as one file, a tar archive in gzip: `manifest.json`, `manifest.json.sig` if it is signed, then the
 * other files. The manifest's id is a hash over all of them, so a signature of the manifest covers everything.
 */
import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream, existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { extract, pack } from 'tar-stream'
import { Manifest } from '../catalog/store/manifest.ts'
import { SEARCH_INDEX_FILE } from '../catalog/store/search-index/search-index.ts'

const MANIFEST = 'manifest.json'
const SIGNATURE = 'manifest.json.sig'
const FOLDERS = ['readme', 'html', 'operations']
/** The only names that are unpacked; none leads out of the directory. */
const NAME =
  /^(?:sdks\.jsonl|search-index\.bin|(?:readme\/[a-z0-9-]+\.md|html\/[a-z0-9-]+\.html|operations\/[a-z0-9-]+\.json))$/
/** Limits of an unpacked archive, so that a small file cannot fill the disk. */
const MAX = { fileBytes: 1024 * 1024 * 1024, bytes: 4 * 1024 * 1024 * 1024, files: 200_000 }
/** The manifest is in memory before its signature is checked. */
const MAX_MANIFEST_BYTES = 64 * 1024

/** An archive that is not to be served; the message says why. */
export class InvalidArchive extends Error {
  override name = 'InvalidArchive'
}

/** The same catalogue gives the same bytes. @param key an Ed25519 private key in PEM */
export function packCatalog(directory: string, key?: string): Readable {
  const manifest = readFileSync(join(directory, MANIFEST))
  const mtime = new Date(Manifest.parse(JSON.parse(manifest.toString('utf8'))).built_at)
  const archive = pack()
  const add = (name: string, content: Buffer) =>
    new Promise<void>((resolve, reject) => {
      const header = { name, mtime, size: content.length, mode: 0o644 }
      archive.entry(header, content, (error) => (error ? reject(error) : resolve()))
    })
  void (async () => {
    await add(MANIFEST, manifest)
    if (key !== undefined) await add(SIGNATURE, sign(null, manifest, createPrivateKey(key)))
    for (const name of filesOf(directory)) await add(name, readFileSync(join(directory, name)))
    archive.finalize()
  })().catch((error) => archive.destroy(error))
  const zipped = createGzip()
  pipeline(archive, zipped).catch(() => {})
  return zipped
}

function filesOf(directory: string): string[] {
  const exists = (name: string) => existsSync(join(directory, name))
  const inFolders = FOLDERS.filter(exists).flatMap((folder) =>
    readdirSync(join(directory, folder)).map((name) => `${folder}/${name}`),
  )
  return [...['sdks.jsonl', SEARCH_INDEX_FILE].filter(exists), ...inFolders.sort()]
}

/** @param base64 an Ed25519 public key as SubjectPublicKeyInfo. @throws Error for anything else */
export function publicKeyOf(base64: string): KeyObject {
  const key = createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' })
  if (key.asymmetricKeyType !== 'ed25519') throw new TypeError('it is no Ed25519 key')
  return key
}

/** First bytes of a gzip file: RFC 1952 §2.3.1. */
const GZIP = Buffer.from([0x1f, 0x8b])

/** Whether the stream begins as gzip; it can still be read from its start. */
export async function isZipped(stream: Readable): Promise<boolean> {
  if (stream.errored) throw stream.errored
  await once(stream, 'readable')
  const head: Buffer | null = stream.read(GZIP.length)
  if (head) stream.unshift(head)
  return head?.equals(GZIP) ?? false
}

/**
 * Writes the files of an archive into an empty directory; the loader checks them against the id.
 * @param key whose signature the manifest must have
 * @param zipped false where HTTP has decompressed it
 * @throws InvalidArchive, or what the stream or the file system fails with
 */
export async function extractCatalog(
  archive: Readable,
  directory: string,
  { key, zipped = true }: { key?: KeyObject | undefined; zipped?: boolean } = {},
): Promise<void> {
  for (const folder of FOLDERS) await mkdir(join(directory, folder))
  const entries = extract()
  const unzipped = zipped ? pipeline(archive, createGunzip(), entries) : pipeline(archive, entries)
  // The loop below throws first where both fail.
  unzipped.catch(() => {})
  let [files, bytes] = [0, 0]
  let manifest: Buffer | undefined
  let isTrusted = key === undefined
  for await (const entry of entries) {
    const { name, size = 0, type } = entry.header
    files++
    bytes += size
    if (size > MAX.fileBytes || bytes > MAX.bytes || files > MAX.files) throw new InvalidArchive('it is too large')
    if (type !== 'file') throw new InvalidArchive(`${shown(name)} is no file`)
    if (manifest === undefined && name !== MANIFEST) throw new InvalidArchive(`it does not begin with ${MANIFEST}`)
    if (name === MANIFEST || name === SIGNATURE) {
      if (size > MAX_MANIFEST_BYTES) throw new InvalidArchive(`${name} is too large`)
      const content = await buffer(entry)
      if (name === MANIFEST) {
        manifest = content
        await writeFile(join(directory, name), content)
      } else {
        if (key && !verify(null, manifest!, key, content))
          throw new InvalidArchive('its signature is not that of CATALOG_PUBLIC_KEY')
        isTrusted = true
      }
    } else if (!NAME.test(name)) throw new InvalidArchive(`${shown(name)} is no file of a catalogue`)
    else if (!isTrusted) throw new InvalidArchive('it has no signature')
    else await pipeline(entry, createWriteStream(join(directory, name)))
  }
  await unzipped
  if (!manifest) throw new InvalidArchive('it is empty')
  if (!isTrusted) throw new InvalidArchive('it has no signature')
}

const shown = (name: string): string => JSON.stringify(name.slice(0, 80))
