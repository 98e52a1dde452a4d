/** What a request carries through the routes beside itself. */
import type { HttpBindings } from '@hono/node-server'
import type { PolicyState } from '../inbox/index.ts'

export interface RestEnvironment {
  /** From the server; absent where there is no connection. */
  Bindings: Partial<HttpBindings>
  Variables: {
    /** A browser's form as typed, shown again with its errors when it is refused. */
    form?: { page: string; values: Record<string, string> }
    /** State of the rate limits, once they were asked. */
    limit?: readonly PolicyState[]
  }
}
