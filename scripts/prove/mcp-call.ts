/** Makes one tool call on the MCP server in this directory and prints the answer: `node mcp-call.ts FILE`. */
import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

const call = JSON.parse(readFileSync(process.argv[2]!, 'utf8'))
const server = readdirSync('.').find((name) => name.endsWith('-mcp'))
if (server === undefined) fail('no program whose name ends in -mcp is here')
const client = new Client({ name: 'prove', version: '1' })
// By default a transport passes on only what is safe to share, which leaves out proxies and keys.
const transport = new StdioClientTransport({ command: resolve(server), env: process.env as Record<string, string> })
const failed = (error: Error): never => fail(error.message)
await client.connect(transport).catch(failed)
const answer = await client.callTool(call).catch(failed)
await client.close()
const text = answer.content.map((part) => (part.type === 'text' ? part.text : part.type)).join('\n')
if (answer.isError) fail(text)
process.stdout.write(`${text}\n`)

/** On one line, as errors of the schema of an answer have many. */
function fail(problem: string): never {
  process.stderr.write(`error: ${problem.replaceAll(/\s+/g, ' ')}\n`)
  process.exit(1)
}
