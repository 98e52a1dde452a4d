/** Reads and checks READMEs, pages or operations: one file of a build, or a file for each SDK of an older one. */
import { isUtf8 } from 'node:buffer'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { lengthOfLine, openTexts, type PackedTexts, scanLines } from '../../catalog/packed/texts.ts'
import { jsonOf } from '../../text/typed-text.ts'
import {
  digest,
  type Fail,
  type Folder,
  namesIn,
  openBytes,
  packedFile,
  readBytes,
  tooLarge,
} from '../catalog-files.ts'
import { packBytes } from '../search-index/packed.ts'

export interface TextsRead {
  /** SHA-256 of each line by slug. */
  digests: ReadonlyMap<string, string>
  lineOf(slug: string): Buffer | undefined
  packed?: PackedTexts
}

export const NO_TEXTS: TextsRead = { digests: new Map(), lineOf: () => undefined }

interface TextFiles {
  directory: string
  folder: Folder
  /** In the order of the records. */
  slugs: readonly string[]
  /** Whether each SDK has one. */
  mustHave: boolean
  /** SHA-256 by name of file, to be added to. */
  digests: Map<string, string>
  fail: Fail
}

export function readTextFiles(texts: TextFiles): TextsRead {
  return existsSync(join(texts.directory, packedFile(texts.folder))) ? readPacked(texts) : readFolder(texts)
}

function readPacked({ directory, folder, slugs, mustHave, digests, fail }: TextFiles): TextsRead {
  const name = packedFile(folder)
  const file = openBytes(directory, name, fail, slugs.length)
  if (!file) return NO_TEXTS
  const ends = scanLines(file, (digest) => digests.set(name, digest))
  if (ends.length !== slugs.length) fail(`${name}: has ${ends.length} lines for ${slugs.length} entries`)
  const packed = { file: packBytes(file), ends }
  const read = openTexts(packed)
  const numbers = new Map(slugs.map((slug, line) => [slug, line]))
  const found = new Map<string, string>()
  for (const [slug, number] of numbers) {
    const isLonger = tooLarge(name, lengthOfLine(ends, number), 1)
    const line = isLonger === undefined ? read(number) : undefined
    const broken = isLonger ?? (line ? brokenRule(folder, slug, line) : mustHave && `${folder}/${slug}: is missing`)
    if (broken) fail(broken)
    else if (line) found.set(slug, digest(line))
  }
  return { digests: found, packed, lineOf: (slug) => read(numbers.get(slug) ?? -1) }
}

/** Operations are checked when they are read, as most never are. */
function brokenRule(folder: Folder, slug: string, line: Buffer): string | undefined {
  const where = `${folder}/${slug}`
  if (folder === 'operations') return undefined
  const text = isUtf8(line) && jsonOf(line.toString())
  return typeof text === 'string' ? tooLarge(where, Buffer.byteLength(text), 0) : `${where}: is no string`
}

const EXTENSIONS = { readme: 'md', html: 'html', operations: 'json' } as const

function readFolder({ directory, folder, slugs, mustHave, digests, fail }: TextFiles): TextsRead {
  const nameOf = (slug: string) => `${folder}/${slug}.${EXTENSIONS[folder]}`
  const files = new Set(namesIn(join(directory, folder)).map((name) => `${folder}/${name}`))
  const found = new Map<string, string>()
  for (const slug of slugs) {
    const name = nameOf(slug)
    const bytes = mustHave || files.has(name) ? readBytes(directory, name, fail) : undefined
    if (!bytes) continue
    digests.set(name, digest(bytes))
    if (folder === 'operations' || utf8(bytes, name, fail)) found.set(slug, digest(lineFrom(folder, bytes)))
  }
  const read = (slug: string) => lineFrom(folder, readBytes(directory, nameOf(slug), fail)!)
  return { digests: found, lineOf: (slug) => (found.has(slug) ? read(slug) : undefined) }
}

/** The line that a build makes of a text. */
export const lineFrom = (folder: Folder, text: Buffer): Buffer =>
  folder === 'operations' ? text : Buffer.from(JSON.stringify(text.toString()))

export function utf8<Bytes extends Buffer>(bytes: Bytes | undefined, name: string, fail: Fail): Bytes | undefined {
  if (!bytes || isUtf8(bytes)) return bytes
  return void fail(`${name}: is not valid UTF-8`)
}
