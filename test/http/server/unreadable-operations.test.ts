/** A file of operations that cannot be read for a while is missing only in the answers of that time. */
import { expect, it, onTestFinished } from 'vitest'
import { createAnswerStore } from '../../../src/http/server/answer-store.ts'
import { listen } from '../../../src/http/server/listen.ts'
import { testApp } from '../../app.ts'
import { catalog } from '../../embedded.ts'
import { modern } from '../../mcp/messages.ts'

const { headers, body } = modern('tools/call', {
  name: 'get_sdk_readme',
  arguments: { slug: 'poetrydb-sdk', entity: 'author', op: 'list' },
})

it.each<[string, string, RequestInit?]>([
  ['the page', '/example-sdk/poetrydb-sdk'],
  ['the page with a language', '/example-sdk/poetrydb-sdk?lang=py'],
  ['the operation over MCP', '/mcp', { method: 'POST', headers, body: JSON.stringify(body) }],
  ['the search over REST', '/api/sdk/find?query=poems+by+author'],
])('%s', async (_, path, init) => {
  let away = true
  const operations = async (slug: string) => (away ? 'unreadable' : catalog.operations(slug))
  const { app } = testApp({ catalog: { operations, isWhole: () => !away } })
  const server = await listen({ fetch: app.fetch, answers: createAnswerStore() }, { host: '127.0.0.1', port: 0 })
  onTestFinished(() => server.stop())
  const ask = async () => (await fetch(`http://localhost:${server.port}${path}`, init)).text()
  const without = [await ask(), await ask(), await ask()]
  away = false
  const whole = await ask()
  expect(whole.length).toBeGreaterThan(without[2]!.length)
  expect([await ask(), await ask()]).toEqual([whole, whole])
})
