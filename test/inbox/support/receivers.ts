/** The other side, on loopback: a mail server, or a port where nobody listens. */
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  from: string
  to: string[]
  raw: string
  mail: Email
}

export interface MailReceiver {
  url: string
  mails: ReceivedMail[]
  /** Recipients that are refused, and with which reply. */
  refusing: Map<string, number>
  /** What the server says to the next messages, first to last; then it takes them. */
  replies: (number | 'cut after taking')[]
  close(): Promise<void>
}

interface MailBehaviour {
  /** Reply to the next message; undefined takes it. */
  reply?: (raw: string) => number | Error | 'nothing' | 'cut after taking' | undefined
  take?: (raw: string) => void
}

/** By default it answers with `replies` and keeps the mails that it takes. */
export async function mailReceiver(port = 0, behaviour: MailBehaviour = {}): Promise<MailReceiver> {
  const mails: ReceivedMail[] = []
  const replies: MailReceiver['replies'] = []
  const refusing: MailReceiver['refusing'] = new Map()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    logger: false,
    onRcptTo: ({ address }, _session, done) => {
      const responseCode = refusing.get(address)
      done(responseCode === undefined ? null : Object.assign(new Error('no'), { responseCode }))
    },
    onData: async (stream, session, done) => {
      const message = await buffer(stream).catch(() => undefined)
      if (!message) return // the sender ended in the middle of it
      const raw = message.toString('latin1')
      const reply = behaviour.reply ? behaviour.reply(raw) : replies.shift()
      if (reply === 'nothing') return
      if (reply instanceof Error) return done(reply)
      if (typeof reply === 'number') return done(Object.assign(new Error('no'), { responseCode: reply }))
      const { mailFrom, rcptTo } = session.envelope
      const envelope = { from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address) }
      if (behaviour.take) behaviour.take(raw)
      else mails.push({ ...envelope, raw, mail: await PostalMime.parse(message) })
      if (reply === 'cut after taking') for (const connection of server.connections) connection.close()
      else done()
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const { port: actual } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${actual}`,
    mails,
    replies,
    refusing,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve)
        for (const connection of server.connections) connection.close()
      }),
  }
}

/** A port on which nobody listens, below those that the system gives to connections meanwhile. */
export async function closedPort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 32_000)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    server.close()
    if (isFree) return port
  }
}
