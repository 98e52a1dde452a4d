/** One message of JSON-RPC 2.0 as POST /mcp takes and gives it: enforced there, and published in OpenAPI. */
import * as z from 'zod'

/** SPEC 2.7, strict. */
export const JsonRpcRequest = z
  .strictObject({
    jsonrpc: z.literal('2.0').describe('Version of JSON-RPC.'),
    id: z.union([z.string(), z.int()]).optional().describe('Correlates the response; left out of a notification.'),
    method: z.string().describe('The MCP method, such as tools/list or tools/call.'),
    params: z.record(z.string(), z.unknown()).optional().describe('Parameters of the method.'),
  })
  .meta({ id: 'JsonRpcRequest', description: 'One JSON-RPC 2.0 request or notification; no batches.' })
export type JsonRpcRequest = z.infer<typeof JsonRpcRequest>

const JsonRpcError = z
  .strictObject({
    code: z.int().describe('JSON-RPC error code.'),
    message: z.string().describe('What went wrong.'),
    data: z.unknown().optional().describe('More about it; its shape depends on the code.'),
  })
  .meta({ id: 'JsonRpcError', description: 'Why a request failed.' })

/** SPEC 2.8: exactly one of result and error. */
export const JsonRpcResponse = z
  .strictObject({
    jsonrpc: z.literal('2.0').describe('Version of JSON-RPC.'),
    id: z
      .union([z.string(), z.int(), z.null()])
      .describe('Id of the request that is answered; null when it could not be read.'),
    result: z.record(z.string(), z.unknown()).optional().describe('Present on success only.'),
    error: JsonRpcError.optional().describe('Present on failure only.'),
  })
  .meta({
    id: 'JsonRpcResponse',
    description: 'One JSON-RPC 2.0 response. Exactly one of result and error is present.',
    minProperties: 3,
    maxProperties: 3,
  })
