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
import type { Era, McpOptions, Methods } from '../methods.ts'
import { type Connection, mcpServerFactory } from '../server.ts'
import { asLegacy } from './legacy.ts'
import { boundedLines, LONGEST_LINE_BYTES } from './lines.ts'

export interface McpStdioOptions extends McpOptions {
  /** Called for mistakes of the client, some of which cannot be answered. */
  refused: (reason: string) => void
}

/** Serves until standard input ends; the process then has nothing left to do and exits 0. */
export async function serveMcpStdio(options: McpStdioOptions): Promise<void> {
  const { create, ready, methods } = mcpServerFactory(options)
  await ready()
  let era: Era | undefined
  const factory = (connection: Connection) => {
    era = connection.era
    return create(connection)
  }
  const transport = standardStreams(options)
  const send = transport.send.bind(transport)
  transport.send = (answer, more) => send(era === 'legacy' ? asLegacy(answer) : answer, more)
  closeAfterAnswers(transport)
  checkParams(transport, methods, options)
  const onerror = (error: Error) => {
    if (error instanceof z.core.$ZodError) options.refused(NOT_A_MESSAGE)
    else if (isClientError(error)) options.refused(echoed(error.message))
    else options.report(error, 'stdio')
  }
  serveStdio(factory, { transport, onerror })
}

const NOT_A_MESSAGE = 'a line on standard input is not a JSON-RPC message'

/** The SDK reports mistakes of the client as plain errors; failures of this process have a code or a class. */
const isClientError = (error: Error): boolean =>
  error instanceof ProtocolError || (error.constructor === Error && !('code' in error))

function standardStreams({ refused }: McpStdioOptions): Transport {
  const lines = boundedLines(() => refused(`a line on standard input has more than ${LONGEST_LINE_BYTES} bytes`))
  const transport = new StdioServerTransport(stdin.pipe(lines), stdout, { maxBufferSize: 2 * LONGEST_LINE_BYTES })
  if (stdin.errored) lines.destroy(stdin.errored)
  else stdin.once('error', (error) => lines.destroy(error))
  const close = transport.close.bind(transport)
  transport.close = () => {
    // Standard input keeps the process alive while it is read.
    stdin.unpipe(lines).pause()
    return close()
  }
  return transport
}

/** Checks params before the SDK does, as POST /mcp does. */
function checkParams(transport: Transport, methods: Methods, { refused }: McpStdioOptions): void {
  intercept(transport, (message, pass) => {
    const refusal = refusalOf(message, methods)
    // The server never asks a client anything, so a client has nothing to answer.
    if (!isJSONRPCRequest(message) && !isJSONRPCNotification(message)) refused(NOT_A_MESSAGE)
    else if (refusal) transport.send(refusal).catch((error) => transport.onerror?.(error))
    else pass()
  })
}

/** The SDK alone would close as soon as the input ends, and leave requests unanswered. */
function closeAfterAnswers(transport: Transport): void {
  let unanswered = 0
  let wake: (() => void) | undefined
  intercept(transport, (message, pass) => {
    if (isJSONRPCRequest(message)) unanswered++
    pass()
  })
  const send = transport.send.bind(transport)
  transport.send = (message, more) =>
    send(message, more).finally(() => {
      if (!('method' in message)) unanswered--
      if (unanswered === 0) wake?.()
    })
  const close = transport.close.bind(transport)
  transport.close = async () => {
    // A request that is never answered, such as a cancelled one, does not keep the process alive.
    if (stdin.readableEnded && unanswered > 0) await new Promise<void>((resolve) => (wake = resolve))
    return close()
  }
}

/** @param handle called for each message, first by what was set first; `pass` hands it on */
function intercept(transport: Transport, handle: (message: JSONRPCMessage, pass: () => void) => void): void {
  const start = transport.start.bind(transport)
  transport.start = () => {
    // The SDK has set its own listener before it starts the transport.
    const receive = transport.onmessage
    transport.onmessage = (message, extra) => handle(message, () => receive?.(message, extra))
    return start()
  }
}

function refusalOf(message: JSONRPCMessage, methods: Methods): JSONRPCMessage | undefined {
  if (!isJSONRPCRequest(message)) return undefined
  const modern = message.params?._meta?.['io.modelcontextprotocol/protocolVersion'] !== undefined
  const { malformed } = methods.check(message.method, message.params, modern ? 'modern' : 'legacy')
  return malformed === undefined
    ? undefined
    : { jsonrpc: '2.0', id: message.id, error: { code: -32602, message: malformed } }
}
