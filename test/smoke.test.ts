/** The real program: a service over HTTP with every tool and the inbox, and stdio. test/e2e has the rest. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mcpTools } from '../src/tools/index.ts'
import { ada } from './e2e/messages-process.ts'
import { run, type Service, startService } from './e2e/service.ts'
import { legacy } from './mcp/messages.ts'
import { StdioProcess } from './mcp/stdio-process.ts'
import { scratch } from './scratch.ts'

const DATA_DIR = scratch()
let service: Service
beforeAll(async () => {
  service = await startService({ DATA_DIR })
})
afterAll(async () => expect(await service.stop()).toMatchObject({ code: 0, stderr: '' }))

test('the service answers over HTTP', async () => {
  const answer = await fetch(`${service.url}/api/sdk/poetrydb-sdk.json`)
  expect([answer.status, await answer.json()]).toMatchObject([200, { slug: 'poetrydb-sdk' }])
})

test.each(mcpTools)('the service answers a call of $name', async ({ name, examples: [example] }) => {
  const { headers, body } = legacy('tools/call', { name, arguments: example })
  const { result } = await (await service.post('/mcp', body, headers)).json()
  expect(result).toMatchObject({
    structuredContent: expect.any(Object),
    content: [{ text: expect.stringMatching(/\w/) }],
  })
  expect(result.isError).toBeFalsy()
})

test('a message that the service takes is in the inbox', async () => {
  expect((await service.post('/api/contact', ada)).status).toBe(200)
  const { stdout } = await run({ DATA_DIR }, { args: ['inbox', 'list', '--json'] }).ended
  expect(JSON.parse(stdout)).toMatchObject([{ kind: 'contact', deliveries: [{ channel: 'eml' }] }])
})

test('the program answers on stdio', async () => {
  const process = new StdioProcess()
  const tools = mcpTools.map(({ name }) => ({ name }))
  expect(await process.request(legacy('tools/list').body)).toMatchObject({ result: { tools } })
  expect(await process.end()).toMatchObject({ code: 0, stderr: '' })
})
