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
export function createFairQueue(most: number) {
  /** Requests that wait, by client. The client at the front is next, and goes to the end after its turn. */
  const queues = new Map<string, Begin[]>()
  let waiting = 0
  /** Immediates that were asked for and have not run. Node runs all that an answer does at once before the next. */
  let pending = 0
  /** When the first request of the slice under way, or of the last one, was begun. */
  let sliceBegan = 0
  let inSlice = false
  /** Whether a connection was accepted since this was last asked, and until when others may come first. */
  let accepted = false
  let acceptUntil: number | undefined = 0

  return {
    take,
    /**
     * Tells of a connection that was accepted. The loop accepts one in each of its turns: hundreds that wait would be
     * kept for seconds if each turn also answered requests.
     */
    noteAccepted() {
      accepted = true
    },
  }

  /** Begins the request in its turn. False if too many of the client wait: then it is not begun. */
  function take(client: string, begin: Begin, { atOnce = true } = {}): boolean {
    const now = performance.now()
    if (atOnce && pending === 0 && !isAccepting(now)) {
      // Until the loop comes round, others wait: they may have arrived together with this one.
      schedule(1)
      beginSlice(now)
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

  function beginSlice(now: number): void {
    inSlice = true
    sliceBegan = now
  }

  function step(): void {
    pending--
    const now = performance.now()
    if (!inSlice && isAccepting(now)) {
      if (pending > 0) return
      accepted = false
      schedule(waiting > 0 ? 1 : 0)
      return
    }
    if (!inSlice) beginSlice(now)
    if (waiting > 0 && now - sliceBegan < SLICE_MS) next()()
    if (pending > 0) return
    inSlice = false
    acceptUntil = undefined
    setImmediate(() => endSlice())
    schedule(Math.min(BATCH, waiting))
  }

  /** Connections may take twice as long as the slice before took, with all that its last request did after its step. */
  function endSlice(now = performance.now()): void {
    acceptUntil ??= now + 2 * Math.max(SLICE_MS, now - sliceBegan)
  }

  function isAccepting(now: number): boolean {
    endSlice(now)
    return accepted && now < acceptUntil!
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
