/** What an agent pays in tokens, at four characters each: for the definitions, and for the answers it gets most. */
import { describe, expect, it } from 'vitest'
import { callOperation } from '../../src/call/call-operation.ts'
import { definition } from '../../src/mcp/tool-definition.ts'
import { approxTokens } from '../../src/text/approx-tokens.ts'
import { callTool } from '../../src/tools/define/define.ts'
import { getSdkReadme } from '../../src/tools/get-sdk-readme.ts'
import { mcpTools } from '../../src/tools/index.ts'
import { testApp } from '../app.ts'
import { languages } from '../catalog/readme/of-text.ts'
import { type Members, modern } from '../mcp/messages.ts'
import { post } from '../mcp/transports.ts'
import { read } from './read-readme.ts'

const { app, services } = testApp()

const tokens = (value: unknown): number => approxTokens(JSON.stringify(value))
const lengthOf = (slug: string): number => services.catalog.readme(slug)!.length

const listed = async (method: string) => (await post(app, modern(method))).result as Members

/** Tokens of the larger form: clients show one or the other. */
const size = (answer: Awaited<ReturnType<typeof read>>): number =>
  Math.max(tokens(answer), approxTokens(getSdkReadme.text(answer)))

it('definitions of tools, prompts and resource templates cost under 3,100 tokens, those of tools at most 2,700', async () => {
  const tools = tokens({ tools: mcpTools.map(definition) })
  const prompts = tokens((await listed('prompts/list')).prompts)
  const templates = tokens((await listed('resources/templates/list')).resourceTemplates)
  expect(tools).toBeLessThanOrEqual(2_700)
  expect(tools + prompts + templates).toBeLessThan(3_100)
  const calls = tokens({ tools: [...mcpTools, callOperation({}, { userAgent: 'test' })].map(definition) })
  expect(calls).toBeLessThan(3_000)
})

describe('an outline', () => {
  /** The longest READMEs, and every tenth. */
  const slugs = services.catalog
    .slugs()
    .toSorted((a, b) => lengthOf(b) - lengthOf(a))
    .filter((_, at) => at < 20 || at % 10 === 0)

  it('of any README of the catalogue costs under 400 tokens, the facts included, and under 600 with operations', async () => {
    for (const slug of slugs) {
      const { operations, ...answer } = await callTool(getSdkReadme, { slug }, services)
      expect(answer.sections!.length, slug).toBeGreaterThan(5)
      expect(answer.markdown).toMatch(/^## At a glance\n/)
      expect(size(answer)).toBeLessThan(400)
      expect(size({ ...answer, operations }), slug).toBeLessThan(600)
    }
  })

  it('with install and first code in one language costs under 500 tokens, and without them under 400', async () => {
    for (const slug of slugs) {
      for (const language of languages(services.catalog.readme(slug)!)) {
        const { markdown, operations: _, ...rest } = await callTool(getSdkReadme, { slug, language }, services)
        expect(markdown, `${slug} ${language}`).toContain('```')
        expect(size(rest)).toBeLessThan(400)
        expect(size({ ...rest, markdown }), `${slug} ${language}`).toBeLessThan(500)
      }
    }
  })

  it('of a README made to be long in every way costs under 400 tokens', async () => {
    const headings = Array.from({ length: 300 }, (_, at) => `## Heading number ${at} ${'w'.repeat(at)}\n\ntext\n`)
    const { operations: _, ...answer } = await read({}, `# T\n\n${headings.join('\n')}`)
    expect(answer.sections!.length).toBeGreaterThan(5)
    expect(answer.hint).toMatch(/^\d+ more sections/)
    expect(size(answer)).toBeLessThan(400)
  })
})
