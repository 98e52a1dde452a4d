/** MCP on standard input and output. Nothing else may write to standard output. */
import { once } from 'node:events'
import { stdin, stdout } from 'node:process'
import {
  INVALID_REQUEST,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResponse,
  PARSE_ERROR,
  ProtocolError,
  type Transport,
} from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { shapeProblem } from '../http/read-body.ts'
import { jsonOf } from '../text/typed-text.ts'
import { echoed } from '../tools/define/catalog-error.ts'
import { boundedLines, MAX_LINE_BYTES } from './bounded-lines.ts'
import { type McpOptions, mcpServerFactory } from './create-server.ts'
import { type Era, idOf, withoutNulls } from './params.ts'
import { applyWireRules } from './wire-rules.ts'

export interface McpStdioOptions extends McpOptions {
  /** Called for mistakes of the client, some of which cannot be answered. */
  onRefused: (reason: string) => void
}

/** Serves until standard input ends, or nobody reads standard output; the process then ends with 0 once all is answered. */
export function serveMcpStdio(options: McpStdioOptions): void {
  const { onRefused, report } = options
  const create = mcpServerFactory(options)
  let era: Era | undefined
  const transport = stdioTransport(onRefused)
  applyWireRules(transport, () => era)
  const onerror = (error: Error) => {
    if (isClientError(error)) onRefused(echoed(error.message))
    else report(error, 'stdio')
  }
  const factory = (context: { era: Era }) => {
    era = context.era
    return create(era)
  }
  serveStdio(factory, { transport, onerror })
}

/** The SDK reports mistakes of the client as plain errors; failures of this process have a code or a class. */
const isClientError = (error: Error): boolean =>
  error instanceof ProtocolError || (error.constructor === Error && !('code' in error))

/** The SDK's own transport answers no line that it cannot read, and closes before all requests are answered. */
function stdioTransport(onRefused: (reason: string) => void): Transport {
  let hasReader = true
  let drained: Promise<unknown> | undefined
  async function send(message: object): Promise<void> {
    if (!hasReader || stdout.write(`${JSON.stringify(message)}\n`)) return
    // Waits where the client reads more slowly than it asks; all answers wait for one event.
    drained ??= once(stdout, 'drain').catch(() => {})
    await drained
    drained = undefined
  }
  const refuse = (code: number, message: string, json?: unknown) => {
    onRefused(message)
    return send({ jsonrpc: '2.0', id: idOf(json) ?? null, error: { code, message } })
  }
  const receive = (line: string) => {
    const json = jsonOf(line)
    if (json === undefined) return refuse(PARSE_ERROR, 'A line on standard input is not JSON.')
    const shape = shapeProblem(json)
    const message = shape === undefined ? withoutNulls(json) : json
    // The server never asks a client anything, so a client has nothing to answer.
    if (isJSONRPCResponse(message)) return onRefused('A response on standard input answers no request.')
    const problem = shape ?? (isJSONRPCRequest(message) || isJSONRPCNotification(message) ? undefined : NOT_A_MESSAGE)
    if (problem !== undefined) return refuse(INVALID_REQUEST, problem, json)
    return transport.onmessage?.(message as Parameters<NonNullable<Transport['onmessage']>>[0])
  }
  const readAll = async () => {
    const tooLong = () => onRefused(`a line on standard input has more than ${MAX_LINE_BYTES} bytes`)
    for await (const line of boundedLines(stdin, tooLong)) if (line.trim() !== '') await receive(line)
  }
  const transport: Transport = {
    async start() {
      stdout.on('error', (error) => {
        hasReader = false
        // A client that goes away is no failure.
        if (!('code' in error && GONE.includes(String(error.code)))) transport.onerror?.(error)
        stdin.destroy()
      })
      readAll().catch((error) => hasReader && transport.onerror?.(error))
    },
    async close() {
      // Standard input keeps the process alive while it is read.
      stdin.destroy()
      transport.onclose?.()
    },
    send,
  }
  return transport
}

/** What writing to a client that has ended gives, over a pipe and over a socket. */
const GONE = ['EPIPE', 'ECONNRESET']

const NOT_A_MESSAGE =
  'A line on standard input is not one JSON-RPC 2.0 request or notification; batches are not accepted.'
