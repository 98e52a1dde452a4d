/** zod -> JSON Schema 2020-12, the one translation behind tool definitions and OpenAPI. */
import * as z from 'zod'

export interface JsonSchema extends z.core.JSONSchema.JSONSchema {}

/**
 * @param io "input" leaves members with a default optional; "output" requires them
 * @param shared where schemas with an id are put, to be referred to; without it everything stands in place
 * @returns the schema without `$schema` and without the bounds that only say "a safe integer"
 */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output', shared?: SharedSchemas): JsonSchema {
  const {
    $schema: _,
    $defs = {},
    ...json
  } = z.toJSONSchema(schema, {
    io,
    // A definition that stands alone has no ids to refer to.
    ...(!shared && { metadata: z.registry<never>() }),
    override: ({ zodSchema, jsonSchema }) => {
      const { id: _, ...described } = z.globalRegistry.get(zodSchema) ?? {}
      if (!shared) Object.assign(jsonSchema, described)
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
    },
  })
  if (!shared) return json
  const placed = <T>(value: T): T => JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', `"${shared.prefix}`))
  Object.assign(shared.schemas, placed($defs))
  return placed(json)
}

export interface SharedSchemas {
  /** What references to them begin with, such as `#/components/schemas/`. */
  prefix: string
  schemas: Record<string, JsonSchema>
}
