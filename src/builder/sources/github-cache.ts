/**
 * Cache of GitHub's answers on disk, so that a second run requests only what changed and an interrupted one continues
 * where it stopped. Files are written atomically; one that cannot be parsed counts as absent.
 */
import { createHash, randomUUID } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type * as z from 'zod'
import { makeDirectory } from '../../system/make-directory.ts'

export interface GithubCache {
  /** The document under a key, if it matches the schema. */
  document<S extends z.ZodType>(schema: S, key: string): Promise<z.infer<S> | undefined>
  keepDocument(key: string, document: unknown): Promise<void>
  /** Contents by their git object id. */
  blob(sha: string): Promise<Buffer | undefined>
  keepBlob(sha: string, bytes: Buffer): Promise<void>
}

/** Part of the path, so that versions with another layout do not read these files. */
const LAYOUT = 'v2'

export function openCache(directory: string): GithubCache {
  const documents = join(directory, LAYOUT, 'documents')
  const blobs = join(directory, LAYOUT, 'blobs')
  const pathOf = (key: string) => join(documents, `${createHash('sha256').update(key).digest('hex').slice(0, 32)}.json`)

  return {
    async document(schema, key) {
      const bytes = await bytesOf(pathOf(key))
      return bytes && schema.safeParse(parsed(bytes)).data
    },
    async keepDocument(key, document) {
      await write(pathOf(key), JSON.stringify(document))
    },
    async blob(sha) {
      const bytes = await bytesOf(join(blobs, sha))
      return bytes && gitBlobId(bytes) === sha ? bytes : undefined
    },
    async keepBlob(sha, bytes) {
      await write(join(blobs, sha), bytes)
    },
  }
}

/** The id git gives to a file with these contents. */
export const gitBlobId = (bytes: Buffer): string =>
  createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')

const bytesOf = (path: string): Promise<Buffer | undefined> => readFile(path).catch(() => undefined)

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}

async function write(path: string, content: string | Buffer): Promise<void> {
  makeDirectory(dirname(path))
  const temporary = `${path}.${randomUUID()}`
  await writeFile(temporary, content)
  await rename(temporary, path)
}
