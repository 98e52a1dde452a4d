/** READMEs, pages or operations as a build writes them: a file with a line for each SDK (catalog/packed/texts.ts). */
import { join } from 'node:path'
import { digest, type Folder, packedFile } from '../store/catalog-files.ts'
import { createFile } from '../system/bytes.ts'

const LINE_END = Buffer.from('\n')

/** @param staged directory of the file; without it nothing is written */
export function createTexts(folder: Folder, staged: string | undefined) {
  const name = packedFile(folder)
  const file = staged === undefined ? undefined : createFile(join(staged, name))
  const digests = new Map<string, string>()
  return {
    name,
    /** SHA-256 of each line by slug. */
    digests: digests as ReadonlyMap<string, string>,
    /** Adds the next SDK, sorted by slug. */
    add(slug: string, line: Buffer | undefined): void {
      if (line) digests.set(slug, digest(line))
      if (line) file?.write(line)
      file?.write(LINE_END)
    },
    /** @returns SHA-256 of the file */
    close: (): string => file?.close() ?? '',
  }
}
