/** Facts that a generated repository states about itself: members of the record, and its file of operations. */

import * as z from 'zod'
import { BOUNDS, STYLES, TYPES } from './bounds.ts'
import { Commit, EntrySlug, LanguageCode, name } from './entry.ts'
import { OPERATIONS } from './languages.ts'

/** One value as code has it: text, a number, true or false. */
export const Scalar = z.union([z.string().max(BOUNDS.value), z.number(), z.boolean()])
export type Scalar = z.infer<typeof Scalar>
const Choices = z.array(Scalar).max(BOUNDS.enum)

/** `old`: .jsonic models and positional arguments; `middle`: a flat py/; `new`: a package in py/. */
export const Generation = z.enum(['old', 'middle', 'new'])
export type Generation = z.infer<typeof Generation>

export const Package = z.strictObject({
  /** Name in the language's registry, or the Go module path. */
  name,
  /** What code imports or requires: `@scope/name`, `tides_sdk`, `Tides_sdk`. */
  module: name.optional(),
  /** The client's class, or for Go the type that `New…` makes. */
  class: name.optional(),
  /** Newest tag of the language, such as 0.0.7 for `ts/v0.0.7`. */
  version: name.optional(),
  /** No manifest was at hand: the name follows the rule of its generation. */
  computed: z.literal(true).optional(),
})
export type Package = z.infer<typeof Package>

export const Server = z.strictObject({
  /** May hold `{variable}`. */
  url: name,
  variables: z.record(z.string(), z.strictObject({ default: Scalar.optional(), enum: Choices.optional() })).optional(),
})
export type Server = z.infer<typeof Server>

const Where = z.enum(['header', 'query', 'cookie', 'path'])
export type Where = z.infer<typeof Where>

export const Auth = z.strictObject({
  scheme: z.enum(['apiKey', 'bearer', 'basic', 'none', 'unknown']),
  /** Absent where the description does not say which operations want it. */
  needed: z.enum(['always', 'sometimes', 'optional']).optional(),
  in: Where.optional(),
  /** Name of the header, query parameter or cookie. */
  name: name.optional(),
  /** Prefix of the key in the header: `Bearer`. */
  prefix: name.optional(),
  /** Environment variable that holds the key. */
  env: name.optional(),
  /** A key for everybody to try the API with, as its description states: `DEMO_KEY`. */
  test_key: name.optional(),
  /**
   * How code passes the key to the client so that it arrives where the API looks: the option `apikey`, which the
   * clients send as the Authorization header and nowhere else; the option `headers`; an argument of the call;
   * or not at all: the caller makes the request without the client.
   */
  pass: z.enum(['apikey', 'headers', 'argument', 'none']).optional(),
  /** Secrets besides the key. */
  secrets: z
    .array(
      z.strictObject({ option: name.optional(), env: name.optional(), in: Where.optional(), name: name.optional() }),
    )
    .optional(),
  stated_by: z.enum(['model', 'description', 'readme']).optional(),
})
export type Auth = z.infer<typeof Auth>

/** A program that the repository holds the source of. */
const program = {
  name,
  /** Least version of Go, as its go.mod says. */
  go: name.optional(),
  /** Its go.mod replaces the SDK by the neighbouring folder, so that only a clone builds. */
  replace: z.boolean().optional(),
  /** Registered, though no entity has the operation. */
  idle: z.array(name).optional(),
  /** None of its files was at hand: its words or tools follow the rule of the generator. */
  computed: z.literal(true).optional(),
}
export const Cli = z.strictObject({ ...program, words: z.array(name).optional() })
export type Cli = z.infer<typeof Cli>
export const McpServer = z.strictObject({ ...program, tools: z.array(name).optional() })
export type McpServer = z.infer<typeof McpServer>

const Type = z.enum(TYPES)
export type Type = z.infer<typeof Type>

const MemberType = z.union([Type, z.literal('any')])

/** A member of an object, of which more is known than its type. */
const MemberFacts = z.strictObject({
  type: MemberType,
  /** Type of the plain values in a list. */
  items: Type.optional(),
  format: name.optional(),
  enum: Choices.optional(),
  required: z.literal(true).optional(),
  /** Of an object, or of the objects of a list. */
  get members() {
    return Members.optional()
  },
})

