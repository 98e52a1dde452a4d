/**
 * Writes the lexicons of the search as they are read at a start. `npm run generate` runs it before all else, as whatever
 * searches reads them.
 */
import { writeFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { encodeArrays } from '../src/catalog/packed/array-file.ts'
import { packLexicons } from '../src/catalog/rank/parse/build-lexicons.ts'
import { LEXICONS, LEXICONS_VERSION } from '../src/catalog/rank/parse/natural-languages.ts'

export const lexiconBytes = (): Uint8Array => encodeArrays(packLexicons(), LEXICONS_VERSION)

if (import.meta.main) writeFileSync(LEXICONS, brotliCompressSync(lexiconBytes()))
