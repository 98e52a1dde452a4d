/** A mail server as bad as they come: away two fifths of the time, and not to be trusted when it is there. */
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'

export interface BadMailServer {
  url: string
  /** Per reference in the text: how many copies came, and under which Message-IDs. */
  received: Map<string, { copies: number; messageIds: Set<string> }>
  refused: number
  cut: number
  /** From now on it is always there and takes everything. */
  recover(): Promise<void>
  close(): Promise<void>
}

export async function badMailServer(): Promise<BadMailServer> {
  const received: BadMailServer['received'] = new Map()
  let behaving = false
  let server: SMTPServer
  let port = 0

  const up = async () => {
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      disableReverseLookup: true,
      logger: false,
      onData: async (stream, _session, done) => {
        const message = await text(stream).catch(() => undefined)
        if (message === undefined) return // the sender was killed in the middle of it
        const luck = behaving ? 1 : Math.random()
        if (luck < 0.1) {
          state.refused++
          return done(Object.assign(new Error('try again'), { responseCode: 451 }))
        }
        note(message)
        if (luck > 0.15) return done()
        // Taken, but the sender never learns of it.
        state.cut++
        for (const connection of server.connections) connection.close()
      },
    })
    server.on('error', () => {})
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    port = (server.server.address() as AddressInfo).port
  }

  const down = () =>
    new Promise<void>((resolve) => {
      server.close(resolve)
      for (const connection of server.connections) connection.close()
    })

  const note = (raw: string) => {
    const reference = /reference ([0-9a-f-]{36})/.exec(raw)?.[1] ?? ''
    const seen = received.get(reference) ?? { copies: 0, messageIds: new Set() }
    seen.copies++
    seen.messageIds.add(/^Message-ID: (.*)$/im.exec(raw)?.[1] ?? '')
    received.set(reference, seen)
  }

  await up()
  const swinging = (async () => {
    while (!behaving) {
      await sleep(600 + Math.random() * 1200)
      if (behaving) break
      await down()
      await sleep(400 + Math.random() * 800)
      await up()
    }
  })()

  const state: BadMailServer = {
    url: `smtp://127.0.0.1:${port}`,
    received,
    refused: 0,
    cut: 0,
    recover: async () => {
      behaving = true
      await swinging
    },
    close: down,
  }
  return state
}
