/**
 * Whose request is begun next. Clients take turns, so that one who sends hundreds of dear requests at once delays the
 * others by one of them and not by all. On an idle service a request begins at once.
 */

/** How long requests are begun before the event loop reads what has arrived meanwhile, in milliseconds. */
const SLICE_MS = 5
/** Requests begun in one turn of the event loop. */
const BATCH = 16

type Begin = () => void

/** @param most requests of one client that may wait */
export function createTurns(most: number) {
  /** Requests that wait, by client. The client at the front is next, and goes to the end after its turn. */
  const queues = new Map<string, Begin[]>()
  let waiting = 0
  /** Immediates that were asked for and have not run. Node runs all that an answer does at once before the next. */
  let pending = 0
  let sliceBegan: number | undefined

  /** Begins the request in its turn. False if too many of the client wait: then it is not begun. */
  return function take(client: string, begin: Begin, { atOnce = true } = {}): boolean {
    if (pending === 0 && atOnce) {
      // Until the loop comes round, others wait: they may have arrived together with this one.
      schedule(1)
      begin()
      return true
    }
    const queue = queues.get(client) ?? []
    if (queue.length >= most) return false
    queue.push(begin)
    queues.set(client, queue)
    waiting++
    schedule(Math.min(BATCH, waiting))
    return true
  }

  function schedule(count: number): void {
    for (; pending < count; pending++) setImmediate(step)
  }

  function step(): void {
    pending--
    sliceBegan ??= performance.now()
    if (waiting > 0 && performance.now() - sliceBegan < SLICE_MS) next()()
    if (pending > 0) return
    sliceBegan = undefined
    schedule(Math.min(BATCH, waiting))
  }

  function next(): Begin {
    const [[client, queue]] = queues as Iterable<[string, Begin[]]> as [[string, Begin[]]]
    queues.delete(client)
    const begin = queue.shift()!
    if (queue.length > 0) queues.set(client, queue)
    waiting--
    return begin
  }
}
