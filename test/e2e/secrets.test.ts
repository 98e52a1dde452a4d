/** Nothing that the service prints has a secret or a word of a message in it, whatever fails. */
import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { openInbox } from '../../src/inbox/index.ts'
import { closedPort } from '../inbox/support/receivers.ts'
import { scratch } from '../scratch.ts'
import { ada, inbox, mailTo, serve } from './messages-process.ts'

const SIGNING = Buffer.alloc(32, 'k').toString('base64')
const SECRETS = ['keeper', 'hunter2', SIGNING, 'turnstile-5ecret', ada.email, ada.message, ada.name]

async function settings(): Promise<Record<string, string>> {
  const port = await closedPort()
  return {
    ...mailTo,
    DATA_DIR: scratch(),
    LOG_LEVEL: 'trace',
    SMTP_URL: `smtp://keeper:hunter2@127.0.0.1:${port}`,
    CONTACT_WEBHOOK_URL: `http://127.0.0.1:${port}/hook`,
    CONTACT_WEBHOOK_SECRET: `whsec_${SIGNING}`,
  }
}

function expectSilent(printed: string): void {
  for (const secret of SECRETS) expect(printed).not.toContain(secret)
}

test('a service whose receivers fail prints none, at any level, and names the mail server before there is a message', async () => {
  const environment = await settings()
  const service = await serve(environment)
  const server = environment.SMTP_URL!.split('@')[1]
  await service.logged(`channel_away","channel":"smtp","code":"ECONNREFUSED","server":"${server}`)
  expect((await service.post('/api/contact', ada)).status).toBe(200)
  await service.logged('retry')
  await service.post('/api/contact', { ...ada, email: 'nobody' })
  await service.stop()
  expectSilent(service.output())
  const listed = await inbox(['list', '--json'], environment)
  for (const secret of SECRETS.slice(0, 4)) expect(listed.stdout + listed.stderr).not.toContain(secret)
})

test('a service whose challenge and database fail prints none', async () => {
  const port = await closedPort()
  const service = await serve({
    ...(await settings()),
    DATABASE_URL: `postgres://keeper:hunter2@127.0.0.1:${port}/inbox`,
    TURNSTILE_SITE_KEY: 'site',
    TURNSTILE_SECRET_KEY: 'turnstile-5ecret',
    TURNSTILE_VERIFY_URL: `http://127.0.0.1:${port}/`,
  })
  const refused = await service.post('/api/contact', ada, { 'cf-turnstile-response': 'token' })
  expect(refused.status).toBe(503)
  expectSilent(await refused.text())
  await service.stop()
  expectSilent(service.output())
})

test('what a debugger shows of the inbox has none', async () => {
  const { CONTACT_WEBHOOK_SECRET: key } = readConfig(await settings())
  const opened = openInbox({
    dataDir: scratch(),
    databaseUrl: 'postgres://keeper:hunter2@127.0.0.1:1/inbox',
    webhook: { url: 'https://hook.example', key: key! },
  })
  expectSilent(inspect(opened, { depth: 20, showHidden: true }))
  await opened.stop()
})
