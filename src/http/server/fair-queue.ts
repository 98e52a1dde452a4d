/**
 * Whose request is begun next. Clients take turns, so that a client with hundreds of expensive requests delays the others
 * by one of them and not by all. On an idle service a request begins at once.
 */

/** How long requests are begun before the event loop reads what has arrived meanwhile, in milliseconds. */
const SLICE_MS = 5
/** Requests begun in one turn of the event loop. */
const BATCH = 16

type Begin = () => void

/** @param maxWaiting requests of one client that may wait */
export function createFairQueue(maxWaiting: number) {
  /** Waiting requests by client. The first client is next, and moves to the end after its turn. */
  const queues = new Map<string, Begin[]>()
  let waiting = 0
  /** Immediates that have not run. Node runs those that one response schedules before the next response. */
  let pending = 0
  /** When the first request of the current slice, or of the last one, was begun. */
  let sliceBegan = 0
  let inSlice = false
  /** Whether a connection was accepted since the last check, and until when accepting goes first. */
  let accepted = false
  let acceptUntil: number | undefined = 0

  return {
    take,
    /**
     * Call this for each accepted connection. The loop accepts one in each of its turns: hundreds of them would wait for
     * seconds if each turn also answered requests.
     */
    noteAccepted() {
      accepted = true
    },
  }

  /** Begins the request in its turn. False if too many requests of the client wait: then it is not begun. */
  function take(client: string, begin: Begin, { atOnce = true } = {}): boolean {
    const now = performance.now()
    if (atOnce && pending === 0 && !isAccepting(now)) {
      // Requests that arrived together with this one wait until the loop comes round.
      schedule(1)
      beginSlice(now)
      begin()
      return true
    }
    const queue = queues.get(client) ?? []
    if (queue.length >= maxWaiting) return false
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

  /** Accepting may take twice as long as the last slice, including the work its last request did after its step. */
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
