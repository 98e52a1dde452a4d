/** The operations of the registry in the OpenAPI description. */

import {
  type Context,
  cacheable,
  type Operation,
  uncachedHeaders,
  withExample,
} from '../documents/openapi/headers-and-responses.ts'
import { aboutOperation, parametersOf, READ_RESPONSES } from '../documents/openapi/operations.ts'
import { schemaRef } from '../documents/openapi/schemas.ts'
import type { JsonSchema } from '../tools/define/json-schema.ts'
import { ArdError, ardIdentifier, type ardOperations } from './ard-schemas.ts'

type ArdOperation = (typeof ardOperations)[keyof typeof ardOperations]

/** Its errors have the form of its specification. */
export function ardOperation(operation: ArdOperation, { site, examples, schemas }: Context): Operation {
  const { operationId, title, description, input, output, example } = operation
  const json = (schema: JsonSchema, shown: unknown) => ({ 'application/json': withExample(schema, shown) })
  const error = (description: string, errorCode = 'INVALID_ARGUMENT') => ({
    description,
    headers: uncachedHeaders('Content-Length'),
    content: json(schemaRef(schemas, ArdError, 'output', 'ArdError'), { errorCode, message: description }),
  })
  const content = json(schemaRef(schemas, output, 'output', operationId), examples[`${operationId} 200`])
  const common = aboutOperation('Registry', operationId, title, description)
  const failures = {
    ...READ_RESPONSES,
    400: error('The request is not as described.'),
    500: error('The service failed.', 'INTERNAL_ERROR'),
  }
  if (operation.method === 'GET') {
    const isEntry = 'name' in example
    const shown = isEntry ? { identifier: ardIdentifier(site, example.name) } : example
    const names = Object.keys(operation.input.shape)
    const unknown = isEntry && { 404: error('The registry has no entry with this identifier.', 'NOT_FOUND') }
    const parameters = parametersOf({ input, examples: [shown] }, isEntry ? names : [], isEntry ? [] : names)
    const responses = { ...failures, 200: cacheable(output.description!, content), ...unknown }
    return { ...common, ...parameters, responses }
  }
  const { 304: _, ...refusals } = failures
  const body = json(schemaRef(schemas, input, 'input', operationId), example)
  return {
    ...{ ...common, requestBody: { required: true, description: 'What to look for.', content: body } },
    responses: {
      ...refusals,
      200: { description: 'What fits.', headers: uncachedHeaders('Content-Length'), content },
      413: error('The body is larger than 64 KB.'),
      415: error('The body is no JSON.'),
    },
  }
}
