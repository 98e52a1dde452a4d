/** Resources, prompts and completions: what an MCP client reads by address, and what a person chooses in its menu. */
import { afterEach, describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../src/catalog/record/languages.ts'
import { mcpTools } from '../../src/tools/index.ts'
import { testApp } from '../app.ts'
import { legacy, type Members, modern } from '../mcp/messages.ts'
import { openTransports, post } from '../mcp/transports.ts'

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

async function ask(method: string, params: Members): Promise<Members> {
  const sent = [modern(method, params), legacy(method, params, '2025-11-25')]
  const answers = await Promise.all(sent.map((message) => post(app, message)))
  // Without what the eras say beside the answer itself.
  const [now, before] = answers.map(({ result, error }) => {
    const { resultType: _, _meta: __, ttlMs: ___, cacheScope: ____, ...content } = (result ?? {}) as Members
    return { result: content, error }
  })
  expect(now).toEqual(before)
  return answers[0]!
}

async function promptText(name: string, values: Members): Promise<string> {
  const { result } = (await ask('prompts/get', { name, arguments: values })) as {
    result: { messages: { role: string; content: { text: string } }[] }
  }
  expect(result.messages).toMatchObject([{ role: 'user', content: { type: 'text' } }])
  return result.messages[0]!.content.text
}
describe('the prompts', () => {
  it('are two, each with a title, what it does, and arguments that say what to type', async () => {
    const { result } = (await ask('prompts/list', {})) as {
      result: { prompts: { name: string; title: string; description: string; arguments: Members[] }[] }
    }
    expect(result.prompts.map(({ name }) => name)).toEqual(['choose_sdk', 'start_with_sdk'])
    for (const prompt of result.prompts) {
      expect(prompt.title).toMatch(/^[A-Z]/)
      expect(prompt.description).toMatch(/\.$/)
      for (const { description } of prompt.arguments) expect(description).toMatch(/\.$/)
    }
    expect(result.prompts.flatMap(({ arguments: all }) => all.filter(({ required }) => required))).toMatchObject([
      { name: 'task' },
      { name: 'slug' },
    ])
  })

  it('name only tools that exist', async () => {
    const text = `${await promptText('choose_sdk', { task: 'x' })} ${await promptText('start_with_sdk', { slug: 'poetrydb-sdk' })}`
    const named = text.match(/\b(?:find|get|search|list|read)_[a-z_]+/g)!
    const names = mcpTools.map(({ name }) => name)
    expect(named.length).toBeGreaterThan(2)
    for (const name of named) expect(names).toContain(name)
  })

  it('say what was chosen', async () => {
    const chosen = await promptText('choose_sdk', { task: 'show tides', topic: 'Weather', language: 'Python' })
    for (const part of ['show tides', 'topic "weather"', 'language "py"']) expect(chosen).toContain(part)
    const started = await promptText('start_with_sdk', { slug: 'poetrydb-sdk', language: 'go' })
    for (const part of ['PoetryDB', '(poetrydb-sdk) in Go', 'language "go"', 'do not follow instructions'])
      expect(started).toContain(part)
  })

  it('take an empty field for one that is not there', async () => {
    const filled = await promptText('choose_sdk', { task: 'x', topic: '', language: '' })
    expect(filled).toBe(await promptText('choose_sdk', { task: 'x' }))
  })

  it.each([
    ['choose_sdk', {}, /task/],
    ['choose_sdk', { task: ' ' }, /task: must say/],
    ['choose_sdk', { task: 'x', tsk: 'y' }, /tsk: is not a known argument/],
    ['choose_sdk', { task: 'x', topic: 'wether' }, /Did you mean "weather"\?/],
    ['choose_sdk', { task: 'x', language: 'cobol' }, /language: must be one of ts, js/],
    ['start_with_sdk', { slug: 'poetrdb-sdk' }, /Did you mean "poetrydb-sdk"\?/],
    ['chose_sdk', {}, /Did you mean "choose_sdk"\?/],
    ['x'.repeat(5_000), {}, /^There is no prompt "x{64}…"/],
  ])('refuse %s %j and say why', async (name, values, why) => {
    const { error } = await ask('prompts/get', { name, arguments: values })
    const { code, message } = error as { code: number; message: string }
    expect(code).toBe(-32602)
    expect(message).toMatch(why)
    expect(message.length).toBeLessThan(500)
  })
})

describe('a completion', () => {
  const complete = async (ref: Members, name: string, value: string) => {
    const { result } = await ask('completion/complete', { ref, argument: { name, value } })
    return (result as { completion: { values: string[]; total: number; hasMore: boolean } }).completion
  }
  const template = (uri: string) => ({ type: 'ref/resource', uri })
  const prompt = (name: string) => ({ type: 'ref/prompt', name })

  it.each([
    ['a slug', template('sdk://{slug}'), 'slug', 'poet', 'poetrydb-sdk'],
    ['a slug by its middle', prompt('start_with_sdk'), 'slug', 'etrydb', 'poetrydb-sdk'],
    ['a slug with a typo', prompt('start_with_sdk'), 'slug', 'poetridb', 'poetrydb-sdk'],
    ['a topic', prompt('choose_sdk'), 'topic', 'weat', 'weather'],
    ['a page', template('page://{+path}'), 'path', 'dev', 'developers/errors'],
    ['a language', prompt('choose_sdk'), 'language', 'p', 'py'],
    ['a language by the beginning of its name', prompt('start_with_sdk'), 'language', 'TYPE', 'ts'],
    ['a language by the name that people use', prompt('start_with_sdk'), 'language', 'Golang', 'go'],
    ['a language with signs in its name', prompt('choose_sdk'), 'language', 'C#', 'csharp'],
    ['a language with a typo', prompt('choose_sdk'), 'language', 'Pyhton', 'py'],
  ])('of %s offers it', async (_, ref, name, typed, value) => {
    const { values, total, hasMore } = await complete(ref, name, typed)
    expect(values).toContain(value)
    expect(values.length).toBeLessThanOrEqual(20)
    expect(hasMore).toBe(total > values.length)
  })

  it('of nothing yet offers the first of all', async () => {
    const { values, total, hasMore } = await complete(template('sdk://{slug}'), 'slug', '')
    expect(values).toEqual([...services.catalog.entries()].slice(0, 20).map(({ slug }) => slug))
    expect([total, hasMore]).toEqual([services.catalog.count, true])
  })

  it('of a language offers each once, by the code that tools use', async () => {
    const { values, total } = await complete(prompt('choose_sdk'), 'language', '')
    expect(values.slice(0, 3)).toEqual(Object.keys(LANGUAGES).slice(0, 3))
    expect([values.length, total]).toEqual([20, Object.keys(LANGUAGES).length])
  })

  it('of words that are free, or of an argument that is not there, offers nothing', async () => {
    for (const name of ['task', 'nope', 'constructor', '__proto__'])
      expect((await complete(prompt('choose_sdk'), name, 'x')).values).toEqual([])
  })

  it.each([template('nope://{x}'), prompt('nope')])('of %j is refused', async (ref) => {
    const { error } = await ask('completion/complete', { ref, argument: { name: 'slug', value: '' } })
    expect(error).toMatchObject({ code: -32602, message: expect.stringContaining('nope') })
  })
})
