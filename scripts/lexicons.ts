/**
 * Writes the lexicons of the search as they are read at a start. `npm run generate` runs it before all else, as whatever
 * searches reads them.
 */
import { writeFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { toBytes } from '../src/catalog/packed/file.ts'
import { LEXICONS, LEXICONS_VERSION } from '../src/catalog/rank/reading/natural-languages.ts'
import { packLexicons } from '../src/catalog/rank/reading/pack-lexicons.ts'

export const lexiconBytes = (): Uint8Array => toBytes(packLexicons(), LEXICONS_VERSION)

if (import.meta.main) writeFileSync(LEXICONS, brotliCompressSync(lexiconBytes()))
