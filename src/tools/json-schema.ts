/** zod -> JSON Schema 2020-12, the one translation behind tool definitions and OpenAPI. */
import * as z from 'zod'

type JsonSchema = z.core.JSONSchema.JSONSchema

/**
 * @param io "input" leaves members with a default optional; "output" requires them
 * @returns the schema inlined, without `$schema` and without the bounds that only say "a safe integer"
 */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    // Registered ids name OpenAPI components; a tool definition stands alone.
    metadata: z.registry<never>(),
    override: ({ zodSchema, jsonSchema }) => {
      const { id: _, ...described } = z.globalRegistry.get(zodSchema) ?? {}
      Object.assign(jsonSchema, described)
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
    },
  })
  return json
}