/** Members by name; those of a body have the required ones first. */
export const Members: z.ZodRecord<z.ZodString, z.ZodUnion<[typeof MemberType, typeof MemberFacts]>> = z.record(
  z.string(),
  z.union([MemberType, MemberFacts]),
)
export type Members = z.infer<typeof Members>

export const Parameter = z.strictObject({
  /** The key to pass to the client. */
  name,
  in: z.enum(['path', 'query', 'header', 'body']),
  /** The API's own name, where it differs. */
  api_name: name.optional(),
  /** The key by which an operation with several endpoints is chosen, where it differs. */
  model_name: name.optional(),
  type: Type.optional(),
  /** Type of the plain values in a list. */
  items: Type.optional(),
  required: z.literal(true).optional(),
  /** What it means, in the words of the API's description; only in catalogues that its owner built. */
  about: z.string().max(BOUNDS.about).optional(),
  /** What its value is and how it is written, in words of people who keep the catalogue. */
  meaning: z.string().min(1).max(BOUNDS.meaning).optional(),
  example: Scalar.optional(),
  default: Scalar.optional(),
  /** Choices; of a list, those of its values. */
  enum: Choices.optional(),
  /** `date`, `uuid` and the like, as the description has it. */
  format: name.optional(),
  /** Regular expression (ECMA-262). */
  pattern: z.string().max(BOUNDS.pattern).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  /** Least and most characters of a text, or values of a list. */
  length: z.strictObject({ min: z.int().min(0).optional(), max: z.int().min(0).optional() }).optional(),
  /** How a list or an object is written, where it is not OpenAPI's default: `form` in queries and bodies, else `simple`. */
  style: z.enum(STYLES).optional(),
  /** Whether each value is a pair of its own, where it is not the default: so in `form` and `deepObject`, else not. */
  explode: z.boolean().optional(),
  /** The operation of the SDK that lists the values, such as `category.list`. */
  from: z.string().min(1).optional(),
  /** Of an object in the body, or of the objects of a list there: the members, those that are required first. */
  members: Members.optional(),
})
export type Parameter = z.infer<typeof Parameter>

const Operation = z.enum(OPERATIONS)
const method = z.enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])
const path = z
  .string()
  .max(BOUNDS.name)
  .regex(/^\/[^\s]*$/, 'must be a path that begins with "/"')

export const FirstCall = z.strictObject({
  entity: name,
  op: Operation,
  method,
  path,
  /** What to pass to the operation, by the client's names. */
  arguments: z.record(z.string(), Scalar),
  /** What the API requires besides the key, by name. */
  headers: z.record(z.string(), Scalar).optional(),
  /** The argument that carries the key, where the client sends it so. */
  key_argument: name.optional(),
  /** Where the values are from: `stated` in the description or the model, or `guessed` at least in part. */
  values: z.enum(['none', 'stated', 'guessed']),
  /** Names of the arguments whose values are guessed. */
  guessed: z.array(name).optional(),
  /** Where the client drops what the API answers: the request as its `direct` takes it, by the API's names, and the records' place. */
  direct: z
    .strictObject({
      params: z.record(z.string(), Scalar).optional(),
      query: z.record(z.string(), Scalar).optional(),
      body: z.record(z.string(), Scalar).optional(),
      records: name.optional(),
    })
    .optional(),
  /** The client's operation would request another path, whatever its arguments. */
  missed: z.literal(true).optional(),
  /**
   * What is recorded about the body of a writing request that requires no named member of it: `none` is no body, `optional` one
   * whose members are optional; the others are those of `Point`.
   */
  body: z.enum(['none', 'optional', 'unnamed', 'list', 'file', 'unknown']).optional(),
  /** What the clients do not send, or do not return, as `body` of the endpoint and of its answer have it. */
  sends: z.enum(['form', 'multipart']).optional(),
  answers: z.enum(['text', 'binary']).optional(),
  /** The parameters of the endpoint: those of the arguments, then the required ones, then the others. */
  takes: z.array(Parameter).max(BOUNDS.arguments).optional(),
  /** Why this one: what it has over the others. */
  why: z.array(
    z.enum(['no_arguments', 'stated_values', 'one_endpoint', 'about_the_subject', 'no_key', 'only_read', 'only_write']),
  ),
})
export type FirstCall = z.infer<typeof FirstCall>

