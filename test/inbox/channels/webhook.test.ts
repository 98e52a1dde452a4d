import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { serverOf } from '../../../src/inbox/channels/channel.ts'
import { CHATS } from '../../../src/inbox/channels/chat.ts'
import { parseRetryAfter, webhookChannel } from '../../../src/inbox/channels/webhook.ts'
import { ada, idOf, testHook, testInbox } from '../support/inboxes.ts'
import { closedPort } from '../support/receivers.ts'

const key = Buffer.alloc(24, 7)
const secret = `whsec_${key.toString('base64')}`
const never = new AbortController().signal
const outgoing = { id: 'an-id', kind: 'contact' as const, fields: ada, createdAt: Date.UTC(2026, 0, 2, 3, 4, 5) }

describe('a webhook', () => {
  async function hook(status: number, headers: Record<string, string> = {}) {
    const receiver = await testHook((_, response) => void response.writeHead(status, headers).end())
    return { ...receiver, deliver: () => webhookChannel({ url: receiver.url, key }).deliver(outgoing, never) }
  }

  it('is signed so that its receiver can verify it', async () => {
    const { requests, url } = await hook(204)
    const { inbox, seen } = await testInbox(undefined, { webhook: { url, key } })
    inbox.start()
    const receipt = await inbox.receive('contact', ada)
    await seen({ event: 'delivered', channel: 'webhook' })
    const [{ body, headers }] = requests as [(typeof requests)[0]]
    const id = idOf(receipt)
    expect(headers['webhook-id']).toBe(id)
    expect(new Webhook(secret).verify(body, headers)).toEqual({
      type: 'contact.message',
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      data: { id, ...ada },
    })
    expect(() => new Webhook(secret).verify(body.replace('Ada', 'Eve'), headers)).toThrow()
  })

  it.each([
    [500, {}, { scope: 'message', park: false }],
    [400, {}, { scope: 'message', park: false }],
    [410, {}, { scope: 'message', park: true }],
    [503, { 'retry-after': '120' }, { scope: 'channel', retryAfterMs: 120_000 }],
    [429, {}, { scope: 'channel' }],
  ])('answered with %i %j is reported as such', async (status, headers, fault) => {
    const { deliver } = await hook(status, headers)
    await expect(deliver()).rejects.toMatchObject({ code: `HTTP_${status}`, fault })
  })

  it('is not carried on to where it is redirected', async () => {
    const target = await hook(200)
    const { deliver } = await hook(307, { location: target.url })
    await expect(deliver()).rejects.toMatchObject({ code: 'HTTP_307', fault: { scope: 'channel' } })
    expect(target.requests).toEqual([])
  })

  it('to where nobody listens says so', async () => {
    const server = `127.0.0.1:${await closedPort()}`
    const { deliver } = webhookChannel({ url: `http://${server}/hooks?for=operator`, key })
    const fault = { scope: 'channel', server }
    await expect(deliver(outgoing, never)).rejects.toMatchObject({ code: 'ECONNREFUSED', fault })
  })

  it('is named by host and port alone, whatever else its address holds', () => {
    for (const [url, server] of [
      ['https://hooks.example/in?for=us', 'hooks.example:443'],
      ['http://localhost/', 'localhost:80'],
      ['smtp://keeper:secret@mail.example', 'mail.example:587'],
      ['smtps://keeper:secret@mail.example?requireTLS=false', 'mail.example:465'],
      ['smtp://keeper:secret@[::1]:2525', '[::1]:2525'],
    ] as const)
      expect(serverOf(url)).toBe(server)
  })

  it('that never answers is given up when the signal aborts', async () => {
    const receiver = await testHook(() => {})
    const { deliver } = webhookChannel({ url: receiver.url, key })
    await expect(deliver(outgoing, AbortSignal.timeout(20))).rejects.toMatchObject({ fault: { scope: 'channel' } })
  })

  it('understands Retry-After in both forms and waits a day at most', () => {
    const now = Date.UTC(2026, 0, 1)
    expect(parseRetryAfter('90', now)).toBe(90_000)
    expect(parseRetryAfter('Thu, 01 Jan 2026 00:02:00 GMT', now)).toBe(120_000)
    expect(parseRetryAfter('Wed, 31 Dec 2025 00:00:00 GMT', now)).toBe(0)
    for (const long of ['99999999', '1000000000000', 'Thu, 01 Jan 2099 00:00:00 GMT'])
      expect(parseRetryAfter(long, now)).toBe(3_600_000)
    for (const nothing of [null, '', 'soon', '-1']) expect(parseRetryAfter(nothing, now) ?? 0, String(nothing)).toBe(0)
  })
})

describe('an incoming webhook of a chat program', () => {
  const hostile = '@everyone <!channel> [bank](https://evil.example) **bold** `code` & "quotes"\n\n# <@1>'
  const post = async (chat: (typeof CHATS)[number], message: string) => {
    const receiver = await testHook()
    const fields = { ...ada, message }
    await webhookChannel({ url: `${receiver.url}?token=x`, chat }).deliver({ ...outgoing, fields }, never)
    const [{ body, headers, target: url }] = receiver.requests as [(typeof receiver.requests)[0]]
    return { body, headers, url }
  }

  it.each(CHATS)('of %s gets the whole message, with its sender and how to say that it is answered', async (chat) => {
    for (const message of ['plain words', 'ä'.repeat(5000), 'line\n'.repeat(900)]) {
      const { body, headers, url } = await post(chat, message)
      expect(url).toContain('token=x')
      expect(headers['webhook-signature']).toBeUndefined()
      const text = body.replaceAll('\\\\', '').replaceAll('\\n', '\n')
      const words = chat === 'teams' ? [...new Set(message.split('\n'))] : [message.trim()]
      for (const part of [ada.name, ada.email, 'inbox done an', ...words]) expect(text).toContain(part)
    }
  })

  it('takes what the sender wrote as text, not as a mention, a link or markup', async () => {
    const slack = JSON.parse((await post('slack', hostile)).body)
    expect(slack).toMatchObject({ mrkdwn: false, link_names: false, unfurl_links: false })
    expect(slack.text).not.toMatch(/[<>]/)
    const discord = JSON.parse((await post('discord', hostile)).body)
    expect(discord).toMatchObject({ allowed_mentions: { parse: [] } })
    expect(discord.content).not.toMatch(/(?<!\\)[*`<>[\]()#]/)
    const teams = JSON.parse((await post('teams', hostile)).body)
    expect(JSON.stringify(teams)).not.toContain('"TextBlock"')
    expect((await post('discord', hostile)).url).toMatch(/[?&]wait=true/)
  })
})
