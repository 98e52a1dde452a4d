/** Settings: the default of each variable, what it takes, and the one line that a wrong value ends in. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { InvalidSetting, readConfig, settings, withoutEffect } from '../src/config.ts'
import { mailAddresses } from '../src/inbox/channels/mail.ts'
import { codePoint, runs } from './property.ts'
import { ANY_TEXT, WRONG } from './wrong-settings.ts'

type Name = keyof typeof settings
const secret = (name: Name): boolean => 'secret' in settings[name]

describe('a wrong setting', () => {
  for (const [name, values] of Object.entries(WRONG) as [Name, string[]][]) {
    test(`${name} stops with one line that names it, what it held and what is allowed`, () => {
      for (const value of values) {
        expect(() => readConfig({ [name]: value }), value).toThrow(InvalidSetting)
        const message = messageOf({ [name]: value })
        expect(message).not.toContain('\n')
        expect(message.startsWith(`${name} is ${secret(name) ? '(hidden)' : JSON.stringify(value)}`)).toBe(true)
        expect(message).toContain(`it must be ${settings[name].allowed}`)
        if (secret(name)) expect(message).not.toContain(value)
      }
    })
  }

  test('is shown without the password in an address', () => {
    expect(messageOf({ BASE_URL: 'https://keeper:hunter2@h.example' })).toMatch(
      /^BASE_URL is "https:\/\/\(hidden\)@h\.example"/,
    )
    const hook = { CONTACT_WEBHOOK_URL: 'https://u:hunter2@h.example/x', CONTACT_WEBHOOK_SECRET: 'whsec_x' }
    expect(messageOf(hook)).not.toContain('hunter2')
  })

  test('is known here for every variable there is', () =>
    expect([...Object.keys(WRONG), ...ANY_TEXT].sort()).toEqual(Object.keys(settings).sort()))

  test('that needs another one names both', () => {
    expect(messageOf({ SMTP_URL: 'smtp://mail.example' })).toMatch(
      /^SMTP_URL needs CONTACT_FROM, which is not set; it must be an e-mail address\.$/,
    )
    expect(messageOf({ CONTACT_WEBHOOK_URL: 'https://hook.example' })).toMatch(
      /^CONTACT_WEBHOOK_URL needs CONTACT_WEBHOOK_SECRET, which is not set/,
    )
    const chat = { CONTACT_WEBHOOK_URL: 'https://hook.example', CONTACT_WEBHOOK_FORMAT: 'slack' }
    expect(readConfig(chat)).toMatchObject(chat)
    expect(messageOf({ TURNSTILE_SITE_KEY: 'site' })).toMatch(
      /^TURNSTILE_SITE_KEY needs TURNSTILE_SECRET_KEY, which is not set/,
    )
    expect(messageOf({ TURNSTILE_SECRET_KEY: 'secret' })).toMatch(
      /^TURNSTILE_SECRET_KEY needs TURNSTILE_SITE_KEY, which is not set/,
    )
  })
})

test('what CONTACT_FROM and CONTACT_TO take, the mail channel reads', () => {
  const read = (text: string, name: 'CONTACT_FROM' | 'CONTACT_TO') => {
    try {
      return readConfig({ [name]: text })[name]
    } catch {
      return undefined
    }
  }
  for (const text of [
    ...['a@site.example', 'Inbox <a@site.example>', '"Doe, Ada" <a@site.example>', 'Café <a@site.example>'],
  ]) {
    expect(mailAddresses(read(text, 'CONTACT_FROM')!, 'b@site.example').from.address).toBe('a@site.example')
    expect(mailAddresses('b@site.example', read(`${text}, b@site.example,`, 'CONTACT_TO')!).to).toHaveLength(2)
  }
  const part = fc.constantFrom(...'ab @@..,<>"();:\\é', 'a@b.c', '<a@b.c>')
  const text = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(text, (given) => {
      const from = read(given, 'CONTACT_FROM') ?? 'a@site.example'
      const to = read(given, 'CONTACT_TO') ?? 'b@site.example'
      const parsed = mailAddresses(from, to)
      for (const { address } of [parsed.from, ...parsed.to]) expect(address).toMatch(/^[^\s@<>,;]+@[^\s@<>,;]+$/)
      expect(mailAddresses(from, from).to).toHaveLength(1)
    }),
    runs(5000),
  )
})

test('a setting without effect is named with the one it belongs to', () => {
  const idle = {
    ...{ CONTACT_FROM: 'a@site.example', CONTACT_TO: 'b@site.example' },
    ...{ CONTACT_WEBHOOK_SECRET: `whsec_${Buffer.alloc(24).toString('base64')}` },
    TURNSTILE_VERIFY_URL: 'https://verify.example',
  }
  expect(withoutEffect(readConfig(idle))).toEqual([
    'CONTACT_FROM has no effect, because SMTP_URL is not set.',
    'CONTACT_TO has no effect, because SMTP_URL is not set.',
    'CONTACT_WEBHOOK_SECRET has no effect, because CONTACT_WEBHOOK_URL is not set.',
    'TURNSTILE_VERIFY_URL has no effect, because TURNSTILE_SECRET_KEY is not set.',
  ])
  const used = { SMTP_URL: 'smtp://mail.example', CONTACT_WEBHOOK_URL: 'https://hook.example' }
  const keys = { TURNSTILE_SITE_KEY: 'site', TURNSTILE_SECRET_KEY: 'secret' }
  expect(withoutEffect(readConfig({ ...idle, ...used, ...keys }))).toEqual([])
  expect(withoutEffect(readConfig({}))).toEqual([])
})

describe('settings', () => {
  test('have defaults, and an empty or absent variable means its default', () => {
    const defaults = readConfig({})
    expect(defaults).toMatchObject({
      ...{ PORT: 8080, HOST: '127.0.0.1', BASE_URL: 'http://localhost:8080', BRAND: 'example', LOG_LEVEL: 'info' },
      ...{ SERVICE_NAME: 'SDK Catalogue', ALLOWED_ORIGINS: [], ALLOWED_HOSTS: [], DATA_DIR: './data' },
      ...{ CONTACT_RATE: { quota: 5, windowSeconds: 600 }, CONTACT_GLOBAL_RATE: { quota: 60, windowSeconds: 3600 } },
    })
    expect(readConfig(Object.fromEntries(Object.keys(settings).map((name) => [name, ''])))).toEqual(defaults)
  })

  test('take URLs in any spelling and hold them in one, without a slash at the end', () => {
    for (const [given, held] of [
      ['https://SDK.Example/', 'https://sdk.example'],
      ['https://sdk.example//', 'https://sdk.example'],
      ['https://sdk.example:443', 'https://sdk.example'],
    ] as const)
      expect(readConfig({ BASE_URL: given }).BASE_URL).toBe(held)
    expect(readConfig({ PORT: '9000' }).BASE_URL).toBe('http://localhost:9000')
  })

  test('take a webhook on another machine encrypted, and on this one in plain text', () => {
    const CONTACT_WEBHOOK_SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
    for (const url of [
      ...['https://hooks.example/in?for=us', 'http://localhost:9/', 'http://127.0.0.2/', 'http://[::1]/'],
    ]) {
      const values = readConfig({ CONTACT_WEBHOOK_URL: url, CONTACT_WEBHOOK_SECRET })
      expect([values.CONTACT_WEBHOOK_URL, values.CONTACT_WEBHOOK_SECRET]).toEqual([url, Buffer.alloc(24, 7)])
    }
  })

  test('take lists with spaces and empty items', () => {
    const { ALLOWED_ORIGINS, ALLOWED_HOSTS } = readConfig({
      ALLOWED_ORIGINS: ' https://a.example/ ,, http://b.example:81, chrome-extension://abc/, tauri://localhost',
      ALLOWED_HOSTS: 'a.example, [::1],127.0.0.1,',
    })
    expect(ALLOWED_ORIGINS).toEqual([
      ...['https://a.example', 'http://b.example:81', 'chrome-extension://abc', 'tauri://localhost'],
    ])
    expect(ALLOWED_HOSTS).toEqual(['a.example', '[::1]', '127.0.0.1'])
  })

  test('are read or refused, and nothing else, whatever they hold', () => {
    const names = fc.constantFrom(...(Object.keys(settings) as Name[]))
    fc.assert(
      fc.property(fc.dictionary(names, fc.string({ unit: codePoint, maxLength: 30 })), (environment) => {
        try {
          const { PORT, BASE_URL } = readConfig(environment)
          expect(Number.isInteger(PORT)).toBe(true)
          expect(URL.canParse(BASE_URL)).toBe(true)
        } catch (error) {
          expect(error).toBeInstanceOf(InvalidSetting)
          expect((error as Error).message).not.toContain('\n')
        }
      }),
      runs(500),
    )
  })
})

function messageOf(environment: Record<string, string>): string {
  try {
    readConfig(environment)
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('no setting was refused')
}
