/** On the page of the status: asks each endpoint, and says how long it took to answer. */
import { $, make } from './dom.js'

const CHECKS = [
  ['Health', '/api/health'],
  ['Search', '/api/sdk/find?query=weather&limit=1'],
  ['MCP', '/mcp', { jsonrpc: '2.0', id: 1, method: 'ping' }],
]

async function check(name, path, message) {
  const line = make('li', { textContent: `${name}: asking …` })
  $('[data-live]').append(line)
  const type = message && { 'content-type': 'application/json' }
  const headers = { accept: 'application/json, text/event-stream', ...type }
  const began = performance.now()
  try {
    const post = message && { method: 'POST', body: JSON.stringify(message) }
    const answer = await fetch(path, { cache: 'no-store', headers, ...post })
    await answer.arrayBuffer()
    const took = Math.round(performance.now() - began)
    line.textContent = answer.ok ? `${name}: answers, ${took} ms` : `${name}: answers with status ${answer.status}`
    line.className = answer.ok ? 'ok' : 'bad'
  } catch {
    Object.assign(line, { textContent: `${name}: does not answer`, className: 'bad' })
  }
}

for (const each of CHECKS) check(...each)
