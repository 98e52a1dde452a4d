/** How much more work four times the text is: four times as much where each character is read a few times. */
import type { WorkOf } from './counted.ts'
import { CHARACTERS, READERS } from './readers.ts'

const LENGTH = 1_000
/** Blocks below which a ratio says nothing. */
const LEAST = LENGTH
const UNITS = CHARACTERS.flatMap((character) => [character, `${character}日`])

export default async function growths(workOf: WorkOf): Promise<Record<string, number>> {
  const largest: Record<string, number> = {}
  for (const [name, read] of Object.entries(READERS)) {
    const ratios: number[] = []
    for (const unit of UNITS) {
      const [short, long] = [LENGTH, 4 * LENGTH].map((length) => unit.repeat(length / unit.length)) as [string, string]
      // May read a word list.
      read(long)
      ratios.push((await workOf(() => read(long))) / Math.max(LEAST, await workOf(() => read(short))))
    }
    largest[name] = Math.max(...ratios)
  }
  return largest
}
