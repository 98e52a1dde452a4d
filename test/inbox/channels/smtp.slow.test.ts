import { describe, expect, it, onTestFinished } from 'vitest'
import { smtpChannel, smtpError } from '../../../src/inbox/channels/smtp.ts'
import { ada, addresses, idOf, testInbox, testMailServer } from '../support/inboxes.ts'

const job = { ...ada, role: 'Ingénieure', portfolio_url: 'https://ada.example/work' }
const never = new AbortController().signal
const server = 'mail.example:587'
const outgoing = { id: 'an-id', kind: 'contact' as const, fields: ada, createdAt: Date.UTC(2026, 0, 2, 3, 4, 5) }

describe('mail', () => {
  it('is plain text to the operator, answered to the sender', async () => {
    const post = await testMailServer()
    const { inbox, seen } = await testInbox(undefined, {
      smtp: { url: post.url, from: addresses.from, to: 'Team <team@site.example>, b@site.example' },
    })
    inbox.start()
    const receipt = await inbox.receive('job', { ...job, message: 'Grüße,\n.\nAda' })
    await seen({ event: 'delivered' })
    const [{ from, to, mail }] = post.mails as [(typeof post.mails)[0]]
    expect({ from, to }).toEqual({ from: 'inbox@site.example', to: ['team@site.example', 'b@site.example'] })
    expect(mail).toMatchObject({
      subject: 'Job application: Ingénieure, Ada Lovelace',
      from: { name: 'Inbox', address: 'inbox@site.example' },
      replyTo: [{ name: 'Ada Lovelace', address: 'ada@example.org' }],
      messageId: `<${idOf(receipt)}@site.example>`,
    })
    expect(mail.text?.trim().split('\n')).toEqual([
      ...['Name: Ada Lovelace', 'E-mail: ada@example.org', 'Role: Ingénieure', 'Portfolio: https://ada.example/work'],
      ...['', 'Grüße,', '.', 'Ada'],
    ])
    expect(mail.html).toBeUndefined()
    expect(mail.attachments).toEqual([])
  })

  it('with 140 attempts to inject a header or a recipient is harmless, even if the inbox refused none', async () => {
    const breaks = ['\r\n', '\n', '\r', '\u2028', '\u0085', '%0d%0a', '\\r\\n']
    const hostile = [
      ...breaks.map((line) => `x${line}Bcc: victim@evil.example`),
      ...breaks.map((line) => `x${line}${line}<b>body</b>`),
      '"x" <victim@evil.example>, ',
      'x\u0000Bcc: victim@evil.example',
      '=?utf-8?Q?x=0D=0ABcc:_victim@evil.example?=',
      'a@b.c>\r\nRCPT TO:<victim@evil.example',
      '.\r\nMAIL FROM:<victim@evil.example>',
      `${'x'.repeat(200)} Bcc: victim@evil.example`,
    ]
    const fields = ['name', 'email', 'role', 'message', 'portfolio_url', 'resume_url', 'Bcc']
    const allowed =
      'from to reply-to subject message-id date mime-version content-type content-transfer-encoding'.split(' ')
    const post = await testMailServer()
    const channel = smtpChannel({ url: post.url, ...addresses })
    onTestFinished(() => channel.close())
    for (const value of hostile) {
      const attempts = Object.fromEntries(fields.map((field) => [field, value])) as unknown as typeof job
      await channel.deliver({ ...outgoing, kind: 'job', fields: attempts }, never)
    }
    expect(post.mails.length * fields.length).toBe(140)
    for (const { from, to, mail } of post.mails) {
      expect({ from, to }).toEqual({ from: 'inbox@site.example', to: ['team@site.example'] })
      const keys = mail.headers.map(({ key }) => key)
      expect(keys.filter((key) => !allowed.includes(key))).toEqual([])
      expect(new Set(keys).size).toBe(keys.length)
      expect(mail).toMatchObject({ to: [{ address: 'team@site.example' }], attachments: [] })
      expect(mail.html).toBeUndefined()
    }
  })

  describe('for several, of whom some are refused', () => {
    const team = 'a@site.example, Bea <b@Site.Example>, c@bücher.example'
    /** As the server reads them. */
    const recipientsOfTeam = ['a@site.example', 'b@site.example', 'c@bücher.example']

    async function team3(settings: Partial<Parameters<typeof testInbox>[1]> = {}) {
      const post = await testMailServer()
      const smtp = { url: post.url, from: addresses.from, to: team }
      const opened = await testInbox(undefined, { smtp, delivery: { parkMs: 20 }, ...settings })
      const recipients = () => post.mails.flatMap(({ to }) => to).sort()
      return { ...opened, post, smtp, recipients }
    }

    it('reaches each in the end and nobody twice, as the same mail', async () => {
      const { inbox, post, seen, recipients } = await team3()
      post.refusing.set(recipientsOfTeam[1]!, 550).set(recipientsOfTeam[2]!, 451)
      inbox.start()
      await inbox.receive('contact', ada)
      const [refused] = await seen({ event: 'retry' })
      expect(refused!.code).toBe('SMTP_550')
      expect(recipients()).toEqual([recipientsOfTeam[0]])
      post.refusing.delete(recipientsOfTeam[2]!)
      await expect.poll(recipients).toEqual([recipientsOfTeam[0], recipientsOfTeam[2]])
      post.refusing.clear()
      await seen({ event: 'delivered' })
      expect(recipients()).toEqual(recipientsOfTeam)
      expect(new Set(post.mails.map(({ raw }) => raw)).size).toBe(1)
      expect((await inbox.list())[0]!.deliveries).toMatchObject([{ state: 'sent', lastError: null }])
    })

    it('is remembered over a restart, and reaches who took the place of the one that was refused', async () => {
      const { inbox, post, seen, recipients, smtp, another } = await team3({ delivery: { parkMs: 3_600_000 } })
      post.refusing.set(recipientsOfTeam[1]!, 550)
      inbox.start()
      const id = idOf(await inbox.receive('contact', ada))
      await seen({ event: 'retry' })
      await inbox.stop()
      const after = another({ smtp: { ...smtp, to: team.replace('b@Site.Example', 'bea@site.example') } })
      expect(await after.inbox.retry({ id })).toHaveLength(1)
      after.inbox.start()
      await after.seen({ event: 'delivered' })
      expect(recipients()).toEqual([recipientsOfTeam[0], 'bea@site.example', recipientsOfTeam[2]])
    })

    it('rests for an hour when all refusals are for good, and tells nobody in the log who was refused', async () => {
      const { inbox, post, seen, events } = await team3({ delivery: {} })
      for (const address of recipientsOfTeam.slice(1)) post.refusing.set(address, 550)
      const begun = Date.now()
      inbox.start()
      await inbox.receive('contact', ada)
      await seen({ event: 'retry' })
      const [message] = await inbox.list()
      expect(message!.deliveries[0]!.nextAt - begun).toBeGreaterThanOrEqual(3_600_000)
      expect(JSON.stringify([events, await inbox.list()])).not.toContain('site.example')
    })
  })

  it('asks for encryption on the way to another machine, unless the settings say otherwise', async () => {
    const post = await testMailServer()
    const port = new URL(post.url).port
    // The same server by a name that is not the loopback's: it offers no STARTTLS.
    const elsewhere = smtpChannel({ url: `smtp://0.0.0.0:${port}`, ...addresses })
    await expect(elsewhere.deliver(outgoing, never)).rejects.toMatchObject({
      code: 'STARTTLS_REFUSED',
      fault: { scope: 'channel' },
    })
    await expect(elsewhere.check!()).rejects.toMatchObject({ code: 'STARTTLS_REFUSED' })
    const plain = smtpChannel({ url: `smtp://0.0.0.0:${port}?requireTLS=false`, ...addresses })
    await plain.deliver(outgoing, never)
    expect(post.mails).toHaveLength(1)
    elsewhere.close()
    plain.close()
  })

  const away = { scope: 'channel' }
  const unreached = { ...away, server }
  it.each([
    [{ code: 'ESOCKET' }, 'ESOCKET', unreached],
    [{ code: 'ESOCKET', originalCode: 'ECONNREFUSED', command: 'CONN' }, 'ECONNREFUSED', unreached],
    [{ code: 'EDNS', originalCode: 'ENOTFOUND', command: 'CONN' }, 'ENOTFOUND', unreached],
    [{ code: 'ETIMEDOUT', command: 'CONN' }, 'ETIMEDOUT', unreached],
    [{ code: 'ECONNECTION', responseCode: 421, command: 'CONN', permanent: false }, 'SMTP_421', away],
    [{ code: 'EAUTH', responseCode: 535, command: 'AUTH PLAIN', permanent: true }, 'SMTP_535', away],
    [{ code: 'EPROTOCOL', responseCode: 554, command: 'CONN', permanent: true }, 'SMTP_554', away],
    [{ responseCode: 451, command: 'DATA', permanent: false }, 'SMTP_451', { scope: 'message', park: false }],
    [{ responseCode: 550, command: 'RCPT TO', permanent: true }, 'SMTP_550', { scope: 'message', park: true }],
    [{ code: 'ETLS', responseCode: 502, command: 'STARTTLS', permanent: true }, 'STARTTLS_REFUSED', away],
    [{ code: 'ETLS', command: 'STARTTLS' }, 'ETLS', unreached],
    [{}, 'unexpected', away],
  ])('failing with %j is reported as %s', (failure, code, fault) => {
    const error = smtpError(failure, server)
    expect([error.code, error.fault]).toEqual([code, fault])
  })
})
