/** What a request carries through the routes beside itself. */
import type { HttpBindings } from '@hono/node-server'
import type { PolicyState } from '../inbox/index.ts'

/** From the server; absent where there is no connection. */
export interface Bindings extends Partial<HttpBindings> {
  /** The whole body, where the server has read it already; the request has it too. */
  body?: Buffer
}

export interface RestEnvironment {
  Bindings: Bindings
  Variables: {
    /** A browser's form as typed, shown again with its errors when it is refused. */
    form?: { page: string; values: Record<string, string> }
    /** State of the rate limits, once they were asked. */
    limit?: readonly PolicyState[]
  }
}
