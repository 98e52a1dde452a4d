/** A catalogue replaced in the middle of a request: each answer is of the catalogue that its request began with. */
import { describe, expect, it } from 'vitest'
import { testApp } from '../app.ts'
import { embedded } from '../embedded.ts'

const some = embedded.records.filter(({ slug }, at) => slug === 'poetrydb-sdk' || at % 40 === 0)

/** Some embedded entries, each with the mark in title, description and README. */
function appOf(mark: string) {
  const records = some.map((record) => ({ ...record, title: `${record.title} ${mark}`, description: mark }))
  const readmes = new Map(some.map(({ slug }) => [slug, `# ${mark}\n`]))
  return testApp({ data: { ...embedded, source: mark, records, readmes } }).app
}

const old = appOf('mark-one')
const next = appOf('mark-two')

/** As serve holds it: the app that takes the next request. */
function service(first = old) {
  let app = first
  return {
    request: (path: string, init?: RequestInit) => app.request(path, init),
    swap: () => {
      app = next
    },
  }
}

const PATHS = [
  ...['/api/sdk/catalog.json', '/api/sdk/search?q=poetry', '/api/sdk/find?query=poetry'],
  ...['/api/sdk/poetrydb-sdk.json', '/example-sdk/poetrydb-sdk.md', '/example-sdk/poetrydb-sdk', '/sdk'],
  ...['/example-sdk/poetrydb-sdk/readme', '/sdk?q=poetry', '/sdk/example-sdk.csv', '/llms-full.txt'],
]

describe('a swap while answers are made', () => {
  it.each(PATHS)('leaves those of %s to the catalogue they began with', async (path) => {
    const { request, swap } = service()
    const begun = [request(path), request(path)]
    swap()
    const later = [request(path), request(path)]
    const texts = (answers: typeof begun) => Promise.all(answers.map(async (answer) => (await answer).text()))
    for (const text of await texts(begun)) expect([/mark-one/.test(text), /mark-two/.test(text)]).toEqual([true, false])
    for (const text of await texts(later)) expect([/mark-one/.test(text), /mark-two/.test(text)]).toEqual([false, true])
  })

  it('and fail does not take away what the new catalogue has made', async () => {
    const failing = new (class extends Map<string, string> {
      override get(): never {
        throw new Error('the README cannot be read')
      }
    })()
    const { request, swap } = service(testApp({ data: { ...embedded, readmes: failing } }).app)
    const path = '/example-sdk/poetrydb-sdk.md'
    const lost = request(path)
    swap()
    const made = request(path)
    expect([(await lost).status, (await made).status]).toEqual([500, 200])
    const [first, second] = await Promise.all([request(path), request(path)])
    expect(first.headers.get('etag')).toBe((await made).headers.get('etag'))
    expect(second.headers.get('etag')).toBe(first.headers.get('etag'))
  })
})
