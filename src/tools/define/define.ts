/** What a capability is: one object that the MCP server, the REST routes and the documents are derived from. */
import type * as z from 'zod'
import type { Kind } from '../../inbox/message.ts'
import type { Pages } from '../../pages/pages.ts'
import type { Catalog } from '../../store/open-catalog.ts'
import { echoed, type FieldError, refusedFields } from './catalog-error.ts'
import { coerceArguments } from './coerce-arguments.ts'
import { type JsonSchema, jsonSchema } from './json-schema.ts'
import { recordToolCall } from './tool-events.ts'

/** Who we are on the network. */
export interface Site {
  /** Absolute, without a trailing slash. Empty where nothing is served: links are then URIs of MCP resources. */
  baseUrl: string
  brand: string
  /** Service name for people. */
  name: string
  version: string
  /** Commit of the source, if the package has it. */
  commit?: string | undefined
}

/** What tools may use: one catalogue and what is derived from it. A new catalogue brings services of its own. */
export interface Services {
  readonly catalog: Catalog
  readonly pages: Pages
  readonly site: Site
  /**
   * Sends what tools return without checking it against their output schemas: it comes from a catalogue that was
   * checked when it was loaded. Tests and the setting CHECK_OUTPUT check every output.
   */
  readonly trustsTools?: boolean
}

/** How long an answer is valid: until the catalogue is replaced, or for one request only. */
export type Cacheability = 'snapshot' | 'none'

/** All four hints of MCP ToolAnnotations; the type leaves none to a default. */
type Annotations = Record<'readOnlyHint' | 'destructiveHint' | 'idempotentHint' | 'openWorldHint', boolean>

/** Reads this server's own data and nothing else. */
export const READ_ONLY: Annotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
}

/** Stores something for a person to read; the same call again stores nothing more. */
export const WRITE: Annotations = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: true,
}

/** What a capability promises, whoever carries it out. */
export interface Definition<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodObject = z.ZodObject> {
  /** verb_noun; the operationId of SPEC.md where it is also an operation. */
  name: string
  title: string
  description: string
  annotations: Annotations
  /** Not offered over MCP: agents have a better tool, or it is not for them to call. */
  restOnly?: true
  input: Input
  output: Output
  /** Inputs that succeed on the embedded catalogue. */
  examples: readonly z.input<Input>[]
}

export interface Tool<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodObject = z.ZodObject>
  extends Definition<Input, Output> {
  run(input: z.output<Input>, services: Services): z.input<Output> | Promise<z.input<Output>>
  /**
   * The result for a reader; complete without the structured form. Other facts come from `services`, the arguments from
   * `input`.
   */
  text(output: z.output<Output>, services?: Services, input?: z.input<Input>): string
  /** The JSON of the output in parts, where it grows with the catalogue and the input says nothing. */
  parts?(services: Services): Iterable<string>
  /** What may show the result to a person, where a client can show more than text. */
  view?: 'catalogue'
  /** How long an answer is valid. */
  cacheability: Cacheability
}

export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  tool: Tool<Input, Output>,
): Tool<Input, Output> {
  return Object.freeze(tool)
}

/** Takes a message. The inbox carries it out and reads the input itself, as its errors are finer than a schema's. */
export interface MessageOperation<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodObject = z.ZodObject>
  extends Definition<Input, Output> {
  kind: Kind
}

/** A tool of any shape, for lists of them. */
// biome-ignore lint/suspicious/noExplicitAny: method parameters are contravariant; a list of tools has no common input
export type AnyTool = Tool<any, any>

/**
 * Input as received -> output. Unless the services trust their tools, the output is checked against its schema.
 * @throws CatalogError invalid_request for refused input, or what the tool throws
 * @throws Error for output with a defect; callers report it and answer server_error
 */
export async function callTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  tool: Tool<Input, Output>,
  input: unknown,
  services: Services,
  parse = parseInput<Input>,
): Promise<z.output<Output>> {
  return recordToolCall(tool.name, input, async () => {
    const output = await tool.run(parse(tool.input, input), services)
    if (services.trustsTools) return output as z.output<Output>
    // Strict: an unknown member is a defect of the tool. So is another order, as the JSON would depend on the check.
    const parsed = tool.output.parse(output)
    if (JSON.stringify(output) === JSON.stringify(parsed)) return parsed
    throw new Error(`${tool.name}: the members are not in the order of the schema`)
  })
}

/** Where a file could not be read, an answer may lack what is in it. */
export const cacheabilityNow = (usual: Cacheability, { catalog }: Services): Cacheability =>
  catalog.isWhole() ? usual : 'none'

/** Unknown fields that an error names. */
const MAX_UNKNOWN_FIELDS = 10

/**
 * The input, coerced (coerce-arguments.ts) and parsed.
 * @throws CatalogError invalid_request with every invalid field; unknown fields are named up to a limit, then counted
 */
export const parseInput = <Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> =>
  parseExact(schema, coerceArguments(schema, input))

/** The same of input that a program wrote: no argument has to be coerced. */
export function parseExact<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const { success, data, error } = schema.safeParse(input, { error: plainly })
  if (success) return data
  const errors = error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? unknownFields(issue.keys)
      : [{ field: echoed(issue.path.join('.')), message: issue.message }],
  )
  const isUnknown = error.issues.some(({ code, path }) => code === 'unrecognized_keys' && path.length === 0)
  throw refusedFields('invalid_request', errors, isUnknown ? `Known arguments: ${knownArguments(schema)}.` : undefined)
}

function knownArguments(schema: z.ZodType): string {
  const fields = Object.entries((jsonSchema(schema, 'input').properties ?? {}) as Record<string, JsonSchema>)
  const names = fields.filter(([, { deprecated }]) => !deprecated).map(([name]) => name)
  return names.length > 0 ? names.join(', ') : 'none'
}

/** What is wrong with a field, where its schema has no message of its own. Reads after the name of the field. */
function plainly(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined) return 'is required'
  switch (issue.code) {
    case 'invalid_type':
      return KINDS[issue.expected] ?? 'has the wrong type'
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}`
    case 'too_small':
      if (issue.origin !== 'string') return `must be at least ${issue.minimum}`
      return issue.input === '' ? 'must not be empty' : `must have at least ${issue.minimum} characters`
    case 'too_big':
      return issue.origin === 'string'
        ? `must have at most ${issue.maximum} characters`
        : `must be at most ${issue.maximum}`
    default:
      return 'is not valid'
  }
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'must be text',
  boolean: 'must be true or false',
  int: 'must be a whole number',
  number: 'must be a number',
  object: 'must be an object',
  array: 'must be a list',
}

function unknownFields(keys: readonly string[]): FieldError[] {
  const shown = keys.slice(0, MAX_UNKNOWN_FIELDS)
  const named = shown.map((key) => ({ field: echoed(key), message: 'is not a known argument' }))
  const unnamed = keys.length - shown.length
  return unnamed > 0 ? [...named, { field: '', message: `${unnamed} more arguments are not known` }] : named
}
