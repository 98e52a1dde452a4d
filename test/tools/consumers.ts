/** What consumers of function definitions accept, as they document it: rules as data, each with its source. */

const LIMITS = ['parameters', 'depth', 'enumValues', 'enumCharacters', 'characters'] as const
type Limits = Record<(typeof LIMITS)[number], number>

export interface Consumer {
  name: string
  sources: readonly string[]
  functionName: RegExp
  parameterName: RegExp
  /** Allowed JSON Schema keywords of a parameter. Another one is refused, or the whole schema. */
  keywords: readonly string[]
  types: readonly string[]
  /** Every object says that nothing else may come. */
  closedObjects: boolean
  /** Every object has `properties`, if only an empty one. */
  statesProperties: boolean
  most: Limits
}

/** Supported by all, where nothing else is said. */
const COMMON = ['type', 'properties', 'required', 'description', 'enum', 'items', 'anyOf', 'minItems', 'maxItems']

export const CONSUMERS: readonly Consumer[] = [
  {
    name: 'OpenAI with strict: true',
    sources: [
      'https://platform.openai.com/docs/guides/structured-outputs/supported-schemas',
      'https://platform.openai.com/docs/api-reference/chat/create#chat-create-tools',
      'https://learn.microsoft.com/en-us/azure/ai-services/openai/how-to/structured-outputs',
    ],
    functionName: /^[a-zA-Z0-9_-]{1,64}$/,
    parameterName: /^[a-zA-Z0-9_-]{1,64}$/,
    // Of texts only pattern and format; no default, minLength, maxLength, oneOf, allOf or patternProperties.
    keywords: [
      ...COMMON,
      ...['additionalProperties', 'const', '$ref', '$defs', 'pattern', 'format'],
      ...['multipleOf', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
    ],
    types: ['string', 'number', 'boolean', 'integer', 'object', 'array', 'null'],
    closedObjects: true,
    statesProperties: true,
    most: { parameters: 100, depth: 5, enumValues: 500, enumCharacters: 7_500, characters: 15_000 },
  },
  {
    name: 'Gemini',
    sources: [
      'https://googleapis.github.io/js-genai/release_docs/interfaces/types.Schema.html',
      'https://cloud.google.com/vertex-ai/docs/reference/rest/v1beta1/FunctionDeclaration',
      // additionalProperties, which `parameters` once refused and `parametersJsonSchema` accepts
      'https://cloud.google.com/dotnet/docs/reference/Google.Cloud.AIPlatform.V1Beta1/latest/Google.Cloud.AIPlatform.V1Beta1.OpenApiSchema',
    ],
    functionName: /^[a-zA-Z_][a-zA-Z0-9_.-]{0,63}$/,
    parameterName: /^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/,
    keywords: [
      ...COMMON,
      ...['additionalProperties', 'default', 'example', 'format', 'nullable', 'pattern', 'title', 'propertyOrdering'],
      ...['minimum', 'maximum', 'minLength', 'maxLength', 'minProperties', 'maxProperties'],
    ],
    types: ['string', 'number', 'integer', 'boolean', 'array', 'object'],
    closedObjects: false,
    statesProperties: false,
    most: Object.fromEntries(LIMITS.map((limit) => [limit, Number.POSITIVE_INFINITY])) as Limits,
  },
]

export interface Schema {
  type?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  enum?: unknown[]
  additionalProperties?: unknown
  [keyword: string]: unknown
}

/** Everything in a function definition that the consumer refuses, in words. */
export function refusals({ name, parameters }: { name: string; parameters: Schema }, consumer: Consumer): string[] {
  const { most } = consumer
  const names: string[] = []
  const values: string[] = []
  const refused = [
    ...(consumer.functionName.test(name) ? [] : [`function name ${name}`]),
    ...(parameters.type === 'object' ? [] : ['a root that is no object']),
    ...inSchema(parameters, '', 1),
  ]
  const characters = [...names, ...values].join('').length
  if (names.length > most.parameters) refused.push(`${names.length} parameters`)
  if (values.length > most.enumValues) refused.push(`${values.length} enum values`)
  if (characters > most.characters) refused.push(`${characters} characters of names and values`)
  return refused

  function inSchema(schema: Schema, path: string, depth: number): string[] {
    const at = path || 'root'
    const { properties = {}, required = [], items } = schema
    const unsupported = Object.keys(schema).filter((keyword) => !consumer.keywords.includes(keyword))
    const choices = schema.enum ?? []
    names.push(...Object.keys(properties))
    values.push(...choices.map(String))
    return [
      ...unsupported.map((keyword) => `${at}: ${keyword}`),
      ...(schema.type !== undefined && consumer.types.includes(schema.type) ? [] : [`${at}: type ${schema.type}`]),
      ...(depth > most.depth ? [`${at}: level ${depth}`] : []),
      ...(schema.type === 'array' && !items ? [`${at}: a list without items`] : []),
      ...(choices.every((choice) => typeof choice === 'string') ? [] : [`${at}: enum of other than text`]),
      ...(choices.length > 250 && choices.join('').length > most.enumCharacters ? [`${at}: a long enum`] : []),
      ...(schema.type === 'object' && consumer.closedObjects && schema.additionalProperties !== false
        ? [`${at}: open object`]
        : []),
      ...(schema.type === 'object' && consumer.statesProperties && !schema.properties ? [`${at}: no properties`] : []),
      ...required.filter((one) => !Object.hasOwn(properties, one)).map((one) => `${at}: requires unknown ${one}`),
      ...Object.entries(properties).flatMap(([one, property]) => [
        ...(consumer.parameterName.test(one) ? [] : [`${at}: parameter name ${one}`]),
        ...inSchema(property, `${path}/${one}`, depth + 1),
      ]),
      ...(items ? inSchema(items, `${path}/items`, depth + 1) : []),
    ]
  }
}

/**
 * As clients make a definition strict: every parameter is required, and one that was optional may be null.
 * https://github.com/openai/openai-agents-js/blob/main/packages/agents-core/src/utils/strictToolSchema.ts
 */
export function strictArguments(parameters: Schema, given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.keys(parameters.properties ?? {}).map((name) => [name, given[name] ?? null]))
}
