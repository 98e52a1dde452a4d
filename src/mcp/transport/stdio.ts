/** The same tools on standard input and output. Nothing else may write to standard output. */
import { stdin, stdout } from 'node:process'
import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  type JSONRPCMessage,
  ProtocolError,
  type Transport,
} from '@modelcontextprotocol/server'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import * as z from 'zod'
import { echoed } from '../../tools/errors.ts'
import { malformedParams } from '../params.ts'
import { type Connection, type McpOptions, mcpServerFactory } from '../server.ts'
import { asLegacy } from './legacy.ts'
import { boundedLines, LONGEST_LINE_BYTES } from './lines.ts'

export interface McpStdioOptions extends McpOptions {
  /** Is told of what the client sends wrongly and cannot always be answered: nothing is wrong here. */
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
  const transport = checked(
    standardStreams(options),
    (answer) => (era === 'legacy' ? asLegacy(answer) : answer),
    options,
  )
  const onerror = (error: Error) => {
    if (error instanceof z.core.$ZodError) options.refused(NO_MESSAGE)
    else if (isOfTheClient(error)) options.refused(echoed(error.message))
    else options.report(error, 'stdio')
  }
  serveStdio(factory, { transport, onerror })
}

const NO_MESSAGE = 'a line on standard input is no JSON-RPC message'

/** What the SDK has against the client it tells in errors without a kind; what fails here has a code or a class. */
const isOfTheClient = (error: Error): boolean =>
  error instanceof ProtocolError || (error.constructor === Error && !('code' in error))

function standardStreams({ refused }: McpStdioOptions): Transport {
  const lines = boundedLines(() => refused(`a line on standard input has more than ${LONGEST_LINE_BYTES} bytes`))
  const wire = new StdioServerTransport(stdin.pipe(lines), stdout, { maxBufferSize: 2 * LONGEST_LINE_BYTES })
  stdin.once('error', (error) => lines.destroy(error))
  const close = wire.close.bind(wire)
  wire.close = () => {
    // An input that is still read keeps the process alive.
    stdin.unpipe(lines).pause()
    return close()
  }
  return wire
}

/** The wire with malformed params answered in plain words, and every answer as `adapt` makes it. */
function checked(
  wire: Transport,
  adapt: (answer: JSONRPCMessage) => JSONRPCMessage,
  { refused }: McpStdioOptions,
): Transport {
  const outer: Transport = {
    async start() {
      wire.onmessage = (message, extra) => {
        const refusal = refusalOf(message)
        // Nothing is ever asked of a client, so it has nothing to answer.
        if (!isJSONRPCRequest(message) && !isJSONRPCNotification(message)) refused(NO_MESSAGE)
        else if (refusal) wire.send(refusal).catch((error) => outer.onerror?.(error))
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
  const detail = malformedParams(message, modern ? 'modern' : 'legacy')
  return detail === undefined ? undefined : { jsonrpc: '2.0', id: message.id, error: { code: -32602, message: detail } }
}
