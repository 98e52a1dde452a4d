/** A database that does not answer: nobody waits for it twice, and it is found again as soon as it is back. */
import { type Driver, StoreError } from './store.ts'

/** Nothing heard for this long, and a failure on top: it is away. A single call that failed proves nothing. */
const SILENT_MS = 900
/** Pause between two looks whether it is back, each of which takes as long as one time-out at most. */
const PROBE_MS = 250

/**
 * The driver, failing at once while its database is silent. The first calls that meet the silence wait for their
 * time-out; after that one probe at a time asks in the background, so that no sender has to.
 */
export function failingFast(driver: Driver & { drop(): void }, now = () => performance.now()): Driver {
  let heardAt = Number.NEGATIVE_INFINITY
  let silence: StoreError | undefined
  let probe: NodeJS.Timeout | undefined
  /** Until the next statement; what was being asked asks no more. */
  let closed = false

  const ask: Driver['batch'] = async (statements, durability) => {
    try {
      const rows = await driver.batch(statements, durability)
      heardAt = now()
      silence = undefined
      return rows
    } catch (error) {
      const failure = error as StoreError
      if (!failure.silent) {
        heardAt = now()
        silence = undefined
      } else if (!closed && silence === undefined && now() - heardAt >= SILENT_MS) {
        silence = failure
        // Its connections may be as dead as this one, and each would cost another time-out.
        driver.drop()
        probeLater()
      }
      throw failure
    }
  }

  function probeLater() {
    clearTimeout(probe)
    probe = setTimeout(async () => {
      // A refusal is an answer too; whoever asks next will meet it.
      await ask([{ sql: 'SELECT 1' }], { durable: false }).catch(() => {})
      if (silence !== undefined && !closed) probeLater()
    }, PROBE_MS).unref()
  }

  return {
    ...driver,
    batch: async (statements, durability) => {
      closed = false
      if (silence) throw new StoreError(silence.code, silence.message, { silent: true })
      return ask(statements, durability)
    },
    close: async () => {
      closed = true
      clearTimeout(probe)
      silence = undefined
      await driver.close()
    },
  }
}
