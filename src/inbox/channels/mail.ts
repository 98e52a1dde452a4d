/** A message as mail in plain text, for the channels that send it (smtp.ts) or write it to a file (eml.ts). */
import type { SendMailOptions } from 'nodemailer'
import addressparser from 'nodemailer/lib/addressparser'
import type { Outgoing } from './channel.ts'

/** Reads the operator's From and To, e.g. `Inbox <inbox@example.org>`, which src/config.ts has validated. */
export const mailAddresses = (from: string, to: string) => ({ from: mailboxes(from)[0]!, to: mailboxes(to) })

const mailboxes = (text: string) =>
  addressparser(text, { flatten: true }).map(({ name, address }) => ({ name, address }))

const SUBJECTS = { contact: 'Contact message', job: 'Job application' }
const LABELS = { name: 'Name', email: 'E-mail', role: 'Role', portfolio_url: 'Portfolio', resume_url: 'Résumé' }

/**
 * A sender's text in a header. Mail programs decode what looks like an encoded word (RFC 2047), also in quotes: with a
 * space in its mark it is none, so that it brings in no line break and no character that was refused as such.
 */
const inHeader = (text: string): string => text.replaceAll('=?', '= ?')

/** A message as plain text, with its fields before it. */
export function letter({ kind, fields }: Pick<Outgoing, 'kind' | 'fields'>) {
  const labelled = fields as { [field in keyof typeof LABELS]?: string | undefined }
  const lines = (Object.keys(LABELS) as (keyof typeof LABELS)[])
    .filter((field) => labelled[field] !== undefined)
    .map((field) => `${LABELS[field]}: ${labelled[field]}\n`)
  const subject = `${SUBJECTS[kind]}: ${'role' in fields ? `${fields.role}, ` : ''}${fields.name}`
  return { subject, text: `${lines.join('')}\n${fields.message}\n` }
}

/**
 * The mail for a message. The sender's fields go into Reply-To, the end of the Subject and the text, never into From,
 * To, the envelope or a header's name. Every copy has the same bytes: Message-ID and Date come from the outbox.
 */
export function compose(
  { id, kind, fields, createdAt }: Outgoing,
  { from, to }: ReturnType<typeof mailAddresses>,
): SendMailOptions {
  const { name, email } = fields
  const { subject, text } = letter({ kind, fields })
  return {
    from,
    to,
    envelope: { from: from.address, to: to.map(({ address }) => address) },
    replyTo: { name: inHeader(name), address: email },
    subject: inHeader(subject),
    text,
    messageId: `<${id}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
    date: new Date(createdAt),
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
