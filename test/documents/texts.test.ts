/** llms.txt, llms-full.txt, AGENTS.md and the facts as JSON Lines, as their readers expect them. */
import { describe, expect, test } from 'vitest'
import { RecordFacts } from '../../src/catalog/record/facts.ts'
import { testApp } from '../app.ts'
import { verifies } from '../contract/verifies.ts'

const { app, services } = testApp()
const { catalog, pages, site } = services

const read = async (path: string) => {
  const answer = await app.request(path)
  return { type: answer.headers.get('content-type'), text: await answer.text() }
}
const llms = await read('/llms.txt')

describe('llms.txt', () => {
  verifies('llms.index', 'is a short markdown index as plain text', () => {
    expect(llms.type).toBe('text/plain; charset=utf-8')
    expect(llms.text.length).toBeLessThan(50_000)
  })

  test('has the order of the convention: title, summary, text, sections of links', () => {
    expect(llms.text).toMatch(/^# [^\n]+\n\n> [^\n]+\n\n(?!#)/)
    expect(llms.text.match(/^# /gm)).toHaveLength(1)
    expect([...llms.text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)).toContain('Pages')
  })

  test('lists every page', () => {
    for (const { path } of pages.list)
      expect(llms.text).toContain(`(${site.baseUrl}${path === '/' ? '/index' : path}.md)`)
  })
})

verifies('llms.full', 'llms-full.txt lists every SDK as a link', async () => {
  const { type, text } = await read('/llms-full.txt')
  expect(type).toBe('text/plain; charset=utf-8')
  expect(text.startsWith(llms.text)).toBe(true)
  for (const { readme_url } of [...catalog.entries()]) expect(text).toContain(`](${readme_url})`)
})

describe('AGENTS.md', () => {
  verifies('files.agents-md', 'instructs agents under the headings they look for', async () => {
    const { type, text } = await read('/AGENTS.md')
    expect(type).toBe('text/markdown; charset=utf-8')
    const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading!)
    for (const pattern of [/quickstart/i, /configuration/i, /how to/i])
      expect(headings.some((heading) => pattern.test(heading))).toBe(true)
  })

  test('shows a configuration that is JSON', async () => {
    const { text } = await read('/AGENTS.md')
    const [, json = ''] = /```json\n([\s\S]*?)\n```/.exec(text) ?? []
    expect(JSON.parse(json).mcpServers['sdk-catalog'].url).toBe(`${site.baseUrl}/mcp`)
  })
})

describe('facts.jsonl', async () => {
  const { type, text } = await read('/sdk/facts.jsonl')
  const lines = text.split('\n')

  test('has one SDK a line, in catalogue order', () => {
    expect(type).toBe('application/jsonl')
    expect(lines.pop()).toBe('')
    expect(lines.map((line) => JSON.parse(line).slug)).toEqual(catalog.slugs())
  })

  test('has every fact on record, and nothing that people wrote', () => {
    for (const { slug, ...facts } of lines.filter(Boolean).map((line) => JSON.parse(line))) {
      expect(RecordFacts.parse(facts)).toEqual(facts)
      const recorded = Object.entries(catalog.record(slug)!).filter(([name]) => name in RecordFacts.shape)
      expect(facts).toEqual(Object.fromEntries(recorded))
    }
  })
})
