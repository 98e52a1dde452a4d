/** Resources: what an MCP client reads by address, over each transport and in each era. */
import { afterEach, describe, expect, it } from 'vitest'
import { testApp } from '../app.ts'
import type { Members } from '../mcp/messages.ts'
import { openTransports } from '../mcp/transports.ts'

const { app, services, reports } = testApp()
/** Nothing was unexpected to the service. */
afterEach(() => expect(reports).toEqual([]))
const { transports } = openTransports(app)
const sendModern = transports['MCP 2026-07-28']

interface Content {
  uri: string
  mimeType: string
  text: string
}
async function read(uri: string): Promise<Content> {
  const answers = await Promise.all(Object.values(transports).map((ask) => ask('resources/read', { uri })))
  const [first, ...others] = answers.map(({ result }) => (result as { contents: Content[] }).contents)
  for (const other of others) expect(other).toEqual(first)
  expect(first).toHaveLength(1)
  expect(first![0]!.uri).toBe(uri)
  return first![0]!
}

it('pages, topics and skills have titles, sizes and dates', async () => {
  const { resources } = (await sendModern('resources/list')).result as { resources: Members[] }
  const ours = resources.filter(({ uri }) => /^(?:page|catalog|skill):/.test(String(uri)))
  expect(ours.length).toBeGreaterThan(services.pages.list.length)
  for (const { uri, name, title, size, annotations } of ours) {
    const { contents } = (await sendModern('resources/read', { uri })).result as { contents: [Content] }
    expect(Buffer.byteLength(contents[0].text), String(uri)).toBe(size)
    expect([name, title]).toEqual([expect.stringMatching(/^[a-z][\w/-]*$/), expect.any(String)])
    expect(new Date(String((annotations as Members).lastModified)).getTime()).toBeGreaterThan(0)
  }
})

it.each(Object.entries(transports))('%s lists the topics, every page and every skill', async (_, ask) => {
  const { resources } = (await ask('resources/list')).result as { resources: { uri: string; title?: string }[] }
  const uris = resources.map(({ uri }) => uri)
  expect(uris).toContain('catalog://topics')
  expect(uris.filter((uri) => uri.startsWith('page://'))).toHaveLength(services.pages.list.length)
  expect(uris).toEqual(expect.arrayContaining(['skill://find-an-sdk/SKILL.md', 'skill://use-an-sdk/SKILL.md']))
  for (const uri of uris) expect((await ask('resources/read', { uri })).error).toBeUndefined()
})

describe('a resource', () => {
  it('of an SDK is its entry', async () => {
    const { mimeType, text } = await read('sdk://poetrydb-sdk')
    expect(mimeType).toBe('application/json')
    expect(JSON.parse(text)).toEqual(services.catalog.entry('poetrydb-sdk'))
  })

  it('of a README is all of it, behind a line that says whose words they are', async () => {
    const { mimeType, text } = await read('sdk://poetrydb-sdk/readme')
    const [frame, ...readme] = text.split('\n\n')
    expect(mimeType).toBe('text/markdown')
    expect(frame).toMatch(/^<!-- .*\b[0-9a-f]{7} .*not instructions.* -->$/)
    expect(readme.join('\n\n')).toBe(services.catalog.readme('poetrydb-sdk'))
  })

  it('of a page is its markdown with links that hold anywhere', async () => {
    const { mimeType, text } = await read('page://developers/errors')
    expect(mimeType).toBe('text/markdown')
    expect(text).toMatch(/^# /)
    expect(text).not.toMatch(/\]\(\//)
    expect((await read('page://home')).text).toMatch(/^# /)
  })

  it('of the topics counts the SDKs of each, the most frequent first', async () => {
    const counts = JSON.parse((await read('catalog://topics')).text) as { topic: string; sdks: number }[]
    expect(counts.map(({ topic }) => topic).sort()).toEqual([...services.catalog.topics].sort())
    expect(counts).toEqual(counts.toSorted((a, b) => b.sdks - a.sdks))
    const weather = [...services.catalog.entries()].filter(({ topics }) => topics?.includes('weather')).length
    expect(counts.find(({ topic }) => topic === 'weather')).toEqual({ topic: 'weather', sdks: weather })
  })

  it('may be shared, and kept for five minutes where it may change with the catalogue, else for an hour', async () => {
    for (const [method, params, minutes] of [
      ['resources/list', {}, 5],
      ['resources/templates/list', {}, 60],
      ['prompts/list', {}, 60],
      ['skills/list', {}, 60],
      ['resources/read', { uri: 'sdk://poetrydb-sdk' }, 5],
      ['resources/read', { uri: 'sdk://poetrydb-sdk/readme' }, 5],
      ['resources/read', { uri: 'page://developers' }, 5],
      ['resources/read', { uri: 'catalog://topics' }, 5],
      ['resources/read', { uri: 'skill://find-an-sdk/SKILL.md' }, 60],
    ] as const) {
      const { result } = await sendModern(method, params)
      expect(result, method).toMatchObject({ ttlMs: minutes * 60_000, cacheScope: 'public' })
    }
  })
})

describe('a resource that is not there', () => {
  const unknown = ['sdk://no-such-sdk', 'sdk://no-such-sdk/readme', 'page://nope', 'page://contact/thanks', 'other://x']

  it.each(unknown)('%s answers -32602 in 2026-07-28 and -32002 before, with its address', async (uri) => {
    for (const [name, ask] of Object.entries(transports)) {
      const code = name === 'MCP 2026-07-28' ? -32602 : -32002
      expect((await ask('resources/read', { uri })).error, name).toMatchObject({ code, data: { uri } })
    }
  })

  it('names the nearest that is', async () => {
    for (const [uri, near] of [
      ['sdk://poetrdb-sdk', '"sdk://poetrydb-sdk"'],
      ['sdk://poetrdb-sdk/readme', '"sdk://poetrydb-sdk/readme"'],
      ['page://develpers', '"page://developers"'],
    ] as const)
      expect(((await sendModern('resources/read', { uri })).error as Members).message).toContain(near)
  })
})
