/** What is refused costs less processor time than what is answered, so a flood of it is no better attack than asking. */
import { expect, test } from 'vitest'
import { type Fetch, withAnswerStore } from '../../src/server/answer-store.ts'
import { BASE_URL, testApp } from '../app.ts'
import { initialize, legacy } from '../mcp/messages.ts'

const { app } = testApp({ trustsTools: true })
const answers = withAnswerStore(app.fetch as Fetch)
const ROUNDS = 20
let searches = 0

const form = (fields: number) => Array.from({ length: fields }, (_, at) => `f${at}=1`).join('&')
const wide = Object.fromEntries(Array.from({ length: 3_000 }, (_, at) => [`m${at}`, {}]))
const deep = `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`
const own = { origin: BASE_URL }
const FORM = { 'content-type': 'application/x-www-form-urlencoded', ...own }
const JSON_TYPE = { 'content-type': 'application/json' }
const rpc = (method: string, params: object) => JSON.stringify(legacy(method, { ...params }).body)

/** An agent's prompt; never from the store. */
const PROMPT = `I run a small travel site and want to show the wether forecast for the towns on a route, convert prices from
  euro to the currency of the country, and list public holidays there, in Python, without a key`
const search = (): [string, RequestInit] =>
  post('/mcp', rpc('tools/call', { name: 'find_sdk', arguments: { query: `${PROMPT} ${searches++}` } }))

const of = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`m${at}`, {}]))
const MISSPELT = ['poetrdb-sdk', 'githbu-sdk', 'strpie-sdk', 'gitlabb-sdk']
const post = (path: string, body: string): [string, RequestInit] => [path, { method: 'POST', headers: JSON_TYPE, body }]

const REFUSED: Readonly<Record<string, [string, RequestInit]>> = {
  'a form of 7,000 fields': ['/api/contact', { method: 'POST', headers: FORM, body: form(7_000) }],
  'a form with a field twice': ['/api/contact', { method: 'POST', headers: FORM, body: `${form(10)}&f1=2` }],
  'a foreign form': [
    '/api/contact',
    { method: 'POST', headers: { ...FORM, origin: 'https://a.example' }, body: 'a=1' },
  ],
  'a wide message': ['/api/contact', { method: 'POST', headers: JSON_TYPE, body: JSON.stringify(wide) }],
  'a wide call': [
    '/mcp',
    {
      method: 'POST',
      headers: JSON_TYPE,
      body: rpc('initialize', { ...initialize('2025-11-25'), capabilities: wide }),
    },
  ],
  'a deep call': ['/mcp', { method: 'POST', headers: JSON_TYPE, body: `{"id":1,"params":${deep}}` }],
  'a body that is no JSON': ['/mcp', { method: 'POST', headers: JSON_TYPE, body: 'x'.repeat(60_000) }],
  'a wrong parameter': ['/api/sdk/search?limit=0', {}],
  'a call with 900 unknown arguments': post('/mcp', rpc('tools/call', { name: 'find_sdk', arguments: of(900) })),
  'a call with 100 wrong arguments over REST': [`/api/sdk/search?${form(100)}&limit=x&offset=y`, {}],
  'a prompt with 900 wrong arguments': post('/mcp', rpc('prompts/get', { name: 'choose_sdk', arguments: of(900) })),
  'a completion with 900 members': post('/mcp', rpc('completion/complete', of(900))),
  'a list with a cursor': post('/mcp', rpc('tools/list', { cursor: 'x', ...of(900) })),
  'a resource that is not there': post('/mcp', rpc('resources/read', { uri: `sdk://${'a-'.repeat(100)}/readme` })),
  'a method that is not there': post('/mcp', rpc('nope', of(900))),
  'a search of a registry with 900 members': post('/search', JSON.stringify(of(900))),
  'a form that is shown again': [
    '/contact',
    { method: 'POST', headers: { ...FORM, accept: 'text/html' }, body: `name=a&message=${'<'.repeat(5_000)}` },
  ],
  'an SDK that is not there': ['/api/sdk/poetrdb-sdk.json', {}],
  'SDKs that are not there': post('/mcp', rpc('tools/call', { name: 'compare_sdks', arguments: { slugs: MISSPELT } })),
  'a section that is not there': post(
    '/mcp',
    rpc('tools/call', { name: 'get_sdk_readme', arguments: { slug: 'github-sdk', section: 'instal'.repeat(30) } }),
  ),
  'a page that is not there': ['/nowhere', {}],
  'a page that is not there, for a browser': ['/nowhere', { headers: { accept: 'text/html' } }],
  'a long address': [`/${'a/'.repeat(4_000)}`, {}],
  'a type that is not served': ['/api/sdk/search?q=a', { headers: { accept: 'a/b;q=0.1,'.repeat(400) } }],
  'a body that is too large': post('/mcp', 'x'.repeat(70_000)),
  'a method that is not accepted': ['/api/sdk/search', { method: 'DELETE' }],
}

/** Of this thread: other processes do not count. */
async function cost(next: () => [string, RequestInit]): Promise<number> {
  const requests = Array.from({ length: ROUNDS }, next).map(([path, init]) => {
    const body = typeof init.body === 'string' ? Buffer.from(init.body) : undefined
    return { request: new Request(BASE_URL + path, init), bindings: body ? { body } : {} }
  })
  const before = process.threadCpuUsage()
  for (const { request, bindings } of requests) await (await answers(request, bindings)).arrayBuffer()
  const after = process.threadCpuUsage()
  return after.user + after.system - before.user - before.system
}

/** The best of some rounds, side by side: collecting garbage and a busy machine only add. */
test.each(Object.entries(REFUSED))('%s costs less than an answer to a prompt', async (_, sent) => {
  let [refused, searched] = [Infinity, Infinity]
  for (let round = 0; round < 3 || (round < 10 && refused >= searched); round++) {
    searched = Math.min(searched, await cost(search))
    refused = Math.min(refused, await cost(() => sent))
  }
  expect(refused).toBeLessThan(searched)
})