/** Members of a record that the repository's own files state. */
export const RecordFacts = z.strictObject({
  generation: Generation.optional(),
  languages: z.array(LanguageCode).default([]),
  packages: z.partialRecord(LanguageCode, Package).default({}),
  /** The API's own name, as its description has it. */
  api_title: name.optional(),
  api_version: name.optional(),
  servers: z.array(Server).max(BOUNDS.servers).default([]),
  auth: Auth.default({ scheme: 'unknown' }),
  entities: z
    .array(
      z.strictObject({
        name,
        ops: z.array(Operation),
        /** By operation: words of its paths, parameters and answer that it is found by. */
        words: z.partialRecord(Operation, z.string().min(1).max(BOUNDS.keywords)).optional(),
      }),
    )
    .default([]),
  first_call: FirstCall.optional(),
  cli: Cli.optional(),
  mcp: McpServer.optional(),
  /** SPDX identifier of the licence of its code. */
  license: z
    .string()
    .regex(/^[A-Za-z0-9.+-]{1,40}$/)
    .optional(),
  /** Newest tag that is a version, such as v1.2.3; where each language has its own, the newest of these. */
  release: name.optional(),
  /** The commit that the facts were read at. */
  commit: Commit.optional(),
  /** Day (UTC) of its last commit; of the last push where the source tells no more. */
  updated: z.iso.date().optional(),
})
export type RecordFacts = z.infer<typeof RecordFacts>

/** What the API sends back. */
export const Answer = z.strictObject({
  /** What the body is; `text` and `binary` are no JSON. Absent where no file says. */
  body: z.enum(['array', 'object', 'text', 'binary']).optional(),
  /** Media type of text or binary, such as `image/png`. */
  media: name.optional(),
  /** There is a list of records: the body, or the part of it at `records`. */
  list: z.literal(true).optional(),
  /** Where in the body the records are, such as `data.items`; absent for the whole body. */
  records: name.optional(),
  /** Members of one record. */
  fields: Members,
  /** Members of the body beside the records: totals, links to the next page. */
  around: Members.optional(),
  /** Where in the body the cursor of the next page is, such as `paging.next.after`. */
  next: name.optional(),
})
export type Answer = z.infer<typeof Answer>

/** One endpoint behind an operation. */
export const Point = z.strictObject({
  method,
  path,
  parameters: z.array(Parameter).max(BOUNDS.parameters),
  /** Base URL of this endpoint, where it has one of its own on the site of the API (OpenAPI: servers of an operation or a path). */
  server: z.url().max(BOUNDS.name).optional(),
  /** What it is for. */
  purpose: z.string().min(1).max(BOUNDS.purpose).optional(),
  /**
   * What the body of the request is where it is no JSON object of the parameters; absent where no file says, too. `list`
   * is a list in JSON, `file` the bytes of a file, `unnamed` anything else without named members.
   */
  body: z.enum(['none', 'form', 'multipart', 'list', 'file', 'unnamed']).optional(),
  /** Members of the objects in a body that is a list. */
  body_items: Members.optional(),
  /** Of several endpoints this one is taken when all of these names, and the action, are among the arguments. */
  select: z.strictObject({ names: z.array(name), action: name.optional() }).optional(),
  /** The description demands the key here. */
  key: z.literal(true).optional(),
  deprecated: z.literal(true).optional(),
  /** Placeholders that no argument fills: the clients send them literally. */
  unfilled: z.array(name).optional(),
  /** Where in the body the client finds what it returns, such as `data.items`; absent for the whole body. */
  result: name.optional(),
  answer: Answer.optional(),
})
export type Point = z.infer<typeof Point>

export const EntityOperations = z.strictObject({
  name,
  operations: z.array(z.strictObject({ op: Operation, points: z.array(Point).min(1).max(BOUNDS.points) })),
})
export type EntityOperations = z.infer<typeof EntityOperations>

export const OperationsFile = z.strictObject({
  format: z.literal(1),
  slug: EntrySlug,
  /** The model was read in part: other operations of the record have no endpoint here. */
  partial: z.literal(true).optional(),
  entities: z.array(EntityOperations),
})
export type OperationsFile = z.infer<typeof OperationsFile>
