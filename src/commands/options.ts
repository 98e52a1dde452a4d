/** Options that several commands have, and what reads their values: a wrong one is wrong usage. */
import { InvalidArgumentError, Option } from 'commander'
import { parseWholeNumber } from '../text/typed-text.ts'

/** Options that set a variable, and win over it. */
export const VARIABLES = { port: 'PORT', host: 'HOST', catalog: 'CATALOG_DIR', data: 'DATA_DIR' } as const
export const option = (flags: string, about: string): Option => new Option(flags, about)
export const PORT = option('--port <number>', 'port to listen on; 0 picks a free one (PORT)')
export const HOST = option('--host <address>', 'interface to listen on; 0.0.0.0 means all (HOST)')
export const CATALOG = option('--catalog <dir>', 'built catalogue instead of the embedded one (CATALOG_DIR)')
export const DATA = option('--data <dir>', 'directory for messages (DATA_DIR)')
export const JSON_OUTPUT = option('--json', 'print JSON instead of text')
export const YES = option('--yes', 'do not ask')
export const LANG = option('--lang <language>', 'programming language, such as py').env('SDK_CATALOG_LANG')
export const QUERY = [
  LANG,
  option('--url <url>', 'ask a running service instead of the catalogue on this machine'),
  CATALOG,
]
export const limit = (what: string, count: number): Option =>
  option('--limit <count>', `maximum number of ${what}`).argParser(positiveNumber).default(count)
export const FROM = option('--from <address>', 'only messages of this sender, by e-mail address')
export const SINCE = option('--since <date>', 'only messages from this ISO date on, such as 2026-01-31').argParser(
  isoDate,
)

export function positiveNumber(value: string): number {
  const number = parseWholeNumber(value) ?? 0
  if (number < 1) throw new InvalidArgumentError('It must be a whole number from 1.')
  return number
}

/** A date, or a date-time with its zone. Rejects days that do not exist, which Date would turn into other days. */
export function isoDate(value: string): Date {
  const [, day] = /^(\d{4}-\d\d-\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/.exec(value) ?? []
  const [time, midnight] = [new Date(value), new Date(`${day}T00:00Z`)]
  if (Number.isNaN(Number(time)) || !midnight.toJSON()?.startsWith(day!))
    throw new InvalidArgumentError('It must be an ISO date, such as 2026-01-31.')
  return time
}
