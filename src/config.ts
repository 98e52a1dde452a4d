/** The settings: environment variables, parsed once. One table has every setting, its default and its meaning. */
import * as kinds from './text/setting-kinds.ts'

interface Setting<Value = unknown> {
  read: kinds.Read<Value>
  /** What is read where the variable is not set. */
  unset?: string
  /** What the value must be; completes "it must be …" in the error. */
  allowed: string
  /** For docs/operating.md. */
  meaning: string
  /** What happens where the variable is not set, in words. */
  default?: string
  secret?: true
}

const setting = <Value, const About extends Omit<Setting, 'read'>>(read: kinds.Read<Value>, about: About) => ({
  read,
  ...about,
})

const numberSetting = ({ otherwise, min, max }: Record<'otherwise' | 'min' | 'max', number>, meaning: string) =>
  setting(kinds.wholeNumber(min, max), {
    unset: String(otherwise),
    allowed: `a whole number from ${min} to ${max}`,
    meaning,
  })
const rateSetting = (unset: string, meaning: string) =>
  setting(kinds.rate, { unset, allowed: `messages/seconds, such as ${unset}`, meaning })
const switchSetting = (unset: 'on' | 'off', meaning: string) =>
  setting(kinds.oneOf('on', 'off'), { unset, allowed: 'on or off', meaning })

