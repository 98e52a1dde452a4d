/** The environment, parsed once. Every setting, its default and its meaning stand in one table. */

import * as z from 'zod'
import { isLoopback } from './system/loopback.ts'
import { parseWholeNumber } from './text/whole-number.ts'

const list = z
  .string()
  .default('')
  .transform((value) =>
    value
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean),
  )

/** As a URL shows it: an IPv6 address stands in brackets. */
const hostName = z.string().regex(/^(\[[0-9a-f:.]+\]|[a-z0-9_-]+(\.[a-z0-9_-]+)*)$/i)

const rate = z
  .string()
  .regex(/^[1-9]\d{0,5}\/[1-9]\d{0,6}$/)
  .transform((value) => {
    const [quota, windowSeconds] = value.split('/').map(Number)
    return { quota: quota!, windowSeconds: windowSeconds! }
  })

/** Normal form, without a trailing slash. */
const address = z
  .url({ protocol: /^https?$/ })
  .transform((value) => new URL(value))
  .refine(({ username, password, search, hash }) => !username && !password && !search && !hash)
  .transform(({ href }) => href.replace(/\/+$/, ''))

const origin = address.refine((value) => new URL(value).pathname === '/')

const wholeNumber = (least: number, most: number) =>
  z.string().transform(parseWholeNumber).pipe(z.int().min(least).max(most))

/** A secret in the form of Standard Webhooks, as the bytes it stands for. */
const signingKey = z
  .string()
  .regex(/^whsec_[A-Za-z0-9+/]+={0,2}$/)
  .transform((value) => Buffer.from(value.slice('whsec_'.length), 'base64'))
  .refine(({ length }) => length >= 24 && length <= 64)

/** Encrypted on its way to another machine, and no password in it, for logs of receivers quote addresses. */
const webhookAddress = z.string().refine((value) => {
  const { protocol, hostname = '', username, password } = URL.parse(value) ?? {}
  return (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))) && !username && !password
})

interface Setting {
  schema: z.ZodType
  /** What is allowed, for the error line. */
  allowed: string
  /** For the README. */
  meaning: string
  shownDefault: string
  secret?: true
}

const setting = <S extends z.ZodType>(schema: S, about: Omit<Setting, 'schema'>) => ({ schema, ...about })

/** Each is optional. */
export const settings = {
  PORT: setting(wholeNumber(0, 65535).default(8080), {
    allowed: 'a whole number from 0 to 65535',
    shownDefault: '`8080`',
    meaning: 'Port to listen on; 0 takes a free one.',
  }),
  HOST: setting(z.string().min(1).default('127.0.0.1'), {
    allowed: 'an address or host name of this machine',
    shownDefault: '`127.0.0.1`',
    meaning: 'Address to listen on; `0.0.0.0` for every interface.',
  }),
  BASE_URL: setting(origin.optional(), {
    allowed: 'an http or https address without path, user, query and fragment',
    shownDefault: '`http://localhost:PORT`',
    meaning: 'Public address of the service; every absolute link begins with it.',
  }),
  BRAND: setting(
    z
      .string()
      .regex(/^[a-z0-9][a-z0-9-]{0,40}$/)
      .default('example'),
    {
      allowed: '1 to 41 lower-case letters, digits and hyphens, the first no hyphen',
      shownDefault: '`example`',
      meaning: 'Name in the paths `/{brand}-sdk/{slug}` and `/sdk/{brand}-sdk.csv`.',
    },
  ),
  SERVICE_NAME: setting(
    z
      .string()
      .trim()
      .min(1)
      .max(80)
      .regex(/^\P{Cc}*$/u)
      .default('SDK Catalogue'),
    {
      allowed: '1 to 80 characters on one line',
      shownDefault: '`SDK Catalogue`',
      meaning: 'Name of the service for people.',
    },
  ),
  CATALOG_DIR: setting(z.string().min(1).optional(), {
    allowed: 'a directory with a built catalogue',
    shownDefault: 'the embedded catalogue',
    meaning: 'Built catalogue to serve; another one put in its place is served without a restart.',
  }),
  ALLOWED_ORIGINS: setting(list.pipe(z.array(origin)), {
    allowed: 'http or https origins such as https://app.example, separated by commas',
    shownDefault: 'none',
    meaning: 'Web sites beside BASE_URL whose pages may call `/mcp` and send messages.',
  }),
  ALLOWED_HOSTS: setting(list.pipe(z.array(hostName)), {
    allowed: 'host names without scheme and port, separated by commas',
    shownDefault: 'none',
    meaning: 'Host names beside that of BASE_URL under which `/mcp` answers.',
  }),
  DATA_DIR: setting(z.string().min(1).default('./data'), {
    allowed: 'a directory that can be made and written',
    shownDefault: '`./data`',
    meaning: 'Where messages and the history of builds are stored, and mail as files while no channel is set.',
  }),
  DATABASE_URL: setting(z.url({ protocol: /^postgres(ql)?$/ }).optional(), {
    allowed: 'a postgres:// address',
    shownDefault: 'SQLite in DATA_DIR',
    meaning: 'PostgreSQL for the messages, shared by replicas.',
    secret: true,
  }),
  SMTP_URL: setting(z.url({ protocol: /^smtps?$/ }).optional(), {
    allowed: 'an smtp:// or smtps:// address',
    shownDefault: 'none',
    meaning:
      'Mail server that messages are sent through; needs CONTACT_FROM and CONTACT_TO. Another machine must offer STARTTLS; `?requireTLS=false` at the end of the address lets messages and password pass unencrypted.',
    secret: true,
  }),
  CONTACT_FROM: setting(z.string().min(3).optional(), {
    allowed: 'an e-mail address',
    shownDefault: 'none',
    meaning: 'Sender of the mail about a message.',
  }),
  CONTACT_TO: setting(z.string().min(3).optional(), {
    allowed: 'e-mail addresses, separated by commas',
    shownDefault: 'none',
    meaning: 'Who is told of a message.',
  }),
  CONTACT_WEBHOOK_URL: setting(webhookAddress.optional(), {
    allowed: 'an https address without a password, or an http address of this machine',
    shownDefault: 'none',
    meaning: 'Where messages are posted, signed as Standard Webhooks asks; needs CONTACT_WEBHOOK_SECRET.',
    secret: true,
  }),
  CONTACT_WEBHOOK_SECRET: setting(signingKey.optional(), {
    allowed: '`whsec_` and 24 to 64 bytes in base64',
    shownDefault: 'none',
    meaning: 'Key of the signature.',
    secret: true,
  }),
  CONTACT_RATE: setting(z.string().default('5/600').pipe(rate), {
    allowed: 'messages/seconds, such as 5/600',
    shownDefault: '`5/600`',
    meaning: 'Messages that one address may send in a time.',
  }),
  CONTACT_GLOBAL_RATE: setting(z.string().default('60/3600').pipe(rate), {
    allowed: 'messages/seconds, such as 60/3600',
    shownDefault: '`60/3600`',
    meaning: 'Messages that everybody together may send in a time.',
  }),
  CONTACT_RETENTION_DAYS: setting(wholeNumber(1, 3650).default(30), {
    allowed: 'a whole number from 1 to 3650',
    shownDefault: '`30`',
    meaning: 'Days after delivery, or after a message was held back, until what it says is deleted.',
  }),
  TRUSTED_PROXIES: setting(list, {
    allowed: 'addresses or ranges such as 10.0.0.0/8, separated by commas',
    shownDefault: 'none',
    meaning: 'Proxies whose X-Forwarded-For is believed.',
  }),
  TURNSTILE_SITE_KEY: setting(z.string().min(1).optional(), {
    allowed: 'the public key of the widget',
    shownDefault: 'none',
    meaning: 'Shows the bot challenge on the forms.',
  }),
  TURNSTILE_SECRET_KEY: setting(z.string().min(1).optional(), {
    allowed: 'the secret key of the widget',
    shownDefault: 'none',
    meaning: 'Demands a solved bot challenge with every message.',
    secret: true,
  }),
  TURNSTILE_VERIFY_URL: setting(z.url({ protocol: /^https?$/ }).optional(), {
    allowed: 'an http or https address',
    shownDefault: 'that of Cloudflare',
    meaning: 'Verifier of the challenge; any that speaks siteverify.',
  }),
  LOG_LEVEL: setting(z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('info'), {
    allowed: 'silent, fatal, error, warn, info, debug or trace',
    shownDefault: '`info`',
    meaning: 'Least severity of log lines, which go to standard error.',
  }),
} satisfies Record<string, Setting>

