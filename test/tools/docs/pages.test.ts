/** search_docs and read_page: agents find the right section of the documentation and read no more than that. */
import { describe, expect, it } from 'vitest'
import { parseMarkdown } from '../../../src/catalog/readme/document.ts'
import { callTool } from '../../../src/tools/define.ts'
import { readPage } from '../../../src/tools/docs/read-page.ts'
import { searchDocs } from '../../../src/tools/docs/search-docs.ts'
import { BASE_URL, testServices } from '../../app.ts'

const services = testServices()
const search = (query: string) => callTool(searchDocs, { query }, services)
const read = (path: string, section?: string) => callTool(readPage, { path, ...(section && { section }) }, services)

describe('search_docs', () => {
  it.each([
    ['connect Cursor', '/developers', 'cursor'],
    ['add to vs code', '/developers', 'vs-code'],
    ['too many requests', '/developers/errors', 'rate_limited'],
    ['what happens to my message', '/privacy', 'messages-you-send-us'],
    ['cookies', '/privacy', undefined],
    ['semantic model', '/surfaces', 'semantic-model'],
    ['report a security weakness', '/developers', 'security'],
    ['self-host with my own catalogue', '/developers', 'run-it-yourself'],
    ['apply for a job', '/jobs', undefined],
  ])('leads from %j to %s %s among the first three', async (query, path, section) => {
    const { hits } = await search(query)
    const first = hits.slice(0, 3).map((hit) => [hit.path, ...(section === undefined ? [] : [hit.section])].join('#'))
    expect(first).toContain([path, ...(section === undefined ? [] : [section])].join('#'))
  })

  it('names all pages where nothing matches', async () => {
    const answer = await search('zzzqqq')
    expect(answer).toEqual({ total: 0, hits: [], pages: services.pages.list.map(({ path }) => path) })
    expect(searchDocs.text(answer)).toContain('/developers/errors')
  })

  it('says the same as text and as data', async () => {
    const answer = await search('openapi')
    const text = searchDocs.text(answer)
    for (const { path, section, title, about, approx_tokens, url } of answer.hits) {
      for (const part of [path, section ?? '', title, about, String(approx_tokens), url]) expect(text).toContain(part)
    }
  })

  it('gives hits that read_page reads, with the size it promised', async () => {
    for (const { path, section, approx_tokens } of (await search('error json')).hits) {
      const { markdown, sections } = await read(path, section)
      expect(markdown ?? sections).toBeDefined()
      if (section !== undefined) expect(approx_tokens).toBeGreaterThan(10)
    }
  })
})

describe('read_page', () => {
  it.each(['/developers', 'developers', '/developers.md', '/developers/', `${BASE_URL}/developers.md#cursor`])(
    'takes %s for the page of developers',
    async (path) => {
      expect(await read(path)).toMatchObject({ path: '/developers', url: `${BASE_URL}/developers.md` })
    },
  )

  it.each(['/', '/index.md', '', BASE_URL])('takes %j for the first page', async (path) => {
    expect((await read(path)).path).toBe('/')
  })

  it('returns one section, by anchor or heading, with links that hold anywhere', async () => {
    const { markdown } = await read('/developers', 'When something fails')
    expect(markdown).toMatch(/^## When something fails\n/)
    expect(markdown).toContain(`${BASE_URL}/developers/errors.md`)
    expect((await read('/developers', 'when-something-fails')).markdown).toBe(markdown)
  })

  it('returns an outline with sizes for a page that is long', async () => {
    const long = `# Long\n\n## One\n\n${'word '.repeat(3_000)}\n\n### Part\n\ntext\n\n## Two\n\nend`
    const page = { ...services.pages.page('/developers')!, markdown: long, document: parseMarkdown(long) }
    const pages = { ...services.pages, list: [page] }
    const answer = await callTool(readPage, { path: '/developers' }, { ...services, pages })
    expect(answer.markdown).toBeUndefined()
    expect(answer.sections?.map(({ anchor }) => anchor)).toEqual(['one', 'part', 'two'])
    expect(readPage.text(answer)).toContain('  - part (')
  })

  it('teaches what exists when the page or section does not', async () => {
    await expect(read('/develpers')).rejects.toMatchObject({
      code: 'not_found',
      info: { resolution: expect.stringMatching(/^Did you mean "\/developers"\? Pages are: \//) },
    })
    await expect(read('/developers', 'cursr')).rejects.toMatchObject({
      info: { resolution: expect.stringMatching(/^Did you mean "cursor"\? Sections are: /) },
    })
    await expect(read('/contact/thanks')).rejects.toMatchObject({ code: 'not_found' })
  })
})
