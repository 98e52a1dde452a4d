/** zod -> JSON Schema 2020-12, the one translation behind tool definitions and OpenAPI. */
import * as z from 'zod'

export interface JsonSchema extends z.core.JSONSchema.JSONSchema {}

export interface SharedSchemas {
  /** Prefix of references, such as `#/components/schemas/`. */
  prefix: string
  schemas: Record<string, JsonSchema>
}

/**
 * @param io "input" leaves members with a default optional; "output" requires them
 * @param shared receives schemas that have an id, and the result refers to them; without it everything is inline
 * @returns the schema without `$schema` and without the bounds that only say "a safe integer"
 */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output', shared?: SharedSchemas): JsonSchema {
  const {
    $schema: _,
    $defs = {},
    ...json
  } = z.toJSONSchema(schema, {
    io,
    // Without ids zod has nothing to refer to.
    ...(!shared && { metadata: z.registry<never>() }),
    override: ({ zodSchema, jsonSchema }) => {
      const { id: _, ...described } = z.globalRegistry.get(zodSchema) ?? {}
      if (!shared) Object.assign(jsonSchema, described)
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
    },
  })
  if (!shared) return json
  const withPrefix = <T>(value: T): T => JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', `"${shared.prefix}`))
  Object.assign(shared.schemas, withPrefix($defs))
  return withPrefix(json)
}
