/** Requests that are refused, and what refusing each takes beside an answer to a prompt. */
import type { Fetch } from '../../src/http/server/request-listener.ts'
import { BASE_URL, testApp } from '../app.ts'
import { initialize, legacy } from '../mcp/messages.ts'
import type { WorkOf } from './counted.ts'

export type Sent = readonly [path: string, init?: RequestInit]

const form = (fields: number) => Array.from({ length: fields }, (_, at) => `f${at}=1`).join('&')
const members = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`m${at}`, {}]))
const WIDE = members(3_000)
const DEEP = `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`
const FORM = { 'content-type': 'application/x-www-form-urlencoded', origin: BASE_URL }
const post = (path: string, body: string, headers: Record<string, string> = {}): Sent => [
  path,
  { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body },
]
const rpc = (method: string, params: object) => post('/mcp', JSON.stringify(legacy(method, { ...params }).body))
export const call = (name: string, given: object): Sent => rpc('tools/call', { name, arguments: given })

const MISSPELT = ['poetrdb-sdk', 'githbu-sdk', 'strpie-sdk', 'gitlabb-sdk']

export const REFUSED: Readonly<Record<string, Sent>> = {
  'a form of 7,000 fields': post('/api/contact', form(7_000), FORM),
  'a form with a field twice': post('/api/contact', `${form(10)}&f1=2`, FORM),
  'a foreign form': post('/api/contact', 'a=1', { ...FORM, origin: 'https://a.example' }),
  'a wide message': post('/api/contact', JSON.stringify(WIDE)),
  'a wide call': rpc('initialize', { ...initialize('2025-11-25'), capabilities: WIDE }),
  'a deep call': post('/mcp', `{"id":1,"params":${DEEP}}`),
  'a body of opening brackets': post('/mcp', '['.repeat(30_000)),
  'a body that is no JSON': post('/mcp', 'x'.repeat(60_000)),
  'a wrong parameter': ['/api/sdk/search?limit=0'],
  'a call with 900 unknown arguments': call('find_sdk', members(900)),
  'a call with 100 wrong arguments over REST': [`/api/sdk/search?${form(100)}&limit=x&offset=y`],
  'a prompt with 900 wrong arguments': rpc('prompts/get', { name: 'choose_sdk', arguments: members(900) }),
  'a completion with 900 members': rpc('completion/complete', members(900)),
  'a list with a cursor': rpc('tools/list', { cursor: 'x', ...members(900) }),
  'a resource that is not there': rpc('resources/read', { uri: `sdk://${'a-'.repeat(100)}/readme` }),
  'a method that is not there': rpc('nope', members(900)),
  'a search of a registry with 900 members': post('/search', JSON.stringify(members(900))),
  'a form that is shown again': post('/contact', `name=a&message=${'<'.repeat(5_000)}`, {
    ...FORM,
    accept: 'text/html',
  }),
  'an SDK that is not there': ['/api/sdk/poetrdb-sdk.json'],
  'SDKs that are not there': call('compare_sdks', { slugs: MISSPELT }),
  'a section that is not there': call('get_sdk_readme', { slug: 'github-sdk', section: 'instal'.repeat(30) }),
  'a page that is not there': ['/nowhere'],
  'a page that is not there, for a browser': ['/nowhere', { headers: { accept: 'text/html' } }],
  'a long address': [`/${'a/'.repeat(4_000)}`],
  'a type that is not served': ['/api/sdk/search?q=a', { headers: { accept: 'a/b;q=0.1,'.repeat(400) } }],
  'a body that is too large': post('/mcp', 'x'.repeat(70_000)),
  'a method that is not accepted': ['/api/sdk/search', { method: 'DELETE' }],
}

const TASK = `I run a small travel site and want to show the wether forecast for the towns on a route, convert prices from
  euro to the currency of the country, and list public holidays there, in Python, without a key`
export const ASKED = call('find_sdk', { query: TASK })

/** The service without its store of answers, as callers may vary what they send. */
export function openService(): (sent: Sent) => () => Promise<void> {
  const answer = testApp({ trustsTools: true }).app.fetch as Fetch
  return ([path, init]) => {
    const request = new Request(BASE_URL + path, init)
    return async () => void (await (await answer(request, {})).arrayBuffer())
  }
}

export const PROMPT = 'a prompt of an agent'

/**
 * What each request works. The first round makes what is made once, such as an index of names; the second is counted, and
 * may ask otherwise.
 */
export async function workOfEach(requests: Readonly<Record<string, (round: 0 | 1) => Sent>>, workOf: WorkOf) {
  const asking = openService()
  const work: Record<string, number> = {}
  for (const [what, request] of Object.entries(requests)) {
    await asking(request(0))()
    work[what] = await workOf(asking(request(1)))
  }
  return work
}

export default function refusalWork(workOf: WorkOf): Promise<Record<string, number>> {
  const requests = Object.entries({ [PROMPT]: ASKED, ...REFUSED })
  return workOfEach(Object.fromEntries(requests.map(([what, sent]) => [what, () => sent])), workOf)
}
