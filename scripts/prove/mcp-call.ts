/** Makes one tool call on the MCP server in this directory and prints the answer: `node mcp-call.ts FILE`. */
import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

const call = JSON.parse(readFileSync(process.argv[2]!, 'utf8'))
const server = readdirSync('.').find((name) => name.endsWith('-mcp'))
if (server === undefined) throw new Error('no program whose name ends in -mcp is here')
const client = new Client({ name: 'prove', version: '1' })
// By default a transport passes on only what is safe to share, which leaves out proxies and keys.
await client.connect(new StdioClientTransport({ command: resolve(server), env: process.env as Record<string, string> }))
const { content, isError } = await client.callTool(call)
process.stdout.write(`${content.map((part) => (part.type === 'text' ? part.text : part.type)).join('\n')}\n`)
await client.close()
if (isError) throw new Error('the tool answered with an error')
