/** The first few of many in an order, without sorting all; ties stay in the order of the items. */
export function bestOf<Item>(items: Iterable<Item>, limit: number, compare: (a: Item, b: Item) => number): Item[] {
  const best: Item[] = []
  for (const item of items) {
    if (best.length === limit && compare(item, best[limit - 1]!) >= 0) continue
    const at = best.findIndex((other) => compare(item, other) < 0)
    best.splice(at < 0 ? best.length : at, 0, item)
    best.length = Math.min(best.length, limit)
  }
  return best
}
