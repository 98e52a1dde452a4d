/** Sample values of parameters: from the API description, else by format or name, else a placeholder. */

import { BOUNDS } from '../../catalog/record/bounds.ts'
import type { Parameter, Point, Scalar, Type } from '../../catalog/record/facts.ts'
import { identifierWords } from '../../text/identifier-words.ts'

export interface Sample {
  value: Scalar
  /** `made up` and `placeholder`: no file states the value. */
  source: 'example' | 'default' | 'made up' | 'placeholder'
}

export function sampleOf(parameter: Parameter): Sample {
  const { example, default: usual, enum: choices = [], type } = parameter
  if (type === 'file') return { value: 'FILE', source: 'placeholder' }
  // A value must be one of the choices, unless their list is as long as the limit and may be cut.
  const isChoice = (value: Scalar | undefined) =>
    choices.length === 0 || choices.length >= BOUNDS.enum || choices.some((choice) => String(choice) === String(value))
  const byRule = jsonChoice(parameter)
  const recorded =
    byRule ?? [example, usual].find((value) => value !== undefined && isChoice(value)) ?? firstSuitable(choices)
  if (recorded === undefined || recorded === '') {
    const value = valueByForm(parameter)
    return value === undefined ? { value: placeholder(parameter), source: 'placeholder' } : { value, source: 'made up' }
  }
  return { value: coerce(recorded, type), source: recorded === usual ? 'default' : 'example' }
}

/** Whether a file states the value. */
export const isStated = ({ source }: Sample): boolean => source === 'example' || source === 'default'

/** The first choice that is suitable for everybody. */
const firstSuitable = (choices: readonly Scalar[]): Scalar | undefined =>
  choices.find((choice) => !/^(?:nsfw|adult|explicit|porn\w*)$/i.test(String(choice))) ?? choices[0]

const FORMAT = /^(?:response_?|output_?|return_?|data_?)?(?:format|fmt)$|^(?:output|f)$/i
const JSON_FORM = /^(?:application\/|geo)?json(?:v?\d|records)?$/i
const OTHER_FORM =
  /^(?:(?:text|application)\/\S+|csv|csvbom|tsv|tsvbom|xlsx?|parquet|xml|\w+ml\d?|te?xt|rss|atom|rdf|png|jsonp|jsonl|ndjson|json\w+|raw|md|shp)$/i

/** The choice that makes the API answer JSON; undefined if JSON is the default, or the choices are no formats. */
export function jsonChoice({ name, enum: choices = [], default: usual }: Parameter): Scalar | undefined {
  const forms = choices.map(String)
  const others = forms.filter((form) => OTHER_FORM.test(form) && !JSON_FORM.test(form))
  // With archives among them they are formats of the files that are searched for.
  const isForm = forms.every((form) => OTHER_FORM.test(form) || JSON_FORM.test(form)) || FORMAT.test(name)
  const isAnswer = isForm && others.length > 0 && !forms.some((form) => /^(?:zip|pdf)$/i.test(form))
  if (!isAnswer || JSON_FORM.test(String(usual))) return undefined
  return forms.find((form) => /^json$/i.test(form)) ?? forms.find((form) => JSON_FORM.test(form))
}

/** Whether the endpoint may answer JSON; the clients return nothing else. */
export function answersJson({ path, parameters, answer }: Pick<Point, 'path' | 'parameters' | 'answer'>): boolean {
  if (parameters.some((parameter) => jsonChoice(parameter) !== undefined)) return true
  const isOther = answer?.body === 'text' || answer?.body === 'binary'
  return !isOther && !/\.(?:xml|csv|rss|atom|kml|txt|html|png|svg)$/i.test(path)
}

const isNumeric = (type: Type | undefined): boolean => type === 'integer' || type === 'number'

/** Makes 1 of `"1"` if the type is integer. */
function coerce(value: Scalar, type: Type | undefined): Scalar {
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

/** The words of a name say what a sample is; the first match counts. */
const BY_NAME: readonly [RegExp, Scalar][] = [
  [/\be ?mail(?: address)?$/, 'name@example.org'],
  [/\b(?:uuid|guid)$/, UUID],
  [/^(?:lat|latitude)$/, 52.52],
  [/^(?:lon|lng|longitude)$/, 13.41],
  [/\bdate$/, '2024-01-15'],
  [/^year$/, 2024],
  [/^month$/, 1],
  [/^hour$/, 12],
  [/^time ?zone$|^tz$/, 'Europe/Berlin'],
  [/^ip(?: ?address)?$/, '8.8.8.8'],
  [/^(?:domain|host|hostname)$/, 'example.org'],
  [/^(?:url|uri|website|href)$/, 'https://example.org'],
  [/^(?:limit|size|count|per page|page size)$/, 10],
  [/^isbn(?: ?13)?$/, '9780140328721'],
]

/** A value by format or name; the API's name says more than the client's, which calls many parameters `id`. */
function valueByForm({ name, api_name = name, type, format = '' }: Parameter): Scalar | undefined {
  const byFormat = BY_FORMAT[format]
  if (byFormat !== undefined) return byFormat
  if (type === 'boolean') return true
  const words = identifierWords(api_name).join(' ').toLowerCase()
  const byName = BY_NAME.find(([pattern]) => pattern.test(words))?.[1]
  if (isNumeric(type)) return typeof byName === 'number' ? (type === 'integer' ? Math.trunc(byName) : byName) : 1
  return type === 'string' && byName !== undefined ? String(byName) : byName
}

/** Nobody mistakes `YOUR_CITY` for a value. */
const placeholder = ({ name, api_name = name }: Parameter): string =>
  `YOUR_${identifierWords(api_name).join('_').toUpperCase()}`
