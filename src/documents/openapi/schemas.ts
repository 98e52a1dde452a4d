/** Component schemas: those of the tools from zod, and the problem that no tool defines. */

import * as z from 'zod'
import { type JsonSchema, jsonSchema } from '../../tools/define/json-schema.ts'
import { ERROR_CODES } from '../../tools/define/problem-codes.ts'

/** SPEC 2.9. */
export const Problem = z
  .looseObject({
    type: z.url().describe('URL of the section in the error reference.').meta({ default: 'about:blank' }),
    title: z.string().min(1).describe('Short summary, the same for every problem with this code.'),
    status: z.int().min(100).max(599).describe('The HTTP status.'),
    code: z.enum(ERROR_CODES).describe('What went wrong, for programs. The set of codes is closed.'),
    detail: z.string().min(1).optional().describe('What happened this time, for people. Do not parse it.'),
    instance: z.string().optional().describe('Path of the request.').meta({ format: 'uri-reference' }),
    resolution: z.string().min(1).optional().describe('How to succeed next time, in one sentence.'),
    errors: z
      .array(
        z
          .looseObject({
            field: z.string().describe('Name of the parameter or field.'),
            message: z.string().min(1).describe('What is wrong with the field.'),
          })
          .describe('One invalid field.'),
      )
      .min(1)
      .optional()
      .describe('Every invalid field.'),
  })
  .meta({ id: 'Problem', description: 'RFC 9457 problem details. Ignore members that you do not know.' })

export type ComponentSchemas = Record<string, JsonSchema>

/**
 * Puts a schema among the components.
 * @param io "input" leaves members with a default optional; "output" requires them
 * @param name of the component, for a schema that has no id
 * @returns the reference to it
 */
export function schemaRef(schemas: ComponentSchemas, schema: z.ZodType, io: 'input' | 'output', name: string) {
  const prefix = '#/components/schemas/'
  const root = jsonSchema(schema, io, { prefix, schemas })
  if (!root.$ref) schemas[name] = root
  return { $ref: root.$ref ?? prefix + name }
}

/** `submit_contact_message` -> `ContactMessage`: the thing the operation is about. */
export const nounOf = (operationId: string): string =>
  operationId.replace(/^[^_]*/, '').replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())
