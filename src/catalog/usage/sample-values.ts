/** A value to show for an argument: the one that the API description states, else a guess of the right type. */
import type { Parameter, Scalar, Type } from '../record/facts.ts'

export interface Sample {
  value: Scalar
  guessed: boolean
}

export function sampleOf(parameter: Parameter): Sample {
  const stated = parameter.example ?? parameter.default ?? parameter.enum?.[0]
  if (stated !== undefined && stated !== '') return { value: typed(stated, parameter.type), guessed: false }
  return { value: guess(parameter), guessed: true }
}

const isNumeric = (type: Type | undefined): boolean => type === 'integer' || type === 'number'

/** `"1"` for an integer is 1. */
function typed(value: Scalar, type: Type | undefined): Scalar {
  const number = isNumeric(type) && typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN
  if (Number.isFinite(number)) return number
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true'
  return type === 'string' && typeof value === 'number' ? String(value) : value
}

const UUID = '123e4567-e89b-12d3-a456-426614174000'
const BY_FORMAT: Readonly<Record<string, Scalar>> = {
  date: '2024-01-15',
  'date-time': '2024-01-15T12:00:00Z',
  time: '12:00:00',
  uuid: UUID,
  email: 'name@example.org',
  uri: 'https://example.org',
  url: 'https://example.org',
  ipv4: '8.8.8.8',
  ipv6: '2001:4860:4860::8888',
  hostname: 'example.org',
}

/** By words in the parameter's name; the first match counts. */
const BY_NAME: readonly [RegExp, Scalar][] = [
  [/e?_?mail/, 'name@example.org'],
  [/uuid|guid/, UUID],
  [/\b(?:lat|latitude)\b/, 52.52],
  [/\b(?:lon|lng|long|longitude)\b/, 13.41],
  [/\b(?:from|start|begin|since|after)\b.*\bdate\b|\bdate (?:from|start)\b|\bstart\b|\bsince\b/, '2024-01-01'],
  [/\b(?:to|end|until|before)\b.*\bdate\b|\bdate (?:to|end)\b|\bend\b|\buntil\b/, '2024-01-31'],
  [/\bdate(?:time)?\b|\bday\b/, '2024-01-15'],
  [/\byear\b/, 2024],
  [/\bmonth\b/, 1],
  [/\bhour\b/, 12],
  [/\btime ?zone\b|\btz\b/, 'Europe/Berlin'],
  [/\btimestamp\b|\btime\b/, '2024-01-15T12:00:00Z'],
  [/\bip\b/, '8.8.8.8'],
  [/\b(?:domain|host(?:name)?)\b/, 'example.org'],
  [/\b(?:url|uri|link|website|href)\b/, 'https://example.org'],
  [/\bcountry code\b|\biso2?\b/, 'DE'],
  [/\bcountry\b/, 'Germany'],
  [/\b(?:lang|language|locale)\b/, 'en'],
  [/\b(?:currency|base|quote)\b/, 'EUR'],
  [/\b(?:city|place|location|town)\b/, 'Berlin'],
  [/\b(?:zip|zipcode|postcode|postal ?code|plz)\b/, '10115'],
  [/\b(?:symbol|ticker)\b/, 'AAPL'],
  [/\b(?:phone|mobile|msisdn)\b/, '+4930123456'],
  [/\bformat\b/, 'json'],
  [/\b(?:limit|size|count|per page)\b/, 10],
  [/\b(?:page|id|index|number|level)\b/, 1],
  [/\bcolou?r\b|\bhex\b/, 'ff8800'],
  [/\bisbn\b/, '9780140328721'],
  [/\b(?:sort|order)\b/, 'asc'],
  [/\b(?:name|title|author|user|username)\b/, 'Alice'],
  [/\b(?:q|query|search|term|text|word|keyword|phrase|topic|tag|category)\b/, 'blue'],
]

/** The API's name says more than the client's, which calls many a parameter `id`. */
function guess({ name, api_name = name, type, format = '' }: Parameter): Scalar {
  const byFormat = BY_FORMAT[format]
  if (byFormat !== undefined) return byFormat
  if (type === 'boolean') return true
  const words = api_name.replace(/(?<=[a-z0-9])(?=[A-Z])|[^A-Za-z0-9]+/g, ' ').toLowerCase()
  const byName = BY_NAME.find(([pattern]) => pattern.test(words))?.[1]
  if (isNumeric(type) && typeof byName !== 'number') return 1
  if (byName === undefined) return 'example'
  if (type === 'integer') return Math.trunc(Number(byName))
  return type === 'string' ? String(byName) : byName
}
