import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { type ChallengeSettings, createVerifier } from '../../src/inbox/challenge.ts'
import { testHook } from './support/inboxes.ts'

/** A loopback verifier that gives these answers in turn, the last one for ever. */
async function verifier(...answers: (object | ((response: ServerResponse) => void))[]) {
  let requestCount = 0
  const receiver = await testHook((_, response) => {
    const answer = answers[Math.min(requestCount++, answers.length - 1)]
    if (typeof answer === 'function') answer(response)
    else response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
  })
  const verify = (token?: string, more: Partial<ChallengeSettings> = {}) =>
    createVerifier({ secret: 's3cret', url: receiver.url, ...more })(token, '192.0.2.1', 'client')
  return { verify, requests: receiver.requests }
}

const hang = () => {}
const cut = (response: ServerResponse) => void response.destroy()

describe('the bot challenge', () => {
  it('is decided without asking where there is no token, or one beyond all length', async () => {
    const { verify, requests } = await verifier({ success: true })
    expect([await verify(), await verify(''), await verify('x'.repeat(2049))]).toEqual(['missing', 'missing', 'failed'])
    expect(requests).toEqual([])
  })

  it.each([
    ['site.example', 'passed'],
    ['other.example', 'failed'],
    [undefined, 'passed'], // Verifiers other than Cloudflare's may not say it.
  ])('with a token that was made for the site %s is %s', async (hostname, verdict) => {
    const { verify } = await verifier({ success: true, hostname })
    expect(await verify('token', { hostnames: ['site.example'] })).toBe(verdict)
  })

  it('is asked a second time, as the same question, when the verifier does not answer', async () => {
    const { verify, requests } = await verifier(cut, { success: true })
    expect(await verify('token')).toBe('passed')
    expect(requests[1]!.body).toBe(requests[0]!.body)
  })

  it.each<[string, object | typeof hang]>([
    ['never answers', hang],
    ['answers no JSON', (response: ServerResponse) => void response.writeHead(502).end('<h1>Bad gateway</h1>')],
    ['answers something else', { ok: true }],
    ['redirects', (response: ServerResponse) => void response.writeHead(302, { location: '/' }).end()],
    ['has trouble itself', { success: false, 'error-codes': ['internal-error'] }],
    ['does not know our secret', { success: false, 'error-codes': ['invalid-input-secret'] }],
  ])('has no verdict when the verifier %s', async (_, answer) => {
    const { verify, requests } = await verifier(answer)
    expect(await verify('token', { timeoutMs: answer === hang ? 300 : 60_000 })).toBe('unreachable')
    if (answer !== hang) expect(requests).toHaveLength(2)
  })

  it('has no verdict when the verifier sends without end', async () => {
    const { verify } = await verifier((response: ServerResponse) => {
      const more = () => void response.write('{"x":'.repeat(2_000), (error) => error || more())
      more()
    })
    expect(await verify('token', { timeoutMs: 60_000 })).toBe('unreachable')
  })

  it('asks a verifier that hangs about few messages at a time, and fewer of one client', async () => {
    const held: ServerResponse[] = []
    const { promise: enough, resolve } = Promise.withResolvers<void>()
    const receiver = await testHook((_, response) => {
      if (held.push(response) === 3) resolve()
    })
    const verify = createVerifier({ secret: 's', url: receiver.url }, { total: 3, perClient: 2 })
    const ask = (client: string) => verify('token', '192.0.2.1', client)
    const pending = [ask('a'), ask('a'), ask('b')]
    expect(await ask('a')).toBe('unreachable')
    expect(await ask('c')).toBe('unreachable')
    await enough
    for (const response of held) response.end('{"success":true}')
    expect(await Promise.all(pending)).toEqual(['passed', 'passed', 'passed'])
    expect(receiver.requests).toHaveLength(3)
    const later = ask('a')
    while (held.length < 4) await new Promise((resolve) => setImmediate(resolve))
    held[3]!.end('{"success":true}')
    expect(await later).toBe('passed')
  })
})
