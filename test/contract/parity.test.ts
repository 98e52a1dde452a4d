/** One tool, many transports: the same call gives the same data over each, and both of its forms are complete. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { type ReadmeRoute, routes, type ToolRoute } from '../../src/rest/routes.ts'
import { type AnyTool, defineTool } from '../../src/tools/define/define.ts'
import { mcpTools } from '../../src/tools/index.ts'
import { testApp } from '../app.ts'
import { legacy, type Members, modern, type Sent } from '../mcp/messages.ts'
import { openTransports, post, type Request } from '../mcp/transports.ts'
import { violations } from './schemas.ts'
import { verifies } from './verifies.ts'

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))

// The process reads its version from package.json; the app in this process has to claim the same.
const { app, services, reports } = testApp({ site: { version } })
const { transports } = openTransports(app)

interface Result {
  content: { type: string; text: string }[]
  structuredContent: Members
  isError?: boolean
}

const callOver = async (request: Request, call: Members) => (await request('tools/call', call)).result as Result
const callModern = (call: Members) => callOver(transports['MCP 2026-07-28'], call)
const callEverywhere = (call: Members) =>
  Promise.all(Object.values(transports).map((request) => callOver(request, call)))
const callLegacy = (call: Members) => callOver(transports['MCP 2025-11-25'], call)

const examples = mcpTools.flatMap((tool) =>
  tool.examples.map((example: Members) => [`${tool.name} ${JSON.stringify(example)}`, tool, example] as const),
)
const readRoutes = routes.filter((route) => route.serves !== 'message')

/** Address of the call, where the route can say all of it. */
function address(route: ToolRoute | ReadmeRoute, input: Members): string | undefined {
  const { path } = route
  const query = route.serves === 'tool' ? (route.query ?? []) : []
  const parameters = new URLSearchParams()
  const filled = path.replace('{brand}', services.site.brand).replace(/\{(\w+)\}/g, (_, name) => String(input[name]))
  for (const [name, value] of Object.entries(input)) {
    if (path.includes(`{${name}}`)) continue
    if (!query.includes(name)) return undefined
    parameters.set(name, String(value))
  }
  return `${filled}?${parameters}`
}

describe.each(examples)('%s', (_, tool, example) => {
  const call = { name: tool.name, arguments: example }

  it('gives the same data and the same text over every MCP transport and revision', async () => {
    const [first, ...others] = await callEverywhere(call)
    expect(first!.isError).toBeUndefined()
    expect(first!.content).toHaveLength(1)
    for (const { content, structuredContent } of others) {
      expect(structuredContent).toEqual(first!.structuredContent)
      expect(content).toEqual(first!.content)
    }
  })

  it('says the ids, links and sizes of its data in the text, and none that the data lacks', async () => {
    const { structuredContent, content } = await callModern(call)
    const { text } = content[0]!
    for (const fact of facts(structuredContent)) expect(text).toContain(fact)
    // Prose is the same string in both, so only what is around it can differ.
    const around = typeof structuredContent.markdown === 'string' ? text.replace(structuredContent.markdown, '') : text
    const data = JSON.stringify(structuredContent)
    for (const [said] of around.matchAll(/https?:\/\/[^\s|)>"]*[^\s|)>".,]|\b[a-z0-9-]+-sdk\b/g))
      expect(data).toContain(said)
  })
})

const routed = examples.flatMap(([title, tool, example]) =>
  readRoutes
    .filter((route) => route.tool === tool && address(route, example) !== undefined)
    .map((route) => [title, address(route, example)!, route, example] as const),
)

it.each(routed)('%s gives the same data over REST, at %s', async (_, path, { tool, serves }, example) => {
  const { structuredContent } = await callModern({ name: tool.name, arguments: example })
  const answer = await app.request(path)
  expect(answer.status).toBe(200)
  if (serves === 'tool') expect(await answer.json()).toEqual(structuredContent)
  else {
    // The first answer is an outline; what begins at 0 is the README itself.
    const { structuredContent } = await callModern({ name: tool.name, arguments: { ...example, from: 0 } })
    expect(await answer.text()).toBe(structuredContent.markdown)
  }
})

it('every operation that reads and is offered over MCP is compared with it', () => {
  const offered = readRoutes.filter(({ tool }) => mcpTools.includes(tool))
  expect(new Set(routed.map(([, , route]) => route))).toEqual(new Set(offered))
})

/** Members and values, of objects inside objects and lists too. */
function leaves(value: unknown, member = ''): [member: string, value: string][] {
  if (Array.isArray(value)) return value.flatMap((item) => leaves(item, member))
  if (value === null || typeof value !== 'object') return [[member, String(value)]]
  return Object.entries(value).flatMap(([name, item]) => leaves(item, name))
}

const IDENTIFYING = /^(slug|id|anchor|path|name|title|total|next_\w+|hints?|advice|nearest|suggestions?|resolution)$/
/** What a reader of the text alone needs for the next call: addresses, and values of members that identify. */
const facts = (data: unknown): string[] =>
  leaves(data)
    .filter(([member, value]) => /^https?:\/\/\S+$/.test(value) || (IDENTIFYING.test(member) && value !== '0'))
    .map(([, value]) => value)

