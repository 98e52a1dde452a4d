/** Messages from browsers: forms that are taken, and forms that come back with what was typed and what is wrong. */
import { describe, expect, test } from 'vitest'
import { TRAP_FIELD } from '../../src/rest/routes.ts'
import { BASE_URL } from '../app.ts'
import { recorder } from '../inbox/support/events.ts'
import { closedPort } from '../inbox/support/receivers.ts'
import { ada, BROWSER, challenge, ENDPOINTS, service } from './messages-service.ts'

describe.each(ENDPOINTS)('a form for %s', (path, thanks, fields) => {
  test('sends a browser on to the page that says thanks', async () => {
    const { app, postForm, stored } = service()
    const answer = await postForm(fields, { accept: BROWSER }, path)
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe(`${BASE_URL}${thanks}`)
    expect(await stored()).toHaveLength(1)
    expect((await app.request(thanks)).status).toBe(200)
  })

  test('is answered as a page where the Accept header prefers one, else as JSON', async () => {
    const { postForm } = service()
    const statuses: [accept: string, status: number][] = [
      ['application/json', 200],
      ['*/*', 200],
      ['text/*', 200],
      ['text/html;q=0.5, application/json', 200],
      ['text/html;q=0', 200],
      ['text/html', 303],
      ['text/html, application/json', 303],
      [BROWSER, 303],
    ]
    for (const [accept, status] of statuses) {
      const answer = await postForm(fields, { accept }, path)
      expect(answer.status, accept).toBe(status)
      if (status === 200) expect(await answer.text()).toBe('{"ok":true}')
    }
  })

  test('is read as the same message as its JSON', async () => {
    const { post, postForm, stored, inbox } = service()
    await postForm(fields, {}, path)
    await post(fields, {}, path)
    const [only, ...more] = await stored()
    expect(more).toEqual([])
    expect((await inbox.show(only!.id))?.fields).toEqual(fields)
  })

  test.each([BROWSER, 'application/json'])(
    'whose spam trap was filled in is answered like any other and held back for the operator, Accept: %s',
    async (accept) => {
      const { log, events, seen } = recorder()
      const { postForm, stored, inbox } = service({ inbox: { log } })
      inbox.start()
      const trapped = await postForm({ ...fields, [TRAP_FIELD]: 'https://spam.example' }, { accept }, path)
      const [held] = await stored()
      expect(held).toMatchObject({ deliveries: [{ channel: 'eml', state: 'held' }] })
      // The same words by a person: that message is delivered.
      const good = await postForm({ ...fields, [TRAP_FIELD]: '' }, { accept }, path)
      const shown = async (answer: Response) => [answer.status, answer.headers.get('location'), await answer.text()]
      expect(await shown(trapped)).toEqual(await shown(good))
      await seen({ event: 'delivered' })
      expect(await stored()).toHaveLength(2)
      expect((await inbox.show(held!.id))?.fields).toEqual(fields)
      expect(events.filter(({ event }) => event === 'held')).toEqual([{ event: 'held', id: held!.id }])
      expect(await inbox.retry({ id: held!.id })).toHaveLength(1)
      await seen({ event: 'delivered', id: held!.id })
    },
  )
})

describe('a refused form in a browser', () => {
  const typed = { ...ada, name: 'Ada "&<b>', message: '</textarea><script>alert(1)</script>' }
  const escaped = ['value="Ada &quot;&amp;&lt;b&gt;"', '&lt;/textarea&gt;&lt;script&gt;alert(1)&lt;/script&gt;']
  const secrets = { [TRAP_FIELD]: '', 'cf-turnstile-response': 'a-token-spent' }

  /** The page again with the status of the refusal, and in it what was typed. */
  async function expectForm(answer: Response, status: number) {
    expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8'])
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('content-security-policy')).toContain("form-action 'self'")
    const page = await answer.text()
    for (const value of escaped) expect(page).toContain(value)
    expect(page).not.toContain('a-token-spent')
    expect(page).toContain('action="/contact"')
    return page
  }
  const sendBy = ({ postForm }: ReturnType<typeof service>, changed: Record<string, string> = {}) =>
    postForm({ ...typed, ...secrets, ...changed }, { accept: BROWSER })

  test('comes back with what was typed and what is wrong with it', async () => {
    const page = await expectForm(await sendBy(service(), { email: 'ada' }), 400)
    expect(page).toMatch(/id="email-error">E-mail address must be an e-mail address/)
    expect(await expectForm(await sendBy(service(), { email: '' }), 400)).toContain(
      'id="email-error">E-mail address is required<',
    )
  })

  test('comes back when the challenge is not solved', async () => {
    const { settings } = await challenge()
    await expectForm(await sendBy(service({ inbox: { challenge: settings } })), 403)
  })

  test('comes back when there were too many, with the same headers as JSON', async () => {
    const limited = service({ inbox: { addressRate: { quota: 1, windowSeconds: 600 } } })
    await limited.post(ada)
    const answer = await sendBy(limited)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(590)
    expect(answer.headers.get('ratelimit')).toMatch(/^"address";r=0;t=\d+, "global"/)
    expect(await expectForm(answer, 429)).toMatch(
      / Send it again in about 10 minutes; what you wrote is still below\.</,
    )
  })

  test('comes back when the store is away, or the challenge cannot be verified now', async () => {
    const server = `127.0.0.1:${await closedPort()}`
    const challenge = { secret: 's', url: `http://${server}/` }
    for (const inbox of [{ databaseUrl: `postgres://${server}/messages` }, { challenge }]) {
      const answer = await sendBy(service({ inbox }))
      expect(answer.headers.get('retry-after')).toBe('30')
      await expectForm(answer, 503)
    }
  })

  test('is plain text when it comes from another site', async () => {
    const { postForm } = service()
    const answer = await postForm(typed, { accept: BROWSER, origin: 'https://evil.example' })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([403, 'text/plain; charset=UTF-8'])
    expect(await answer.text()).toBe(
      'Forbidden: a form needs an Origin of this site. Programs send Content-Type: application/json.',
    )
  })
})
