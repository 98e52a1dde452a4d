/**
 * How many times longer four times a hostile text takes those that read text of callers: 4 in linear time, 16 in
 * quadratic. The best of some rounds of each, and the worst of some texts. `npm test` counts the same as work (test/work).
 */
import { CHARACTERS, READERS } from '../test/work/readers.ts'

/** Characters of the short text. */
const LENGTH = 3_000
const ROUNDS = 3
/** Milliseconds below which differences are noise. */
const LEAST_MS = 0.05

export function measureGrowth(): Record<string, number> {
  const growths = Object.entries(READERS).map(([name, read]): [string, number] => {
    // May read a word list.
    read(`x${CHARACTERS.join(' ')}`)
    return [name, Math.max(...CHARACTERS.map((character) => growth(read, character)))]
  })
  return Object.fromEntries(growths)
}

function growth(read: (text: string) => unknown, character: string): number {
  const texts = [LENGTH, 4 * LENGTH].map((length) => `${character.repeat(length)}\nx`)
  const best = texts.map(() => Infinity)
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, text] of texts.entries()) {
      const began = performance.now()
      read(text)
      best[index] = Math.min(best[index]!, Math.max(LEAST_MS, performance.now() - began))
    }
  }
  return best[1]! / best[0]!
}

if (import.meta.main) {
  process.stdout.write('four times the text, in times of the text\n')
  for (const [name, times] of Object.entries(measureGrowth())) process.stdout.write(`${times.toFixed(1)}  ${name}\n`)
}
