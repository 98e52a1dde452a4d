/** Reads long hostile texts with one of the readers: `node reading.ts NAME`. */
import { CHARACTERS, READERS } from './readers.ts'

const name = process.argv[2]!
/** Translating looks up each character many times. */
const length = name === 'translate' ? 300_000 : 1_000_000

for (const character of CHARACTERS) READERS[name]!(`${character.repeat(length)}\nx`)