/** Every setting is optional. */
export const settings = {
  PORT: numberSetting({ otherwise: 8080, min: 0, max: 65535 }, 'Port to listen on. 0 picks a free port.'),
  HOST: setting(kinds.atLeast(), {
    unset: '127.0.0.1',
    allowed: 'an IP address or host name of this machine',
    meaning: 'Interface to listen on. `0.0.0.0` means all interfaces.',
  }),
  BASE_URL: setting(kinds.origin, {
    allowed: 'an http or https URL without path, user, query or fragment',
    default: '`http://localhost:PORT`',
    meaning: 'Public URL of the service. All absolute links begin with it.',
  }),
  BRAND: setting(kinds.matching(/^[a-z0-9][a-z0-9-]{0,40}$/), {
    unset: 'example',
    allowed: '1 to 41 lower-case letters, digits and hyphens, beginning with a letter or digit',
    meaning: 'Name used in the paths `/{brand}-sdk/{slug}` and `/sdk/{brand}-sdk.csv`.',
  }),
  SERVICE_NAME: setting(kinds.line(80), {
    unset: 'SDK Catalogue',
    allowed: '1 to 80 characters on one line',
    meaning: 'Name of the service as people see it.',
  }),
  CATALOG_DIR: setting(kinds.atLeast(), {
    allowed: 'a directory with a built catalogue',
    default: 'the embedded catalogue',
    meaning: 'Directory of the built catalogue to serve. A new build put in its place is served without a restart.',
  }),
  CATALOG_URL: setting(kinds.catalogueUrl, {
    allowed: 'an https URL, an http URL of this machine, or a postgres:// URL',
    meaning:
      'Archive of the catalogue to serve, or the database that has it, made by `catalog publish`. It is asked for every minute, kept in DATA_DIR and served without a restart. Replaces CATALOG_DIR.',
    secret: true,
  }),
  CATALOG_PUBLIC_KEY: setting(kinds.matching(/^[A-Za-z0-9+/]{59}=$/), {
    allowed: 'an Ed25519 public key: base64 of its 44 bytes in DER',
    meaning: 'Key that the archive at CATALOG_URL must be signed with.',
  }),
  ALLOWED_ORIGINS: setting(kinds.listOf(kinds.origin), {
    unset: '',
    allowed: 'origins such as https://app.example or chrome-extension://abc, separated by commas',
    meaning: 'Origins other than BASE_URL whose pages may call `/mcp` and send messages.',
  }),
  ALLOWED_HOSTS: setting(kinds.listOf(kinds.hostName), {
    unset: '',
    allowed: 'host names without scheme and port, separated by commas',
    meaning: 'Host names other than that of BASE_URL under which `/mcp` answers, and METRICS_PORT.',
  }),
  DATA_DIR: setting(kinds.atLeast(), {
    unset: './data',
    allowed: 'a directory that can be created and written',
    meaning: 'Directory for messages, and for mail files while no channel is set.',
  }),
  DATABASE_URL: setting(kinds.postgresUrl, {
    allowed: 'a postgres:// URL',
    default: 'SQLite in DATA_DIR',
    meaning: 'PostgreSQL database for the messages. Replicas share it.',
    secret: true,
  }),
  SMTP_URL: setting(kinds.url(/^smtps?$/), {
    allowed: 'an smtp:// or smtps:// URL',
    meaning:
      'Mail server that delivers the messages. Needs CONTACT_FROM and CONTACT_TO. A server on another machine must offer STARTTLS; `?requireTLS=false` at the end of the URL allows messages and password to be sent unencrypted.',
    secret: true,
  }),
  CONTACT_FROM: setting(kinds.mailbox, {
    allowed: 'an e-mail address',
    meaning: 'Sender of the mails.',
  }),
  CONTACT_TO: setting(kinds.mailboxes, {
    allowed: 'e-mail addresses, separated by commas',
    meaning: 'Recipients of the mails.',
  }),
  CONTACT_WEBHOOK_URL: setting(kinds.webhookUrl, {
    allowed: 'an https URL without a password, or an http URL of this machine',
    meaning: 'URL that messages are posted to. With Standard Webhooks it needs CONTACT_WEBHOOK_SECRET.',
    secret: true,
  }),
  CONTACT_WEBHOOK_FORMAT: setting(kinds.oneOf('standard', 'slack', 'discord', 'teams'), {
    default: '`standard`',
    allowed: 'standard, slack, discord or teams',
    meaning:
      'What is posted: Standard Webhooks, signed, or a message for an incoming webhook of Slack, Discord or Teams.',
  }),
  CONTACT_WEBHOOK_SECRET: setting(kinds.signingKey, {
    allowed: '`whsec_` followed by 24 to 64 bytes in base64',
    meaning: 'Signing key of the webhook.',
    secret: true,
  }),
  CONTACT_RATE: rateSetting('5/600', 'Limit on messages from one IP address.'),
  CONTACT_GLOBAL_RATE: rateSetting(
    '60/3600',
    'Rate at which messages of all senders together are delivered; what is over it waits, for up to a day.',
  ),
  CONTACT_RETENTION_DAYS: numberSetting(
    { otherwise: 30, min: 1, max: 3650 },
    'Days until the text of a message is deleted, counted from its delivery or from when it was held back.',
  ),
  CLIENT_QUEUE: numberSetting(
    { otherwise: 1000, min: 0, max: 1_000_000 },
    'Requests of one client that may wait for their turn; more are answered with 429. 0 means any number, as behind a proxy that limits clients and is not in TRUSTED_PROXIES.',
  ),
  STORE_MB: numberSetting(
    { otherwise: 4, min: 1, max: 65_536 },
    'Memory for answers that are kept until the catalogue changes, in megabytes.',
  ),
  TRUSTED_PROXIES: setting(kinds.listOf(kinds.atLeast()), {
    unset: '',
    allowed: 'IP addresses or ranges such as 10.0.0.0/8, separated by commas',
    meaning: 'Proxies whose X-Forwarded-For header is trusted.',
  }),
  TURNSTILE_SITE_KEY: setting(kinds.atLeast(), {
    allowed: 'the public key of the widget',
    meaning: 'Shows the bot challenge on the forms.',
  }),
  TURNSTILE_SECRET_KEY: setting(kinds.atLeast(), {
    allowed: 'the secret key of the widget',
    meaning: 'Requires a solved bot challenge with every message.',
    secret: true,
  }),
  TURNSTILE_VERIFY_URL: setting(kinds.url(/^https?$/), {
    allowed: 'an http or https URL',
    default: 'the verifier of Cloudflare',
    meaning: 'Verifier of the challenge: any service with the siteverify API.',
  }),
  CHECK_OUTPUT: setting(kinds.trueOrFalse, {
    unset: 'false',
    allowed: 'true or false',
    meaning: 'Checks every result against the schema of its tool before it is sent, to find a defect of a tool.',
  }),
  METRICS_PORT: setting(kinds.wholeNumber(1, 65535), {
    allowed: 'a whole number from 1 to 65535',
    meaning: 'Serves `/metrics` on this port of HOST. Keep it from the public.',
  }),
  METRICS_TOKEN: setting(kinds.atLeast(16), {
    allowed: 'at least 16 characters',
    meaning: 'Serves `/metrics` beside the pages, for requests with this bearer token.',
    secret: true,
  }),
  HSTS: switchSetting(
    'on',
    'Sends Strict-Transport-Security with every answer if BASE_URL is https: browsers then use https alone for a year.',
  ),
  ACCESS_LOG: switchSetting('off', 'Logs each request, without address, query and texts.'),
  SEARCH_COUNTS: switchSetting(
    'on',
    'Counts searches that find nothing or little, without who asked, for `sdk-catalog searches`.',
  ),
  DRAIN_SECONDS: numberSetting(
    { otherwise: 0, min: 0, max: 300 },
    'Seconds after SIGTERM in which `/readyz` answers 503 and requests are still served, so that a balancer sends no more before connections are closed.',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(kinds.url(/^https?$/), {
    allowed: 'an http or https URL',
    meaning: 'Sends traces to this collector, with OTLP over HTTP. Headers are in `OTEL_EXPORTER_OTLP_HEADERS`.',
    secret: true,
  }),
  OTEL_SERVICE_NAME: setting(kinds.atLeast(), {
    unset: 'sdk-catalog',
    allowed: 'the name of the service in traces',
    meaning: 'Name of the service in traces.',
  }),
  OTEL_TRACES_SAMPLER_ARG: setting(kinds.share, {
    unset: '1',
    allowed: 'a number from 0 to 1',
    meaning: 'Share of the traces that begin here and are sent.',
  }),
  LOG_LEVEL: setting(kinds.oneOf('silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'), {
    unset: 'info',
    allowed: 'silent, fatal, error, warn, info, debug or trace',
    meaning: 'Lowest level that is logged. The log goes to standard error.',
  }),
} satisfies Record<string, Setting>

type ValueOf<S> = S extends { read: kinds.Read<infer Value> }
  ? Value | (S extends { unset: string } ? never : undefined)
  : never
type Values = { [K in keyof typeof settings]: ValueOf<(typeof settings)[K]> }
export type Config = Omit<Values, 'BASE_URL'> & { BASE_URL: string }

/** The first setting of each pair needs the second. */
const NEEDS = [
  ['SMTP_URL', 'CONTACT_FROM'],
  ['SMTP_URL', 'CONTACT_TO'],
  ['CONTACT_WEBHOOK_URL', 'CONTACT_WEBHOOK_SECRET'],
  ['TURNSTILE_SITE_KEY', 'TURNSTILE_SECRET_KEY'],
  // With the secret alone, every message would need a token that no form could get.
  ['TURNSTILE_SECRET_KEY', 'TURNSTILE_SITE_KEY'],
] as const

/** A setting that stops the start. The message is the whole line to show. */
export class InvalidSetting extends Error {
  override name = 'InvalidSetting'
}

/**
 * Reads the settings. An empty value counts as not set.
 * @throws InvalidSetting with the variable, its value (secrets are hidden) and what it must be
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const values = Object.fromEntries(
    Object.entries<Setting>(settings).map(([name, { read, unset, allowed, secret }]) => {
      const value = environment[name] || unset
      const held = value === undefined ? undefined : read(value)
      if (value === undefined || held !== undefined) return [name, held]
      throw new InvalidSetting(`${name} is ${secret ? '(hidden)' : quoted(value)}; it must be ${allowed}.`)
    }),
  ) as Values
  for (const [name, other] of NEEDS) {
    if (values[name] === undefined || values[other] !== undefined) continue
    // Chat programs take no signature.
    if (other === 'CONTACT_WEBHOOK_SECRET' && (values.CONTACT_WEBHOOK_FORMAT ?? 'standard') !== 'standard') continue
    throw new InvalidSetting(`${name} needs ${other}, which is not set; it must be ${settings[other].allowed}.`)
  }
  return { ...values, BASE_URL: values.BASE_URL ?? `http://localhost:${values.PORT}` }
}

/** User and password of a URL are hidden. */
const quoted = (value: string | undefined): string | undefined =>
  JSON.stringify(value?.replace(/\/\/[^/@\s]*@/g, '//(hidden)@'))

/** One line for each setting that has no effect because the setting it belongs to is not set. */
export function withoutEffect(config: Config): string[] {
  return [
    ...NEEDS,
    ['TURNSTILE_SECRET_KEY', 'TURNSTILE_VERIFY_URL'] as const,
    ['CATALOG_URL', 'CATALOG_PUBLIC_KEY'] as const,
    ['CONTACT_WEBHOOK_URL', 'CONTACT_WEBHOOK_FORMAT'] as const,
  ].flatMap(([name, other]) =>
    config[name] === undefined && config[other] !== undefined
      ? [`${other} has no effect, because ${name} is not set.`]
      : [],
  )
}
