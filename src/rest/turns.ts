/**
 * Turns between clients: in each turn of the event loop a client is served for about a millisecond, or for one request
 * if that takes longer. What it has sent beyond that waits for the next turn, so a client that floods the service holds
 * up its own requests and hardly those of others.
 */

/** How long a client is served in one turn, in milliseconds. */
const TURN_MS = 1
/** Requests that a client can have answered in that time, and more. */
const MOST_IN_TURN = 64

interface Client {
  /** When it was first served in this turn; undefined if it was not yet. */
  since: number | undefined
  /** Requests that wait, oldest first. */
  waiting: (() => void)[]
}

export function createTurns() {
  const clients = new Map<string, Client>()
  let turnEnds = false

  /** Serves a request now, or in one of the next turns. @param client that it counts for */
  return function take(client: string, serve: () => void): void {
    const known = clients.get(client) ?? { since: undefined, waiting: [] }
    clients.set(client, known)
    if (known.waiting.length > 0 || !hasTime(known)) known.waiting.push(serve)
    else serve()
    endTurn()
  }

  function hasTime(client: Client): boolean {
    const now = performance.now()
    client.since ??= now
    return now - client.since < TURN_MS
  }

  function endTurn(): void {
    if (turnEnds) return
    turnEnds = true
    setImmediate(nextTurn)
  }

  /** Comes after the requests that arrived were begun, and before others are read. */
  function nextTurn(): void {
    turnEnds = false
    for (const [name, client] of clients) {
      client.since = undefined
      if (client.waiting.length === 0) clients.delete(name)
      // Each by itself, as most of the work on an answer is done after it was begun, before the next is called.
      const count = Math.min(client.waiting.length, MOST_IN_TURN)
      for (let at = 0; at < count; at++) setImmediate(serveNext, client)
    }
    if (clients.size > 0) endTurn()
  }

  function serveNext(client: Client): void {
    if (client.waiting.length > 0 && hasTime(client)) client.waiting.shift()!()
  }
}
