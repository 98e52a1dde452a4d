/** MCP on standard input and output. Nothing else may write to standard output. */
import { stdin, stdout } from 'node:process'
import {
  INVALID_REQUEST,
  isJSONRPCNotification,
  isJSONRPCRequest,
  ProtocolError,
  type Transport,
} from '@modelcontextprotocol/server'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import * as z from 'zod'
import { shapeProblem } from '../http/read-body.ts'
import { echoed } from '../tools/define/catalog-error.ts'
import { boundedLines, MAX_LINE_BYTES } from './bounded-lines.ts'
import { type McpOptions, mcpServerFactory } from './create-server.ts'
import type { Era } from './params.ts'
import { applyWireRules, interceptMessages } from './wire-rules.ts'

export interface McpStdioOptions extends McpOptions {
  /** Called for mistakes of the client, some of which cannot be answered. */
  onRefused: (reason: string) => void
}

/** Serves until standard input ends; the process then has nothing left to do and exits 0. */
export function serveMcpStdio(options: McpStdioOptions): void {
  const { onRefused, report } = options
  const create = mcpServerFactory(options)
  let era: Era | undefined
  const transport = stdioTransport(onRefused)
  closeAfterResponses(transport)
  interceptMessages(transport, (message, deliver) => {
    const isRequest = isJSONRPCRequest(message)
    // The server never asks a client anything, so a client has nothing to answer.
    const isWanted = isRequest || isJSONRPCNotification(message)
    const problem = isWanted ? shapeProblem(message) : NOT_A_MESSAGE
    if (problem === undefined) return deliver()
    onRefused(problem)
    if (!isRequest) return
    const error = { code: INVALID_REQUEST, message: problem }
    transport.send({ jsonrpc: '2.0', id: message.id, error }).catch((failure) => transport.onerror?.(failure))
  })
  applyWireRules(transport, () => era)
  const onerror = (error: Error) => {
    if (error instanceof z.core.$ZodError) onRefused(NOT_A_MESSAGE)
    else if (isClientError(error)) onRefused(echoed(error.message))
    else report(error, 'stdio')
  }
  const factory = (context: { era: Era }) => {
    era = context.era
    return create(era)
  }
  serveStdio(factory, { transport, onerror })
}

const NOT_A_MESSAGE = 'a line on standard input is not a JSON-RPC message'

/** The SDK reports mistakes of the client as plain errors; failures of this process have a code or a class. */
const isClientError = (error: Error): boolean =>
  error instanceof ProtocolError || (error.constructor === Error && !('code' in error))

function stdioTransport(onRefused: (reason: string) => void): Transport {
  const lines = boundedLines(() => onRefused(`a line on standard input has more than ${MAX_LINE_BYTES} bytes`))
  const transport = new StdioServerTransport(stdin.pipe(lines), stdout, { maxBufferSize: 2 * MAX_LINE_BYTES })
  stdin.once('error', (error) => lines.destroy(error))
  const close = transport.close.bind(transport)
  transport.close = () => {
    // Standard input keeps the process alive while it is read.
    stdin.unpipe(lines).pause()
    return close()
  }
  return transport
}

/** The SDK alone would close as soon as the input ends, and leave requests unanswered. */
function closeAfterResponses(transport: Transport): void {
  let pending = 0
  let onIdle: (() => void) | undefined
  interceptMessages(transport, (message, deliver) => {
    if (isJSONRPCRequest(message)) pending++
    deliver()
  })
  const send = transport.send.bind(transport)
  transport.send = (message, options) =>
    send(message, options).finally(() => {
      if (!('method' in message)) pending--
      if (pending === 0) onIdle?.()
    })
  const close = transport.close.bind(transport)
  transport.close = async () => {
    // A request that is never answered, such as a cancelled one, does not keep the process alive.
    if (stdin.readableEnded && pending > 0) await new Promise<void>((resolve) => (onIdle = resolve))
    return close()
  }
}
