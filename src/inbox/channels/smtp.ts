/** Mail by SMTP, over one pooled connection. */
import { createTransport } from 'nodemailer'
import { isLoopback } from '../address.ts'
import { type Channel, DeliveryError } from './channel.ts'
import { compose, mailAddresses } from './mail.ts'

export interface SmtpSettings {
  /** smtp://user:password@host:587 or smtps://…; `?requireTLS=false` allows plain text to another machine. */
  url: string
  from: string
  /** One address or several with commas between. */
  to: string
}

/** Throws a TypeError when the settings cannot be meant. */
export function smtpChannel({ url, from, to }: SmtpSettings): Channel {
  // URL.parse, for the error of `new URL` quotes what it was given, password and all.
  const { protocol, hostname = '' } = URL.parse(url) ?? {}
  if (protocol !== 'smtp:' && protocol !== 'smtps:')
    throw new TypeError('the SMTP URL must begin with smtp:// or smtps://')
  const addresses = mailAddresses(from, to)
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 1,
    // The outbox decides what is tried again and when; a second, hidden queue would multiply attempts in an outage.
    maxRequeues: 0,
    requireTLS: protocol === 'smtp:' && !isLoopback(hostname),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    name: 'smtp',
    async deliver(message, signal) {
      await transport.sendMail({ ...compose(message, addresses), signal }).catch((error: unknown) => {
        throw smtpError(error as SmtpFailure)
      })
    },
    close: () => transport.close(),
  }
}

export interface SmtpFailure {
  code?: string
  responseCode?: number
  command?: string
  permanent?: boolean
}

/** SMTP commands whose refusal says nothing about the message. */
const BEFORE_THE_MESSAGE = /^(CONN|EHLO|HELO|STARTTLS|AUTH|RSET)/

/**
 * No reply, 421, or a reply to anything before the message itself: the server is away. Any other reply is about this
 * message: 4yz is retried, 5yz is parked, for it is the operator's own mailbox that refuses, not a wrong address.
 */
export function smtpError({ code = 'unexpected', responseCode, command = '', permanent }: SmtpFailure): DeliveryError {
  if (responseCode === undefined) return new DeliveryError(code, { scope: 'channel' })
  const away = responseCode === 421 || code === 'EAUTH' || BEFORE_THE_MESSAGE.test(command)
  return new DeliveryError(
    `SMTP_${responseCode}`,
    away ? { scope: 'channel' } : { scope: 'message', park: permanent === true },
  )
}
