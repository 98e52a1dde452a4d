/** Connected clients of both generations, over HTTP to a port of this machine or over stdio to a process of their own. */
import * as v2 from '@modelcontextprotocol/client'
import { StdioClientTransport as StdioTransportV2 } from '@modelcontextprotocol/client/stdio'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as StdioTransportV1 } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as HttpTransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport as TransportV1 } from '@modelcontextprotocol/sdk/shared/transport.js'
import { BASE_URL } from '../app.ts'
import { BIN, ENVIRONMENT } from './stdio-process.ts'

export const VIAS = ['HTTP', 'stdio'] as const
export type Via = (typeof VIAS)[number]

const INFO = { name: 'test', version: '0' }
const command = { command: process.execPath, args: [BIN, 'stdio'], env: { ...ENVIRONMENT, BASE_URL } }
const address = (port: number) => new URL(`http://localhost:${port}/mcp`)

/** @modelcontextprotocol/sdk 1.x */
export async function connectFirst(via: Via, port: number): Promise<ClientV1> {
  const client = new ClientV1(INFO)
  const transport = via === 'HTTP' ? new HttpTransportV1(address(port)) : new StdioTransportV1(command)
  // The package's own class and interface differ under exactOptionalPropertyTypes.
  await client.connect(transport as TransportV1)
  return client
}

/** @modelcontextprotocol/client 2.x */
export async function connectSecond(via: Via, port: number, mode: v2.VersionNegotiationMode): Promise<v2.Client> {
  const client = new v2.Client(INFO, { versionNegotiation: { mode } })
  await client.connect(
    via === 'HTTP' ? new v2.StreamableHTTPClientTransport(address(port)) : new StdioTransportV2(command),
  )
  return client
}
