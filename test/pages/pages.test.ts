/** The sources of the pages: complete, filled in, and true to the code they describe. */
import { describe, expect, it } from 'vitest'
import { parseMarkdown } from '../../src/catalog/readme/readme.ts'
import { SdkRecord } from '../../src/catalog/record/record.ts'
import { pageValues } from '../../src/documents/page-values.ts'
import { absoluteLinks } from '../../src/pages/absolute-links.ts'
import { createPages, twinPath } from '../../src/pages/pages.ts'
import { openCatalog } from '../../src/store/open-catalog.ts'
import { ERROR_CODES } from '../../src/tools/define/problem-codes.ts'
import { mcpTools } from '../../src/tools/index.ts'
import { BASE_URL, testApp } from '../app.ts'
import { outline } from '../catalog/readme/of-text.ts'
import { verifies } from '../contract/verifies.ts'
import { loadedFrom } from '../embedded.ts'
import { elements, parseHtml } from '../html.ts'

const { app, services } = testApp()
const { pages, site } = services
const page = (path: string) => pages.page(path)!.markdown

describe('the pages', () => {
  verifies('pages.developers', 'are all SDKs, developers, errors and contact, among others', () => {
    const paths = pages.list.map(({ path }) => path)
    expect(paths).toEqual(expect.arrayContaining(['/', '/sdk', '/developers', '/developers/errors', '/contact']))
  })

  it.each(pages.all)(
    '$path begins with its one h1, has no anchor twice and nothing left to fill in',
    ({ markdown }) => {
      const sections = outline(markdown)
      expect(markdown.startsWith('# ')).toBe(true)
      expect(sections.filter(({ level }) => level === 1)).toHaveLength(1)
      expect(new Set(sections.map(({ anchor }) => anchor)).size).toBe(sections.length)
      expect(markdown).not.toMatch(/\{\{\w|undefined|NaN|<!--/)
      expect((markdown.match(/^```/gm) ?? []).length % 2).toBe(0)
    },
  )

  it('are refused where a value is missing', () =>
    expect(() => createPages(() => ({})).list).toThrow(/nothing supplies \{\{/))
})

describe('what pages say of the code', () => {
  verifies('pages.errors', 'the error reference has a section for each code, where problems link to', async () => {
    const codes = outline(page('/developers/errors')).filter(({ level }) => level === 2)
    expect(codes.map(({ anchor }) => anchor)).toEqual(ERROR_CODES)
    const html = await app.request(`${BASE_URL}/developers/errors`, { headers: { accept: 'text/html' } })
    const document = parseHtml(await html.text())
    for (const code of ERROR_CODES) expect(elements(document, '*', { id: code }), code).toHaveLength(1)
  })

  it('the error reference shows what the service answers to an unknown slug', async () => {
    const [, example = ''] = /```json\n([\s\S]*?)```/.exec(page('/developers/errors')) ?? []
    const answer = await app.request(`${BASE_URL}/api/sdk/no-such-sdk.json`)
    expect(JSON.parse(example)).toEqual(await answer.json())
  })

  it('the error reference says how the refusal of a form begins', async () => {
    const refused = await app.request(`${BASE_URL}/api/contact`, { method: 'POST', body: 'name=Ada' })
    expect(refused.status).toBe(403)
    const [first = ''] = /^\w+:/.exec(await refused.text()) ?? []
    expect(page('/developers/errors')).toContain(`plain text that begins with \`${first}\` and says why`)
  })

  it('the page for developers names every tool of the MCP server, and the endpoint', () => {
    for (const { name } of mcpTools) expect(page('/developers')).toContain(`\`${name}\``)
    expect(page('/developers')).toContain(`${site.baseUrl}/mcp`)
  })

  it('the links for editors carry the address of the endpoint', () => {
    const [, cursor = ''] =
      /cursor\.com\/en\/install-mcp\?name=sdk-catalog&config=([^)]*)/.exec(page('/developers')) ?? []
    const config = JSON.parse(Buffer.from(decodeURIComponent(cursor), 'base64').toString())
    expect(config).toEqual({ url: `${BASE_URL}/mcp` })
    const [, code = ''] =
      /vscode\.dev\/redirect\/mcp\/install\?name=sdk-catalog&config=([^)]*)/.exec(page('/developers')) ?? []
    expect(JSON.parse(decodeURIComponent(code))).toEqual({ type: 'http', url: `${BASE_URL}/mcp` })
  })

  it('every JSON example parses', () => {
    for (const { markdown } of pages.all) {
      for (const [, code] of markdown.matchAll(/^```json\n([\s\S]*?)^```/gm))
        expect(() => JSON.parse(code!)).not.toThrow()
    }
  })

  it('holds for a catalogue that has other SDKs, or none, whatever their texts', () => {
    const record = {
      slug: 'odd-sdk',
      title: 'Odd ](javascript:alert(1)) <script> `x',
      description: '*[a](b)* <img src=x>',
      topics: ['a](b)'],
      github_url: 'https://github.com/example/odd-sdk',
    }
    for (const records of [[], [record]]) {
      const catalog = openCatalog(
        loadedFrom({
          source: 'test',
          id: 'test',
          builtAt: '2026-01-01T00:00:00Z',
          records: records.map((each) => SdkRecord.parse(each)),
          readmes: new Map(),
        }),
        site,
      )
      const made = createPages(() => pageValues(catalog, site))
      for (const { markdown } of made.all)
        expect(markdown.replace(/```[\s\S]*?```/g, '')).not.toMatch(/(?<!\\)<(script|img)/)
    }
  })
})

describe('links of a source', () => {
  it('become addresses of twins for pages, and absolute for the rest; code stays', () => {
    const text = absoluteLinks(
      parseMarkdown('[a](/developers#x) [b](/openapi.json) [c](https://d.e)\n```\n[f](/sdk)\n```'),
      pages,
      BASE_URL,
    )
    expect(text).toBe(
      `[a](${BASE_URL}/developers.md#x) [b](${BASE_URL}/openapi.json) [c](https://d.e)\n\`\`\`\n[f](/sdk)\n\`\`\``,
    )
    expect(twinPath('/')).toBe('/index.md')
  })

  it.each([
    ['/example-sdk/poetrydb-sdk', '/example-sdk/poetrydb-sdk.md'],
    ['/example-sdk/poetrydb-sdk#install', '/example-sdk/poetrydb-sdk.md#install'],
    ['/example-sdk/poetrydb-sdk.md', '/example-sdk/poetrydb-sdk.md'],
    ['/api/sdk/poetrydb-sdk.json', '/api/sdk/poetrydb-sdk.json'],
    ['/sdk/example-sdk.csv', '/sdk/example-sdk.csv'],
    ['/sdk?q=weather', '/sdk.md?q=weather'],
  ])('%s becomes the address %s', (path, there) =>
    expect(absoluteLinks(parseMarkdown(`[a](${path})`), pages, BASE_URL)).toBe(`[a](${BASE_URL}${there})`),
  )
})
