/** Reads long hostile texts with every reader, and sends the name of each that came to the end. */
import { CHARACTERS, READERS } from './readers.ts'

for (const [name, read] of Object.entries(READERS)) {
  // Translating looks up each character many times.
  const length = name === 'translate' ? 200_000 : 500_000
  for (const character of CHARACTERS) read(`${character.repeat(length)}\nx`)
  process.send!(name)
}
process.disconnect()
