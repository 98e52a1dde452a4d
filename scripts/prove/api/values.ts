/** Whether what was sent fits the schema of the API description. */

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { ApiDescription, Node, Parameter } from './description.ts'

/** What code of each language writes for a value that it does not have. */
const NOTHING = /^(?:undefined|null|None|nil|NaN|<nil>|\[object \w+\]|%!.*|table: 0x.*|map\[.*)$/

const ajvOf = (coerceTypes: boolean): Ajv2020 => {
  const ajv = new Ajv2020({ strict: false, validateSchema: false, logger: false, coerceTypes })
  addFormats.default(ajv)
  return ajv
}
const [forText, forJson] = [ajvOf(true), ajvOf(false)]

/** What is wrong with a value that was sent as text, if anything. */
export function valueProblem(value: string, parameter: Parameter, api: ApiDescription): string | undefined {
  const { name, in: place, schema } = parameter
  const what = `${place} parameter ${name}`
  const isTyped = (type: string): boolean => [schema.type].flat().includes(type)
  const items = isTyped('array') ? value.split(',') : [value]
  const fit = isTyped('array') ? api.resolve(schema.items) : schema
  for (const item of items) {
    if (NOTHING.test(item) && !JSON.stringify(fit.enum ?? []).includes(JSON.stringify(item)))
      return `sent ${item} as ${what}`
    const wrong = mismatch({ type: 'object', properties: { value: fit } }, { value: item }, forText, api)
    if (wrong !== undefined) return `sent ${JSON.stringify(item)} as ${what}, which ${wrong}`
  }
  return undefined
}

/** What is wrong with a body of JSON, if anything. */
export function bodyProblem(text: string, schema: Node, api: ApiDescription): string | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return 'sent a body that is no JSON'
  }
  const { properties, allOf } = api.resolve(schema)
  const isNamed = properties !== undefined || allOf !== undefined
  const wrong = mismatch(isNamed ? { allOf: [schema], unevaluatedProperties: false } : schema, value, forJson, api)
  return wrong === undefined ? undefined : `sent a body that ${wrong}`
}

function mismatch(schema: object, value: unknown, ajv: Ajv2020, api: ApiDescription): string | undefined {
  let fits: ValidateFunction
  try {
    // References lead to the components.
    fits = ajv.compile({ ...schema, components: api.root.components ?? {} })
  } catch {
    // A schema that is none says nothing.
    return undefined
  }
  if (fits(value)) return undefined
  const [first] = fits.errors!
  const { keyword, message, params, instancePath } = first!
  if (keyword === 'unevaluatedProperties') return `has ${params.unevaluatedProperty}, which the API does not know`
  const place = instancePath.replace(/^\/value/, '').replaceAll('/', '.')
  return `${place && `at ${place.slice(1)} `}${message}${keyword === 'enum' ? ` (${params.allowedValues})` : ''}`
}