type Values = { [K in keyof typeof settings]: z.output<(typeof settings)[K]['schema']> }
export type Config = Omit<Values, 'BASE_URL'> & { BASE_URL: string }

/** Each first one is of no use without the second. */
const NEEDS = [
  ['SMTP_URL', 'CONTACT_FROM'],
  ['SMTP_URL', 'CONTACT_TO'],
  ['CONTACT_WEBHOOK_URL', 'CONTACT_WEBHOOK_SECRET'],
  ['TURNSTILE_SITE_KEY', 'TURNSTILE_SECRET_KEY'],
  // With the secret alone every message would need a token that no form could get.
  ['TURNSTILE_SECRET_KEY', 'TURNSTILE_SITE_KEY'],
] as const

/** A setting that stops the start; the message is the whole line to show. */
export class InvalidSetting extends Error {
  override name = 'InvalidSetting'
}

/**
 * Reads the settings; an empty value counts as absent.
 * @throws InvalidSetting naming the variable, what it held (secrets masked) and what is allowed
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const values = Object.fromEntries(
    Object.entries<Setting>(settings).map(([name, { schema, allowed, secret }]) => {
      const held = environment[name] || undefined
      const result = schema.safeParse(held)
      if (result.success) return [name, result.data]
      throw new InvalidSetting(`${name} is ${secret ? '(hidden)' : shown(held)}; allowed is ${allowed}.`)
    }),
  ) as Values
  for (const [name, other] of NEEDS) {
    if (values[name] === undefined || values[other] !== undefined) continue
    throw new InvalidSetting(`${other} is not set; allowed is ${settings[other].allowed}, as ${name} needs it.`)
  }
  return { ...values, BASE_URL: values.BASE_URL ?? `http://localhost:${values.PORT}` }
}

/** Without what could be a password in an address. */
const shown = (held: string | undefined): string | undefined =>
  JSON.stringify(held?.replace(/\/\/[^/@\s]*@/g, '//(hidden)@'))

/** One line for each setting that does nothing, as the one that it belongs to is not set. */
export function withoutEffect(config: Config): string[] {
  return [...NEEDS, ['TURNSTILE_SECRET_KEY', 'TURNSTILE_VERIFY_URL'] as const].flatMap(([name, other]) =>
    config[name] === undefined && config[other] !== undefined
      ? [`${other} is set and does nothing, as ${name} is not set.`]
      : [],
  )
}
