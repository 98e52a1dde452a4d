import { describe, expect, it } from 'vitest'
import { smtpChannel, smtpError } from '../../../src/inbox/channels/smtp.ts'
import { openInbox } from '../../../src/inbox/index.ts'
import { ada, addresses, testInbox } from '../support/inboxes.ts'
import { mailReceiver, type ReceivedMail } from '../support/receivers.ts'

const job = { ...ada, role: 'Ingénieure', portfolio_url: 'https://ada.example/work' }
const never = new AbortController().signal
const outgoing = { id: 'an-id', kind: 'contact' as const, fields: ada, createdAt: Date.UTC(2026, 0, 2, 3, 4, 5) }

describe('mail', () => {
  it('is plain text to the operator, answered to the sender', async () => {
    const post = await mailReceiver()
    const { inbox, seen } = await testInbox(undefined, {
      smtp: { url: post.url, from: addresses.from, to: 'Team <team@site.example>, b@site.example' },
    })
    inbox.start()
    const submitted = await inbox.submit('job', { ...job, message: 'Grüße,\n.\nAda' })
    await seen({ event: 'delivered' })
    const [{ from, to, mail }] = post.mails as [(typeof post.mails)[0]]
    expect({ from, to }).toEqual({ from: 'inbox@site.example', to: ['team@site.example', 'b@site.example'] })
    expect(mail).toMatchObject({
      subject: 'Job application: Ingénieure, Ada Lovelace',
      from: { name: 'Inbox', address: 'inbox@site.example' },
      replyTo: [{ name: 'Ada Lovelace', address: 'ada@example.org' }],
      messageId: `<${submitted.ok && submitted.id}@site.example>`,
    })
    expect(mail.text?.trim().split('\n')).toEqual([
      'Name: Ada Lovelace',
      'E-mail: ada@example.org',
      'Role: Ingénieure',
      'Portfolio: https://ada.example/work',
      '',
      'Grüße,',
      '.',
      'Ada',
    ])
    expect(mail.html).toBeUndefined()
    expect(mail.attachments).toEqual([])
    await inbox.stop()
    await post.close()
  })

  it('that arrives twice is the same to the byte', async () => {
    const post = await mailReceiver()
    post.replies.push('cut after taking')
    const { inbox, seen } = await testInbox(undefined, { smtp: { url: post.url, ...addresses } })
    inbox.start()
    await inbox.submit('contact', ada)
    await seen({ event: 'delivered' })
    expect(post.mails).toHaveLength(2)
    expect(post.mails[0]!.raw).toBe(post.mails[1]!.raw)
    await inbox.stop()
    await post.close()
  })

  describe('with 140 attempts to inject a header or a recipient', () => {
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
    const attempts = fields.flatMap((field) => hostile.map((value) => ({ ...job, [field]: value })))

    function expectNoInjection(mails: ReceivedMail[]) {
      const allowed = [
        'from',
        'to',
        'reply-to',
        'subject',
        'message-id',
        'date',
        'mime-version',
        'content-type',
        'content-transfer-encoding',
      ]
      for (const { from, to, mail } of mails) {
        expect({ from, to }).toEqual({ from: 'inbox@site.example', to: ['team@site.example'] })
        const keys = mail.headers.map(({ key }) => key)
        expect(keys.filter((key) => !allowed.includes(key))).toEqual([])
        expect(new Set(keys).size).toBe(keys.length)
        expect(mail.to).toMatchObject([{ address: 'team@site.example' }])
        expect(mail.html).toBeUndefined()
        expect(mail.attachments).toEqual([])
      }
    }

    it('refuses most and mails the others harmlessly', async () => {
      const post = await mailReceiver()
      const { inbox, seen } = await testInbox(undefined, { smtp: { url: post.url, ...addresses } })
      inbox.start()
      const submitted = await Promise.all(attempts.map((attempt) => inbox.submit('job', attempt)))
      const accepted = submitted.filter((one) => one.ok && one.fresh).length
      expect(attempts).toHaveLength(140)
      expect(accepted).toBeGreaterThan(20)
      await seen({ event: 'delivered' }, accepted)
      expectNoInjection(post.mails)
      await inbox.stop()
      await post.close()
    })

    it('would mail all of them harmlessly even if nothing were refused', async () => {
      const post = await mailReceiver()
      const channel = smtpChannel({ url: post.url, ...addresses })
      for (const fields of attempts) await channel.deliver({ ...outgoing, kind: 'job', fields }, never)
      expect(post.mails).toHaveLength(140)
      expectNoInjection(post.mails)
      channel.close()
      await post.close()
    })
  })

  it('asks for encryption on the way to another machine, unless told otherwise', async () => {
    const post = await mailReceiver()
    const port = new URL(post.url).port
    // The same server by a name that is not the loopback's: it offers no STARTTLS.
    const elsewhere = smtpChannel({ url: `smtp://0.0.0.0:${port}`, ...addresses })
    await expect(elsewhere.deliver(outgoing, never)).rejects.toMatchObject({ fault: { scope: 'channel' } })
    const plain = smtpChannel({ url: `smtp://0.0.0.0:${port}?requireTLS=false`, ...addresses })
    await plain.deliver(outgoing, never)
    expect(post.mails).toHaveLength(1)
    elsewhere.close()
    plain.close()
    await post.close()
  })

  it.each([
    [{ code: 'ESOCKET' }, 'ESOCKET', { scope: 'channel' }],
    [{ code: 'ETIMEDOUT', command: 'CONN' }, 'ETIMEDOUT', { scope: 'channel' }],
    [{ code: 'ECONNECTION', responseCode: 421, command: 'CONN', permanent: false }, 'SMTP_421', { scope: 'channel' }],
    [{ code: 'EAUTH', responseCode: 535, command: 'AUTH PLAIN', permanent: true }, 'SMTP_535', { scope: 'channel' }],
    [{ code: 'EPROTOCOL', responseCode: 554, command: 'CONN', permanent: true }, 'SMTP_554', { scope: 'channel' }],
    [
      { code: 'EMESSAGE', responseCode: 451, command: 'DATA', permanent: false },
      'SMTP_451',
      { scope: 'message', park: false },
    ],
    [
      { code: 'EENVELOPE', responseCode: 550, command: 'RCPT TO', permanent: true },
      'SMTP_550',
      { scope: 'message', park: true },
    ],
    [{}, 'unexpected', { scope: 'channel' }],
  ])('failing with %j is reported as %s', (failure, code, fault) => {
    expect(smtpError(failure)).toMatchObject({ code, fault })
  })

  it.each([
    { ...addresses, url: 'http://mail.example' },
    { ...addresses, url: 'smtp://mail.example', from: 'nobody' },
    { ...addresses, url: 'smtp://mail.example', from: 'a@b.example, c@d.example' },
    { ...addresses, url: 'smtp://mail.example', to: '' },
    { ...addresses, url: 'mail.example' },
  ])('is refused at the start with the settings %j', (smtp) => {
    expect(() => openInbox({ dataDir: '', smtp })).toThrow(TypeError)
  })
})
