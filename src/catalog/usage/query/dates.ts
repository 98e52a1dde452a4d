/** Days that a query names, and how a parameter wants them written. */
import type { Parameter, Scalar } from '../../record/facts.ts'

/** Source of a pattern for one day: 2024-07-04, yesterday. */
export const DAY = '(?:(?:19|20)\\d\\d-\\d\\d-\\d\\d(?![\\dT])|today|yesterday|tomorrow)'

const IN_DAYS: Readonly<Record<string, number>> = { today: 0, yesterday: -1, tomorrow: 1 }
const LENGTHS: Readonly<Record<string, number>> = { day: 1, week: 7, month: 30, year: 365 }

const isoDay = (time: number): string => new Date(time).toISOString().slice(0, 10)
const DAY_LENGTH = 86_400_000

/** The day some days, weeks, months or years from now. */
export const dayFromNow = (now: number, count: number, unit: string): string =>
  isoDay(now + count * (LENGTHS[unit.replace(/s$/, '')] ?? 1) * DAY_LENGTH)

/** The day as YYYY-MM-DD; undefined for one that does not exist. @param text what DAY matches */
export function dayOf(text: string, now: number): string | undefined {
  const relative = IN_DAYS[text.toLowerCase()]
  if (relative !== undefined) return dayFromNow(now, relative, 'day')
  const time = Date.parse(text)
  return Number.isNaN(time) || isoDay(time) !== text ? undefined : text
}

export const isRelativeDay = (text: string): boolean => IN_DAYS[text.toLowerCase()] !== undefined

const DATE_EXAMPLE = /^\d{4}[-/]?\d\d[-/]?\d\d(?:T|$)/

/** Whether the parameter is known to be a time: by its format, its example or its name. */
export function isTime({ name, format = '', example }: Parameter): boolean {
  return (
    /^(?:date|datetime|unix-time|timestamp|ISO 8601)/i.test(format) ||
    DATE_EXAMPLE.test(String(example)) ||
    (typeof example === 'number' && example > 1e9) ||
    /date|time(?!out|zone)|since|until/i.test(name)
  )
}

/** The day as the parameter wants it; undefined where its form is not known. */
export function dateFor(day: string, { type, format = '', example }: Parameter): Scalar | undefined {
  const sample = example === undefined ? '' : String(example)
  const seconds = Date.parse(day) / 1000
  if (type === 'integer' || type === 'number') {
    if (/^\d{8}$/.test(sample)) return Number(day.replaceAll('-', ''))
    if (/^\d{13}$/.test(sample)) return 1000 * seconds
    return format === 'unix-time' || /^\d{10}$/.test(sample) ? seconds : undefined
  }
  if (type !== undefined && type !== 'string') return undefined
  if (/^\d{4}-\d\d-\d\d$/.test(sample)) return day
  if (/^\d{8}$/.test(sample)) return day.replaceAll('-', '')
  if (/^\d{4}\/\d\d\/\d\d$/.test(sample)) return day.replaceAll('-', '/')
  if (/^\d{4}-\d\d-\d\d[T ]/.test(sample) || (sample === '' && /^date-?time/.test(format))) return `${day}T00:00:00Z`
  return sample === '' ? day : undefined
}
