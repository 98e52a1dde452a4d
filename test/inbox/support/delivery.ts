/** Delivery without the inbox around it. */
import { onTestFinished } from 'vitest'
import type { Channel, Outgoing } from '../../../src/inbox/channels/channel.ts'
import { deliveryDefaults, startDelivery } from '../../../src/inbox/deliver.ts'
import { outageLog } from '../../../src/inbox/log.ts'
import { createOperations } from '../../../src/inbox/operate.ts'
import { createOutbox } from '../../../src/inbox/outbox.ts'
import { recorder } from './events.ts'
import { ada, SHORT } from './inboxes.ts'
import { sqlitePlace } from './stores.ts'

/** Channels made of functions, over a real store. */
export async function delivery(
  make = sqlitePlace,
  ...behaviours: [name: string, deliver: (message: Outgoing, signal: AbortSignal) => Promise<void>][]
) {
  const place = await make()
  const store = place.open()
  const channels = behaviours.map(([name, deliver]): Channel => ({ name, deliver, close: () => {} }))
  const names = channels.map(({ name }) => name)
  const outbox = createOutbox(store, names)
  const record = recorder()
  let running: ReturnType<typeof startDelivery> | undefined
  const start = (settings: Partial<typeof deliveryDefaults> = {}) => {
    const merged = { ...deliveryDefaults, ...SHORT, ...settings }
    running = startDelivery(outbox, channels, merged, record.log, outageLog(record.log))
    return running
  }
  onTestFinished(async () => {
    await running?.stop()
    await store.close()
    await place.remove()
  })
  const enqueue = async (...messages: string[]) => {
    for (const message of messages) await outbox.enqueue('contact', { ...ada, message })
  }
  return { ...record, start, enqueue, outbox, store, operations: createOperations(store, names) }
}
