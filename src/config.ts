/** The environment, parsed once. Every setting, its default and its meaning stand in one table. */
import * as z from 'zod'

const list = z
  .string()
  .default('')
  .transform((value) =>
    value
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean),
  )

const origin = z
  .url({ protocol: /^https?$/, error: 'an http or https address' })
  .transform((value) => value.replace(/\/+$/, ''))

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
  PORT: setting(z.coerce.number().int().min(0).max(65535).default(8080), {
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
    allowed: 'an http or https address',
    shownDefault: '`http://localhost:PORT`',
    meaning: 'Public address of the service; every absolute link begins with it.',
  }),
  BRAND: setting(
    z
      .string()
      .regex(/^[a-z0-9][a-z0-9-]{0,40}$/)
      .default('example'),
    {
      allowed: 'lower-case letters, digits and hyphens',
      shownDefault: '`example`',
      meaning: 'Name in the paths `/{brand}-sdk/{slug}` and `/sdk/{brand}-sdk.csv`.',
    },
  ),
  SERVICE_NAME: setting(z.string().trim().min(1).max(80).default('SDK Catalogue'), {
    allowed: '1 to 80 characters',
    shownDefault: '`SDK Catalogue`',
    meaning: 'Name of the service for people.',
  }),
  CATALOG_DIR: setting(z.string().min(1).optional(), {
    allowed: 'a directory with a built catalogue',
    shownDefault: 'the embedded catalogue',
    meaning: 'Built catalogue to serve.',
  }),
  ALLOWED_ORIGINS: setting(list.pipe(z.array(origin)), {
    allowed: 'http or https addresses, separated by commas',
    shownDefault: 'none',
    meaning: 'Web sites beside BASE_URL whose pages may call `/mcp`.',
  }),
  ALLOWED_HOSTS: setting(list, {
    allowed: 'host names, separated by commas',
    shownDefault: 'none',
    meaning: 'Host names beside that of BASE_URL under which `/mcp` answers.',
  }),
  LOG_LEVEL: setting(z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('info'), {
    allowed: 'silent, fatal, error, warn, info, debug or trace',
    shownDefault: '`info`',
    meaning: 'Least severity of log lines, which go to standard error.',
  }),
} satisfies Record<string, Setting>

type Values = { [K in keyof typeof settings]: z.output<(typeof settings)[K]['schema']> }
export type Config = Omit<Values, 'BASE_URL'> & { BASE_URL: string }

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
      throw new InvalidSetting(`${name} is ${secret ? '(hidden)' : JSON.stringify(held)}; allowed is ${allowed}.`)
    }),
  ) as Values
  return { ...values, BASE_URL: values.BASE_URL ?? `http://localhost:${values.PORT}` }
}
