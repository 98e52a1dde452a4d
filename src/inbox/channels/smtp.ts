/** Mail by SMTP, over one pooled connection. */
import { domainToASCII } from 'node:url'
import { createTransport } from 'nodemailer'
import { isLoopback } from '../../text/loopback.ts'
import { type Channel, DeliveryError, type DeliveryFault, serverOf } from './channel.ts'
import { compose, mailAddresses } from './mail.ts'

/** Validated by src/config.ts. */
export interface SmtpSettings {
  /** smtp://user:password@host:587 or smtps://…; `?requireTLS=false` allows plain text to another machine. */
  url: string
  from: string
  /** One e-mail address, or several separated by commas. */
  to: string
}

export function smtpChannel({ url, from, to }: SmtpSettings): Channel {
  const { protocol, hostname } = new URL(url)
  const addresses = mailAddresses(from, to)
  const fail = (error: unknown) => {
    throw smtpError(error as SmtpFailure, serverOf(url))
  }
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 1,
    // The outbox decides on retries; a second queue in here would multiply attempts in an outage.
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
      const { deliveredTo = [] } = message
      const remaining = addresses.to.filter(({ address }) => !deliveredTo.includes(comparable(address)))
      if (remaining.length === 0) return
      // Only the envelope changes: every copy is the same mail.
      const envelope = { from: addresses.from.address, to: remaining.map(({ address }) => address) }
      const report = await transport.sendMail({ ...compose(message, addresses), envelope, signal }).catch(fail)
      const { accepted, rejected, rejectedErrors = [] } = report as unknown as SmtpReport
      if (rejected.length > 0) throw partialError(rejectedErrors, [...deliveredTo, ...accepted.map(comparable)])
    },
    check: async () => void (await transport.verify().catch(fail)),
    close: () => transport.close(),
  }
}

/** nodemailer's report if at least one recipient was accepted. */
interface SmtpReport {
  accepted: string[]
  rejected: string[]
  rejectedErrors?: SmtpFailure[]
}

/** Some recipients were refused: retried like any refused message, but only for those that do not have it yet. */
function partialError(refusals: readonly SmtpFailure[], deliveredTo: string[]): DeliveryError {
  return new DeliveryError(smtpError(refusals[0] ?? {}).code, {
    scope: 'message',
    park: refusals.every(({ responseCode = 0 }) => responseCode >= 500),
    deliveredTo: [...new Set(deliveredTo)],
  })
}

/** One spelling per address: nodemailer quotes local parts and encodes domains, and settings may have either form. */
function comparable(address: string): string {
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1).toLowerCase()
  return `${address.slice(0, at).replaceAll('"', '')}@${domainToASCII(domain) || domain}`
}

interface SmtpFailure {
  code?: string
  /** The system's code, where nodemailer replaced it with a more general one. */
  originalCode?: string
  responseCode?: number
  command?: string
  permanent?: boolean
}

/** Commands whose refusal says nothing about the message. */
const BEFORE_THE_MESSAGE = /^(CONN|EHLO|HELO|STARTTLS|AUTH|RSET)/

/** nodemailer's codes for errors of the connection or the name lookup. */
const NO_CONNECTION = ['ESOCKET', 'ECONNECTION', 'ETIMEDOUT', 'EDNS', 'ETLS']

/**
 * No reply, 421, or a refusal before the message itself: the server is unavailable. Any other reply is about this
 * message: 4yz is retried, and 5yz is parked, because the operator's own mailbox refused it and may accept it later.
 */
export function smtpError(failure: SmtpFailure, server?: string): DeliveryError {
  const { code = 'unexpected', originalCode = code, responseCode, command = '', permanent = false } = failure
  if (responseCode === undefined) {
    const unreached = server !== undefined && NO_CONNECTION.includes(code) ? { server } : {}
    return new DeliveryError(originalCode, { scope: 'channel', ...unreached })
  }
  if (command === 'STARTTLS' && responseCode !== 421) return new DeliveryError('STARTTLS_REFUSED', { scope: 'channel' })
  const isUnavailable = responseCode === 421 || code === 'EAUTH' || BEFORE_THE_MESSAGE.test(command)
  const fault: DeliveryFault = isUnavailable ? { scope: 'channel' } : { scope: 'message', park: permanent }
  return new DeliveryError(`SMTP_${responseCode}`, fault)
}
