/** Weighted edit distance: how unlikely it is that somebody who meant one word typed another. */

const SWAPPED = 0.9
const DOUBLED = 0.8
const DROPPED = 1
const ADDED = 1.2
const REPLACED = 1.3
/** Words are remembered by how they begin, so the first letter is seldom wrong: what such an edit costs more. */
const AT_START = { swapped: 0.2, dropped: 0.3, added: 0.7, replaced: 0.8 }

/** Optimal string alignment with a cost for each kind of edit; Infinity where it must exceed `maxCost`. */
export function editCost(typed: string, target: string, maxCost: number): number {
  if (Math.abs(typed.length - target.length) * DOUBLED > maxCost) return Number.POSITIVE_INFINITY
  let rowBefore: number[] = []
  let previous = [0]
  for (let to = 1; to <= target.length; to++) previous.push(previous[to - 1]! + droppedCost(target, to))
  for (let at = 1; at <= typed.length; at++) {
    const row = [previous[0]! + addedCost(typed, at)]
    for (let to = 1; to <= target.length; to++) {
      let cost = Math.min(
        previous[to - 1]! + replacedCost(typed, at, target, to),
        previous[to]! + addedCost(typed, at),
        row[to - 1]! + droppedCost(target, to),
      )
      if (at > 1 && to > 1 && typed[at - 1] === target[to - 2] && typed[at - 2] === target[to - 1]) {
        cost = Math.min(cost, rowBefore[to - 2]! + SWAPPED + (to === 2 ? AT_START.swapped : 0))
      }
      row.push(cost)
    }
    if (Math.min(...row) > maxCost) return Number.POSITIVE_INFINITY
    rowBefore = previous
    previous = row
  }
  return previous[target.length]!
}

const replacedCost = (typed: string, at: number, target: string, to: number): number =>
  typed[at - 1] === target[to - 1] ? 0 : REPLACED + (to === 1 ? AT_START.replaced : 0)

const addedCost = (typed: string, at: number): number =>
  typed[at - 1] === typed[at - 2] ? DOUBLED : ADDED + (at === 1 ? AT_START.added : 0)

const droppedCost = (target: string, to: number): number =>
  target[to - 1] === target[to - 2] ? DOUBLED : DROPPED + (to === 1 ? AT_START.dropped : 0)
