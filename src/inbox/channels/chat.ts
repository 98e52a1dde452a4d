/** Messages for the incoming webhooks of chat programs. What a sender wrote mentions nobody there, and links nothing. */
import type { Outgoing } from './channel.ts'
import { letter } from './mail.ts'

export const CHATS = ['slack', 'discord', 'teams'] as const
export type Chat = (typeof CHATS)[number]

/** Of a Discord message, in UTF-16 units. */
const MAX_DISCORD = 2000
/** More lines than this share a block, as a Teams message has at most 28 KB. */
const MAX_BLOCKS = 100

const JSON_TYPE = { 'content-type': 'application/json' }

/** What fetch sends. @param url the incoming webhook, which is its own password */
export function chatRequest(chat: Chat, url: string, message: Outgoing) {
  const { subject, text } = letter(message)
  const whole = `${subject}\n\n${text}\nAnswered? sdk-catalog inbox done ${message.id}`
  return REQUESTS[chat](url, whole, subject)
}

const json = (url: string, body: object) => ({ url, headers: JSON_TYPE, body: JSON.stringify(body) })

const REQUESTS: Record<
  Chat,
  (url: string, whole: string, subject: string) => ReturnType<typeof json | typeof discord>
> = {
  // https://docs.slack.dev/messaging/formatting-message-text: these three make mentions and links.
  slack: (url, whole) => {
    const text = whole.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    return json(url, { text, mrkdwn: false, link_names: false, unfurl_links: false, unfurl_media: false })
  },
  discord,
  // A TextBlock would read markdown, and a TextRun shows no line breaks.
  teams: (url, whole) => {
    const lines = whole.split('\n')
    const body = (lines.length <= MAX_BLOCKS ? lines : [whole]).map((text) => ({
      ...{ type: 'RichTextBlock', spacing: 'None', inlines: [{ type: 'TextRun', text: text || ' ' }] },
    }))
    const content = { type: 'AdaptiveCard', version: '1.4', body }
    const attachment = { contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content }
    return json(url, { type: 'message', attachments: [attachment] })
  },
}

/** What is too long for a message is a file beside its subject. */
function discord(url: string, whole: string, subject: string) {
  const to = new URL(url)
  // Otherwise a message that is not saved is no error.
  to.searchParams.set('wait', 'true')
  const escaped = (text: string) => text.replace(/[\\`*_~|<>[\]()#-]/g, '\\$&')
  const payload = (content: string) => ({ content, allowed_mentions: { parse: [] }, flags: SUPPRESS_EMBEDS })
  const content = escaped(whole)
  if (content.length <= MAX_DISCORD) return json(to.href, payload(content))
  const body = new FormData()
  body.set('payload_json', JSON.stringify(payload(escaped(subject).slice(0, MAX_DISCORD))))
  body.set('files[0]', new Blob([whole], { type: 'text/plain; charset=utf-8' }), 'message.txt')
  return { url: to.href, headers: {}, body }
}

const SUPPRESS_EMBEDS = 4
