/** The same tools on standard input and output. Nothing else may write to standard output. */
import { isJSONRPCRequest, type JSONRPCMessage, type Transport } from '@modelcontextprotocol/server'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import * as z from 'zod'
import { asLegacy } from './legacy.ts'
import { malformedInitialize, malformedParams } from './params.ts'
import { type Connection, type McpOptions, mcpServerFactory } from './server.ts'

export interface McpStdioOptions extends McpOptions {
  /** Is told of each line in JSON that is no message: nobody can be answered, and nothing is wrong here. */
  refused: (reason: string) => void
}

/** Serves until standard input ends; the process then has nothing left to do and exits 0. */
export async function serveMcpStdio(options: McpStdioOptions): Promise<void> {
  const { create, ready } = mcpServerFactory(options)
  // What is piped in with the input closed behind it is lost to a server that is not there at once.
  await ready
  let era: Connection['era'] | undefined
  const factory = (connection: Connection) => {
    era = connection.era
    return create(connection)
  }
  const transport = checked(new StdioServerTransport(), (answer) => (era === 'legacy' ? asLegacy(answer) : answer))
  const onerror = (error: Error) =>
    error instanceof z.core.$ZodError
      ? options.refused('a line on standard input is no JSON-RPC message')
      : options.report(error, 'stdio')
  serveStdio(factory, { transport, onerror })
}

/** The wire with malformed params answered in plain words, and every answer as `adapt` makes it. */
function checked(wire: Transport, adapt: (answer: JSONRPCMessage) => JSONRPCMessage): Transport {
  const outer: Transport = {
    async start() {
      wire.onmessage = (message, extra) => {
        const refusal = refusalOf(message)
        if (refusal) wire.send(refusal).catch((error) => outer.onerror?.(error))
        else outer.onmessage?.(message, extra)
      }
      wire.onclose = () => outer.onclose?.()
      wire.onerror = (error) => outer.onerror?.(error)
      await wire.start()
    },
    send: (message, options) => wire.send(adapt(message), options),
    close: () => wire.close(),
  }
  return outer
}

function refusalOf(message: JSONRPCMessage): JSONRPCMessage | undefined {
  if (!isJSONRPCRequest(message)) return undefined
  const modern = message.params?._meta?.['io.modelcontextprotocol/protocolVersion'] !== undefined
  const detail = malformedParams(message) ?? (modern ? undefined : malformedInitialize(message))
  return detail === undefined ? undefined : { jsonrpc: '2.0', id: message.id, error: { code: -32602, message: detail } }
}
