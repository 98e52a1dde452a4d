/** Days in a query, in the format of a parameter. */
import type { Parameter, Scalar } from '../../record/facts.ts'

/** Source of a pattern for one day. Relative days are left out: they depend on when the code runs. */
export const DAY = '(?:19|20)\\d\\d-\\d\\d-\\d\\d(?![\\dT])'

/** Whether the calendar has the day. */
const exists = (day: string): boolean => {
  const time = Date.parse(day)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day)
}

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

/** The day in the parameter's format; undefined if the format is unknown or the day does not exist. */
export function dateFor(day: string, { type, format = '', example }: Parameter): Scalar | undefined {
  if (!exists(day)) return undefined
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
