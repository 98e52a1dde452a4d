/** What an attack is, and what it reports. */

export interface Row {
  what: string
  /** Figures, for the table. */
  result: string
  /** What its times and its memory should be. They depend on the machine, so they are printed and fail nothing. */
  goal?: string
  /** Whether nothing was lost, failed or wrong; undefined where that was not tried. */
  held?: boolean
}

export interface Budget {
  /** The form of a few minutes, for CI. */
  short: boolean
  /** The seed of the random choices, so that a run can be repeated. */
  seed: number
  /** Of mixed traffic. */
  soakSeconds: number
}

/** Calls `report` for each row as soon as it is known. */
export type Attack = (budget: Budget, report: (row: Row) => void) => Promise<void>

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

export const pick = <T>(random: () => number, list: readonly T[]): T => list[Math.floor(random() * list.length)]!

/** The value that a share of the others does not exceed; 0 where there are none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
