/** manifest.json of a built catalogue, and the id that is computed from its contents. */
import * as z from 'zod'
import { digest } from './catalog-files.ts'
import { HistoryEntry } from './history.ts'

export const SCHEMA_VERSION = 3

/** For a catalogue that another version of the builder made. */
const BUILD_AGAIN = `must be ${SCHEMA_VERSION}; build the catalogue again with "catalog build"`

export const Manifest = z.strictObject({
  schema_version: z.literal(SCHEMA_VERSION, BUILD_AGAIN),
  id: z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits'),
  built_at: z.iso.datetime(),
  count: z.int().min(0),
  /** "files": as the repositories have them; "rendered": made from the records when they are loaded. */
  readmes: z.enum(['files', 'rendered']).default('files'),
  /** READMEs as safe HTML: version of the renderer, and number of pages. */
  html: z.strictObject({ renderer: z.string().min(1), count: z.int().min(0) }).optional(),
  /** search-index.bin: version of its contents. */
  search_index: z.strictObject({ version: z.int().min(1) }).optional(),
  /** The builds that led here, oldest first and this one last. */
  builds: z.array(HistoryEntry).optional(),
})
export type Manifest = z.infer<typeof Manifest>

/** SHA-256 by file name, for every file of a catalogue except its manifest. */
export type Digests = ReadonlyMap<string, string>

/**
 * The id of a catalogue. The same as
 * `find sdks.jsonl search-index.bin readme* html* operations* -type f | LC_ALL=C sort | xargs sha256sum | sha256sum`.
 */
export function contentId(digests: Digests): string {
  const names = [...digests.keys()].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
  return digest(names.map((name) => `${digests.get(name)}  ${name}\n`).join(''))
}

export const manifestText = (manifest: Manifest): string => `${JSON.stringify(manifest, null, 2)}\n`
