/** A message from HTTP to its receiver, with real parts: HTTP server, store, mail server, signals, log. */
import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { closedPort, mailReceiver } from '../inbox/support/receivers.ts'
import { scratch } from '../scratch.ts'
import { ada, mailTo, serve } from './messages-process.ts'
import { type Service, smallCatalog, startService, until } from './service.ts'

describe('the running service', () => {
  let mail: Awaited<ReturnType<typeof mailReceiver>>
  let service: Service
  beforeAll(async () => {
    mail = await mailReceiver()
    const published = { BASE_URL: 'https://sdk.site.example', HSTS: 'off' }
    service = await startService({ CATALOG_DIR: smallCatalog(), ...published, SMTP_URL: mail.url, ...mailTo })
  })
  afterAll(async () => {
    const { code, stderr } = await service.stop()
    mail.close()
    expect([code, stderr]).toEqual([0, ''])
  })
  const mailsWith = (text: string) => mail.mails.filter((each) => each.mail.text?.includes(text))

  test('makes one mail of one post, to answer with a click', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => service.post('/api/contact', ada)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    await until(async () => mailsWith(ada.message).length > 0)
    const [{ from, to, mail: received }, ...others] = mailsWith(ada.message) as [(typeof mail.mails)[number]]
    expect([from, to, others]).toEqual(['inbox@site.example', ['team@site.example'], []])
    expect(received.replyTo).toEqual([{ name: ada.name, address: ada.email }])
  })

  test('accepts a form from the site it is published as, whatever address it listens on', async () => {
    const job = { ...ada, message: 'My letter', role: 'Engineer', resume_url: 'https://ada.example/cv' }
    const form = new URLSearchParams(job)
    const browser = { accept: 'text/html,*/*;q=0.8' }
    const foreign = await service.post('/api/jobs/apply', form, { ...browser, origin: service.url })
    expect([foreign.status, await foreign.text()]).toEqual([403, expect.stringMatching(/^Forbidden: /)])
    const accepted = await service.post('/api/jobs/apply', form, { ...browser, origin: 'https://sdk.site.example' })
    expect([accepted.status, accepted.headers.get('location')]).toEqual([303, 'https://sdk.site.example/jobs/thanks'])
    for (const { headers } of [foreign, accepted]) expect(headers.get('strict-transport-security')).toBeNull()
    await until(async () => mailsWith(job.message).length > 0)
    expect(mailsWith(job.message)[0]!.mail.text).toMatch(/Role: Engineer[\s\S]*https:\/\/ada\.example\/cv/)
  })

  test('answers 413 to 10 MB, announced or in chunks, before they have all come', async () => {
    for (const length of [{ 'content-length': 10_000_000 }, {}]) {
      const headers = { 'content-type': 'application/json', ...length }
      const post = request(`${service.url}/api/contact`, { method: 'POST', headers })
      post.on('error', () => {})
      post.write('x'.repeat(100_000))
      const [answer] = await once(post, 'response')
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([413, 'application/problem+json'])
      post.destroy()
    }
  })
})

describe('a service', () => {
  test('delivers after a restart what it accepted before it was stopped', async () => {
    const port = await closedPort()
    const settings = { DATA_DIR: scratch(), SMTP_URL: `smtp://127.0.0.1:${port}`, ...mailTo }
    const before = await serve(settings)
    expect((await before.post('/api/contact', ada)).status).toBe(200)
    await before.logged('channel_away')
    expect((await before.stop()).code).toBe(0)
    const mail = await mailReceiver(port)
    onTestFinished(() => mail.close())
    // Only SIGTERM drains.
    const after = await serve({ ...settings, DRAIN_SECONDS: '300' })
    await after.logged('delivered')
    expect((await after.stop('SIGINT')).code).toBe(0)
    expect(mail.mails.map(({ mail }) => mail.replyTo?.[0]?.address)).toEqual([ada.email])
  })

  test('writes nothing of anybody into its log, whatever happens to a message', async () => {
    // A mail server that says in its refusals all it knows.
    const gossip = await mailReceiver(0, {
      reply: (raw) => {
        const reply = `5.7.1 ${ada.name} <${ada.email}>: ${raw.split('\r\n\r\n')[1]!.replace(/\s+/g, ' ')}`
        return Object.assign(new Error(reply.slice(0, 400)), { responseCode: /Role/.test(raw) ? 451 : 550 })
      },
    })
    onTestFinished(() => gossip.close())
    const service = await serve({
      DATA_DIR: scratch(),
      LOG_LEVEL: 'trace',
      SMTP_URL: gossip.url,
      CONTACT_RATE: '4/600',
      TRUSTED_PROXIES: '127.0.0.1',
      CONTACT_WEBHOOK_URL: `http://127.0.0.1:${await closedPort()}/hooks?for=operator`,
      CONTACT_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
      ...mailTo,
    })
    const from = {
      'x-forwarded-for': '198.51.100.77',
      'user-agent': 'wrenfield-agent/1',
      'idempotency-key': 'wren-key',
    }
    const job = { ...ada, role: 'Keeper of tides' }
    const sent: [path: string, fields: unknown, headers: Record<string, string>, status: number][] = [
      ['/api/contact', ada, from, 200],
      ['/api/contact', { ...ada, message: 'Other spring tides' }, from, 400],
      ['/api/jobs/apply', job, from, 200],
      ['/api/contact', { ...ada, email: 'ada.wrenfield' }, from, 400],
      ['/api/contact', { ...ada, message: '' }, from, 400],
      ['/api/contact', { ...ada, message: ada.message.repeat(200) }, from, 413],
      ['/api/contact', ada.message, from, 400],
      ['/api/contact', new URLSearchParams(ada), from, 403],
      ['/api/contact', ada, { ...from, origin: 'https://wrenfield.example' }, 403],
      ['/api/contact', ada, { ...from, 'content-type': 'application/xml' }, 415],
      ['/api/contact', ada, from, 200],
      ['/api/contact', ada, from, 429],
    ]
    for (const [path, fields, headers, status] of sent)
      expect((await service.post(path, fields, headers)).status, JSON.stringify(fields)).toBe(status)
    await Promise.all(
      ['SMTP_550', 'SMTP_451', 'ECONNREFUSED'].map((code) => service.logged(`[a-z_]+".*"code":"${code}`)),
    )
    // Leaves in the middle of a body that it announced.
    const leaver = connect(Number(new URL(service.url).port), '127.0.0.1')
    leaver.end(
      'POST /api/contact HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n' +
        JSON.stringify(ada).slice(0, 60),
    )
    leaver.resume()
    await once(leaver, 'close')
    expect((await service.stop()).code).toBe(0)
    const output = service.output()
    expect(output).not.toMatch(/wrenfield|spring tides|Keeper of tides|198\.51\.100|wren-key|hooks\?for/i)
    expect(output).not.toMatch(/unexpected failure/)
    expect(output.split('\n').filter((line) => line && !/^(Serving |\{.*\}$)/.test(line))).toEqual([])
  })
})
