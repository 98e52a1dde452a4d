/** A message as mail in plain text, for the channels that send it (smtp.ts) or write it to a file (eml.ts). */
import type { SendMailOptions } from 'nodemailer'
import addressparser from 'nodemailer/lib/addressparser'
import type { Outgoing } from './channel.ts'

/** Reads the operator's From and To, e.g. `Inbox <inbox@example.org>`. Throws a TypeError for anything else. */
export function mailAddresses(from: string, to: string) {
  const [sender, ...more] = mailboxes('from', from)
  if (!sender || more.length > 0) throw new TypeError('mail needs exactly one from address')
  return { from: sender, to: mailboxes('to', to) }
}

function mailboxes(what: string, text: string) {
  const found = addressparser(text, { flatten: true }).map(({ name, address }) => ({ name, address }))
  if (found.length === 0 || found.some(({ address }) => !/^[^\s@<>,;]+@[^\s@<>,;]+$/.test(address)))
    throw new TypeError(`mail ${what} must be an e-mail address such as "Inbox <inbox@example.org>"`)
  return found
}

const subjects = { contact: 'Contact message', job: 'Job application' }
const labels: Record<string, string> = {
  name: 'Name',
  email: 'E-mail',
  role: 'Role',
  portfolio_url: 'Portfolio',
  resume_url: 'Résumé',
}

/**
 * The mail for a message. The sender's fields go into Reply-To, the end of the Subject and the text, never into From,
 * To, the envelope or a header's name. Every copy has the same bytes: Message-ID and Date come from the outbox.
 */
export function compose(
  { id, kind, fields, createdAt }: Outgoing,
  { from, to }: ReturnType<typeof mailAddresses>,
): SendMailOptions {
  const { message, ...others } = fields
  const lines = Object.entries(labels).flatMap(([field, label]) => {
    const value = (others as Record<string, string | undefined>)[field]
    return value === undefined ? [] : [`${label}: ${value}`]
  })
  return {
    from,
    to,
    envelope: { from: from.address, to: to.map(({ address }) => address) },
    replyTo: { name: fields.name, address: fields.email },
    subject: `${subjects[kind]}: ${'role' in fields ? `${fields.role}, ` : ''}${fields.name}`,
    text: `${lines.join('\n')}\n\n${message}\n`,
    messageId: `<${id}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
    date: new Date(createdAt),
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
