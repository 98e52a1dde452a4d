/** Mail by SMTP, over one pooled connection. */
import { domainToASCII } from 'node:url'
import { createTransport } from 'nodemailer'
import { isLoopback } from '../../system/loopback.ts'
import { type Channel, DeliveryError, serverOf } from './channel.ts'
import { compose, mailAddresses } from './mail.ts'

export interface SmtpSettings {
  /** smtp://user:password@host:587 or smtps://…; with `?requireTLS=false` plain text may pass to another machine. */
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
  const fail = (error: unknown) => {
    throw smtpError(error as SmtpFailure, serverOf(url))
  }
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
      const { told = [] } = message
      const due = addresses.to.filter(({ address }) => !told.includes(comparable(address)))
      // Only the envelope shrinks: every copy is the same mail.
      const envelope = { from: addresses.from.address, to: due.map(({ address }) => address) }
      if (due.length === 0) return
      const sent = await transport.sendMail({ ...compose(message, addresses), envelope, signal }).catch(fail)
      const { accepted, rejected, rejectedErrors = [] } = sent as unknown as SmtpReport
      if (rejected.length > 0) throw partly(rejectedErrors, [...told, ...accepted.map(comparable)])
    },
    check: async () => void (await transport.verify().catch(fail)),
    close: () => transport.close(),
  }
}

/** What nodemailer says of a mail that at least one recipient got. */
interface SmtpReport {
  accepted: string[]
  rejected: string[]
  rejectedErrors?: SmtpFailure[]
}

/** Some have the mail and some do not: a fault of this message, rested like any other, with who need not get it again. */
function partly(refusals: readonly SmtpFailure[], told: string[]): DeliveryError {
  const { code } = smtpError(refusals[0] ?? {})
  return new DeliveryError(code, {
    scope: 'message',
    park: refusals.every(({ responseCode = 0 }) => responseCode >= 500),
    told: [...new Set(told)],
  })
}

/** nodemailer quotes a local part and encodes a domain as it goes out; the settings may have either form. */
function comparable(address: string): string {
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1).toLowerCase()
  return `${address.slice(0, at).replaceAll('"', '')}@${domainToASCII(domain) || domain}`
}

export interface SmtpFailure {
  code?: string
  /** The system's own, where nodemailer put a wider one in its place. */
  originalCode?: string
  responseCode?: number
  command?: string
  permanent?: boolean
}

/** SMTP commands whose refusal says nothing about the message. */
const BEFORE_THE_MESSAGE = /^(CONN|EHLO|HELO|STARTTLS|AUTH|RSET)/

/** Codes of nodemailer that come of the connection or of looking up its name. */
const NO_CONNECTION = ['ESOCKET', 'ECONNECTION', 'ETIMEDOUT', 'EDNS', 'ETLS']

/**
 * No reply, 421, or a reply to anything before the message itself: the server is away. Any other reply is about this
 * message: 4yz is retried, 5yz is parked, for it is the operator's own mailbox that refuses, not a wrong address.
 */
export function smtpError(failure: SmtpFailure, server?: string): DeliveryError {
  const { code = 'unexpected', originalCode = code, responseCode, command = '', permanent } = failure
  // We asked for encryption and the server has none to give: `?requireTLS=false` is for the operator to decide.
  if (command === 'STARTTLS' && responseCode !== undefined && responseCode !== 421)
    return new DeliveryError('STARTTLS_REFUSED', { scope: 'channel' })
  if (responseCode === undefined)
    return new DeliveryError(originalCode, {
      scope: 'channel',
      ...(server !== undefined && NO_CONNECTION.includes(code) && { server }),
    })
  const away = responseCode === 421 || code === 'EAUTH' || BEFORE_THE_MESSAGE.test(command)
  return new DeliveryError(
    `SMTP_${responseCode}`,
    away ? { scope: 'channel' } : { scope: 'message', park: permanent === true },
  )
}
