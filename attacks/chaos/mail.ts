/** An unreliable mail server: away two fifths of the time, refuses one mail in ten, and cuts connections after taking one. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type MailReceiver, mailReceiver } from '../../test/inbox/support/receivers.ts'

export async function badMailServer() {
  /** Copies and Message-IDs by the reference in the text. */
  const received = new Map<string, { copies: number; messageIds: Set<string> }>()
  const counts = { refused: 0, cut: 0 }
  let behaving = false

  const reply = () => {
    const luck = behaving ? 1 : Math.random()
    if (luck > 0.15) return undefined
    counts[luck < 0.1 ? 'refused' : 'cut']++
    return luck < 0.1 ? 451 : 'cut after taking'
  }
  const take = (raw: string) => {
    const reference = /reference ([0-9a-f-]{36})/.exec(raw)?.[1] ?? ''
    const seen = received.get(reference) ?? { copies: 0, messageIds: new Set() }
    seen.copies++
    seen.messageIds.add(/^Message-ID: (.*)$/im.exec(raw)?.[1] ?? '')
    received.set(reference, seen)
  }

  let server: MailReceiver = await mailReceiver(0, { reply, take })
  const { url } = server
  const swinging = (async () => {
    while (!behaving) {
      await sleep(600 + Math.random() * 1200)
      if (behaving) break
      await server.close()
      await sleep(400 + Math.random() * 800)
      server = await mailReceiver(Number(new URL(url).port), { reply, take })
    }
  })()

  return {
    url,
    received,
    counts,
    /** From now on it is always there and takes everything. */
    recover: async () => {
      behaving = true
      await swinging
    },
    close: () => server.close(),
  }
}
