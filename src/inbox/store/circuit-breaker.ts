/** Circuit breaker for a database that does not answer: calls fail at once until a background probe is answered. */
import { type Driver, StoreError, sql } from './store.ts'

/** A failure after this long without any answer opens the breaker. A single failed call proves nothing. */
const SILENT_MS = 900
/** Pause between two probes, each of which takes at most one time-out. */
const PROBE_MS = 250

/**
 * The driver, failing at once while its database does not answer. The first calls in an outage wait for their time-out;
 * after that, one probe at a time asks in the background, so that no sender waits.
 */
export function failingFast(driver: Driver & { drop(): void }, now = () => performance.now()): Driver {
  let answeredAt = Number.NEGATIVE_INFINITY
  let silence: StoreError | undefined
  let probe: NodeJS.Timeout | undefined
  /** Set until the next statement; stops the probes. */
  let closed = false

  const run: Driver['batch'] = async (statements, durability) => {
    try {
      const rows = await driver.batch(statements, durability)
      answered()
      return rows
    } catch (error) {
      const failure = error as StoreError
      // A refusal is an answer too.
      if (!failure.silent) answered()
      else if (!closed && silence === undefined && now() - answeredAt >= SILENT_MS) {
        silence = failure
        // Its other connections may be dead too, and each would cost another time-out.
        driver.drop()
        probeLater()
      }
      throw failure
    }
  }

  function answered() {
    answeredAt = now()
    silence = undefined
  }

  function probeLater() {
    clearTimeout(probe)
    probe = setTimeout(async () => {
      await run([sql`SELECT 1`], { durable: false }).catch(() => {})
      if (silence !== undefined && !closed) probeLater()
    }, PROBE_MS).unref()
  }

  return {
    ...driver,
    batch: async (statements, durability) => {
      closed = false
      if (silence) throw new StoreError(silence.code, silence.message, { silent: true })
      return run(statements, durability)
    },
    close: async () => {
      closed = true
      clearTimeout(probe)
      silence = undefined
      await driver.close()
    },
  }
}
