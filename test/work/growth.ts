/** How much more work four times the text is: four times as much where each character is read a few times. */
import type { WorkOf } from './counted.ts'
import { CHARACTERS, READERS } from './readers.ts'

const LENGTH = 1_000
/** Blocks below which a ratio says nothing. */
const LEAST = LENGTH

export default async function growths(workOf: WorkOf): Promise<Record<string, number>> {
  const largest: Record<string, number> = {}
  for (const [name, read] of Object.entries(READERS)) {
    const ratios: number[] = []
    for (const character of CHARACTERS) {
      const [short, long] = [character.repeat(LENGTH), character.repeat(4 * LENGTH)]
      // May read a word list.
      read(long)
      ratios.push((await workOf(() => read(long))) / Math.max(LEAST, await workOf(() => read(short))))
    }
    largest[name] = Math.max(...ratios)
  }
  return largest
}