it('the README read over MCP page by page is the one that REST serves', async () => {
  const slugs = [...services.catalog.entries()].filter((_, at) => at % 60 === 0).map(({ slug }) => slug)
  for (const slug of slugs) {
    let whole = ''
    for (let from: unknown = 0; from !== undefined; ) {
      const { structuredContent } = await callLegacy({ name: 'get_sdk_readme', arguments: { slug, from } })
      whole += structuredContent.markdown
      from = structuredContent.next_from
    }
    expect(whole).toBe(await (await app.request(`/example-sdk/${slug}.md`)).text())
  }
})

describe('a failure', () => {
  const misspelt = { name: 'get_sdk_entry', arguments: { slug: 'poetridb-sdk' } }
  const refused = { name: 'search_sdk_catalog', arguments: { limit: 0, words: 'weather' } }

  it.each([
    ['an unknown slug', misspelt],
    ['arguments that are not allowed', refused],
  ])('of %s has the same words over every MCP transport, and all of its data in the text', async (_, call) => {
    const [first, ...others] = await callEverywhere(call)
    for (const { content, isError } of [first!, ...others]) {
      expect(isError).toBe(true)
      expect(content).toEqual(first!.content)
    }
    const values = leaves((await callModern(call)).structuredContent)
    expect(values.length).toBeGreaterThan(2)
    for (const [, value] of values) expect(first!.content[0]!.text).toContain(value)
  })

  it('of an unknown slug is the problem that REST gives', async () => {
    const { structuredContent } = await callModern(misspelt)
    const { code, detail } = structuredContent
    expect(await (await app.request('/api/sdk/poetridb-sdk.json')).json()).toMatchObject({ code, detail })
  })

  it('has no structured form in the legacy revisions, whose clients hold it against the output schema', async () =>
    expect(await callLegacy(misspelt)).not.toHaveProperty('structuredContent'))
})

describe('what a tool lets slip', () => {
  const SECRET = 'hunter2 at /etc/secrets/db'

  const failing = () => {
    throw new Error(SECRET)
  }

  verifies(
    'server-error.problem',
    'by an exception reaches no caller over any transport; they get the id that is in the log',
    async () => {
      const { app: broken, reports } = testApp({ catalog: { entry: failing } })
      const call = { name: 'get_sdk_entry', arguments: { slug: 'poetrydb-sdk' } }
      const read = { uri: 'sdk://poetrydb-sdk' }
      const problem = await broken.request('/api/sdk/poetrydb-sdk.json')
      const body = await problem.json()
      expect([problem.status, violations('Problem', body)]).toEqual([500, []])
      const answers = [
        body,
        await post(broken, modern('tools/call', call)),
        await post(broken, legacy('tools/call', call, '2025-11-25')),
        await post(broken, modern('resources/read', read)),
        await post(broken, legacy('resources/read', read)),
      ]
      expect(reports.map(({ error }) => (error as Error).message)).toEqual(answers.map(() => SECRET))
      for (const [at, answer] of answers.entries()) {
        expect(JSON.stringify(answer)).not.toMatch(/hunter2|secrets|\.ts|stack/)
        expect(JSON.stringify(answer)).toContain(reports[at]!.id)
        expect(JSON.stringify(answer)).toContain(at < 3 ? 'server_error' : '-32603')
      }
    },
  )

  const resultOf = async (tool: AnyTool, sent: Sent) =>
    (await post(testApp({ site: { version }, tools: [tool] }).app, sent)).result as Result

  it('in its text reaches no caller', async () => {
    const [tool] = mcpTools as [AnyTool]
    const call = { name: tool.name, arguments: tool.examples[0] }
    const result = await resultOf({ ...tool, text: failing }, modern('tools/call', call))
    expect(result.isError).toBe(true)
    expect(JSON.stringify(result)).not.toContain('hunter2')
  })

  it.each(mcpTools.map((tool) => [tool.name, tool] as const))(
    'beside its schema does not leave %s',
    async (_, tool) => {
      const overfull: AnyTool = {
        ...tool,
        run: async (...parameters: Parameters<AnyTool['run']>) => ({
          ...(await tool.run(...parameters)),
          smuggled: SECRET,
        }),
      }
      const call = { name: tool.name, arguments: tool.examples[0] }
      const whole = await callModern(call)
      for (const sent of [modern('tools/call', call), legacy('tools/call', call, '2025-11-25')]) {
        const result = await resultOf(overfull, sent)
        expect(JSON.stringify(result)).not.toMatch(/smuggled|hunter2/)
        if (!result.isError) expect(result.structuredContent).toEqual(whole.structuredContent)
      }
    },
  )

  it('in an entry does not leave over REST', async () => {
    const { entry } = services.catalog
    const { app: leaky } = testApp({ catalog: { entry: (slug) => ({ ...entry(slug)!, smuggled: SECRET }) } })
    const answer = await (await leaky.request('/api/sdk/poetrydb-sdk.json')).text()
    expect(answer).not.toMatch(/smuggled|hunter2/)
  })

  it('beside an object schema fails the call, in every depth', async () => {
    const tool = defineTool({
      ...mcpTools[0]!,
      input: z.strictObject({}),
      output: z.object({ inner: z.object({ kept: z.string() }) }),
      run: () => ({ inner: { kept: 'yes', smuggled: SECRET }, smuggled: SECRET }),
      text: (output) => JSON.stringify(output),
    })
    const result = await resultOf(tool, modern('tools/call', { name: tool.name }))
    expect(result.isError).toBe(true)
    expect(JSON.stringify(result)).not.toContain('smuggled')
  })

  it('is never needed: no example made the service report anything', () => expect(reports).toEqual([]))
})
