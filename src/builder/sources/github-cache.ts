/**
 * Cache of GitHub's answers on disk, so that a second run requests only what changed and an interrupted one continues
 * where it stopped. Files are written atomically; one that cannot be parsed counts as absent.
 */
import { createHash, hash, randomUUID } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type * as z from 'zod'
import { makeDirectory } from '../../system/make-directory.ts'
import { jsonOf } from '../../text/typed-text.ts'

/** Part of the path, so that versions with another layout do not read these files. */
const LAYOUT = 'v2'

export type GithubCache = ReturnType<typeof openCache>

export function openCache(directory: string) {
  const [documents, blobs] = [join(directory, LAYOUT, 'documents'), join(directory, LAYOUT, 'blobs')]
  for (const folder of [documents, blobs]) makeDirectory(folder)
  const pathOf = (key: string) => join(documents, `${hash('sha256', key).slice(0, 32)}.json`)
  return {
    /** The document under a key, if it matches the schema. */
    async document<S extends z.ZodType>(schema: S, key: string): Promise<z.infer<S> | undefined> {
      const text = await readFile(pathOf(key), 'utf8').catch(() => '')
      return schema.safeParse(jsonOf(text)).data
    },
    setDocument: (key: string, document: unknown) => write(pathOf(key), JSON.stringify(document)),
    /** The contents that have a git object id. */
    async blob(sha: string): Promise<Buffer | undefined> {
      const bytes = await readFile(join(blobs, sha)).catch(() => undefined)
      return bytes && gitBlobId(bytes) === sha ? bytes : undefined
    },
    setBlob: (sha: string, bytes: Buffer) => write(join(blobs, sha), bytes),
  }
}

/** The id git gives to a file with these contents. */
export const gitBlobId = (bytes: Buffer): string =>
  createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')

async function write(path: string, content: string | Buffer): Promise<void> {
  const temporary = `${path}.${randomUUID()}`
  await writeFile(temporary, content)
  await rename(temporary, path)
}
