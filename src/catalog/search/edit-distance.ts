/** Weighted edit distance: how unlikely it is that somebody who meant one word typed another. */

const SWAPPED = 0.9
const DOUBLED = 0.8
const DROPPED = 1
const ADDED = 1.2
const NEIGHBOUR = 1.2
const OTHER = 1.4
/** Words are remembered by how they begin, so the first letter is seldom wrong. */
const FIRST = { swapped: 0.2, dropped: 0.3, added: 0.7, other: 0.8 }

const ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const VOWELS = 'aeiouy'

/** Optimal string alignment with a cost for each kind of edit; Infinity once it must exceed `most`. */
export function editCost(typed: string, meant: string, most: number): number {
  if (Math.abs(typed.length - meant.length) * DOUBLED > most) return Number.POSITIVE_INFINITY
  let beforeLast: number[] = []
  let last = [0]
  for (let to = 1; to <= meant.length; to++) last.push(last[to - 1]! + dropped(meant, to))
  for (let at = 1; at <= typed.length; at++) {
    const row = [last[0]! + added(typed, at)]
    for (let to = 1; to <= meant.length; to++) {
      let cost = Math.min(
        last[to - 1]! + replaced(typed, at, meant, to),
        last[to]! + added(typed, at),
        row[to - 1]! + dropped(meant, to),
      )
      if (at > 1 && to > 1 && typed[at - 1] === meant[to - 2] && typed[at - 2] === meant[to - 1]) {
        cost = Math.min(cost, beforeLast[to - 2]! + SWAPPED + (to === 2 ? FIRST.swapped : 0))
      }
      row.push(cost)
    }
    if (Math.min(...row) > most) return Number.POSITIVE_INFINITY
    beforeLast = last
    last = row
  }
  return last[meant.length]!
}

function replaced(typed: string, at: number, meant: string, to: number): number {
  const [one, other] = [typed[at - 1]!, meant[to - 1]!]
  if (one === other) return 0
  const both = VOWELS.includes(one) && VOWELS.includes(other)
  return (both || areNeighbours(one, other) ? NEIGHBOUR : OTHER) + (to === 1 ? FIRST.other : 0)
}

const added = (typed: string, at: number): number =>
  typed[at - 1] === typed[at - 2] ? DOUBLED : ADDED + (at === 1 ? FIRST.added : 0)

const dropped = (meant: string, to: number): number =>
  meant[to - 1] === meant[to - 2] ? DOUBLED : DROPPED + (to === 1 ? FIRST.dropped : 0)

const areNeighbours = (one: string, other: string): boolean =>
  ROWS.some((row) => row.includes(one) && Math.abs(row.indexOf(one) - row.indexOf(other)) === 1 && row.includes(other))
