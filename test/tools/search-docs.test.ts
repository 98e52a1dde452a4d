/** search_docs: agents find the right section of the documentation and read no more than that. */
import { describe, expect, it } from 'vitest'
import { parseMarkdown } from '../../src/catalog/readme/readme.ts'
import { callTool } from '../../src/tools/define/define.ts'
import { searchDocs } from '../../src/tools/search-docs.ts'
import { BASE_URL, testServices } from '../app.ts'

const services = testServices()
const search = async (query: string) => (await callTool(searchDocs, { query }, services)).hits!
const read = async (path: string) => (await callTool(searchDocs, { path }, services)).page!

it('a page says of which day it is', async () => {
  for (const { path, updated } of services.pages.list) {
    const page = await read(path)
    expect([page.updated, searchDocs.text({ page })]).toEqual([updated, expect.stringContaining(` of ${updated},`)])
  }
})

describe('a query', () => {
  it.each([
    ['connect Cursor', '/developers#cursor'],
    ['too many requests', '/developers/errors#rate_limited'],
    ['what happens to my message', '/privacy#messages-you-send-us'],
    ['cookies', '/privacy'],
    ['semantic model', '/surfaces#semantic-model'],
    ['report a security weakness', '/developers#security'],
    ['how do I host this for our company', '/developers/operating'],
    ['GITHUB_TOKEN', '/developers/building#variables'],
    ['deploy on Kubernetes', '/developers/operating#run-it'],
    ['SMTP_URL mail server', '/developers/operating'],
  ])('%j leads to %s among the first three hits', async (query, path) => {
    const paths = (await search(query)).slice(0, 3).map((hit) => hit.path)
    expect(paths.some((each) => each === path || (!path.includes('#') && each.startsWith(`${path}#`)))).toBe(true)
  })

  it('without a match, and no argument at all, get the paths of all pages', async () => {
    const pages = services.pages.list.map(({ path }) => path)
    const answer = await callTool(searchDocs, { query: 'zzzqqq' }, services)
    expect(answer).toEqual({ hits: [], pages })
    expect(searchDocs.text(answer)).toMatch(/^Nothing matches.*\nPages: \/, .*\/developers\/errors/)
    expect(await callTool(searchDocs, {}, services)).toEqual({ pages })
  })

  it('gives hits that can be read by their paths, with the size they promise', async () => {
    for (const { path, approx_tokens } of await search('error json')) {
      const { markdown, sections } = await read(path)
      expect(markdown ?? sections).toBeDefined()
      if (path.includes('#')) expect(Math.abs(markdown!.length / 4 - approx_tokens)).toBeLessThan(100)
    }
  })
})

describe('a path', () => {
  it.each(['/developers', 'developers', '/developers.md', '/developers/', `${BASE_URL}/developers.md`])(
    '%s reads the page of developers',
    async (path) => {
      const { url, markdown } = await read(path)
      expect([url, markdown!.slice(0, 13)]).toEqual([`${BASE_URL}/developers.md`, '# Developers\n'])
    },
  )

  it.each(['/', '/index.md', BASE_URL])('%j reads the first page', async (path) =>
    expect((await read(path)).path).toBe('/'),
  )

  it('wins over a query', async () => {
    const { hits, page } = await callTool(searchDocs, { query: 'cookies', path: '/developers' }, services)
    expect([hits, page?.path]).toEqual([undefined, '/developers'])
  })

  it('with an anchor or a heading reads one section, with links that hold anywhere', async () => {
    const { markdown } = await read('/developers#When something fails')
    expect(markdown).toMatch(/^## When something fails\n/)
    expect(markdown).toContain(`${BASE_URL}/developers/errors.md`)
    expect((await read(`${BASE_URL}/developers.md#when-something-fails`)).markdown).toBe(markdown)
  })

  it('of a long page gets an outline with sizes', async () => {
    const long = `# Long\n\n## One\n\n${'word '.repeat(3_000)}\n\n### Part\n\ntext\n\n## Two\n\nend`
    const page = { ...services.pages.page('/developers')!, markdown: long, document: parseMarkdown(long) }
    const pages = { ...services.pages, list: [page] }
    const answer = await callTool(searchDocs, { path: '/developers' }, { ...services, pages })
    expect(answer.page?.markdown).toBeUndefined()
    expect(answer.page?.sections?.map(({ anchor }) => anchor)).toEqual(['one', 'part', 'two'])
    expect(searchDocs.text(answer)).toMatch(/such as \/developers#one:\n.*\n {2}- part \(/)
  })

  it('of the guide for operators reads its settings, as npm run generate writes them', async () => {
    const { sections } = await read('/developers/operating')
    expect(sections!.map(({ anchor }) => anchor)).toContain('settings')
    const { markdown } = await read('/developers/operating#settings')
    expect(markdown).toContain('| `BASE_URL` |')
    expect(markdown).not.toContain('<!--')
    expect((await read('/developers/operating#changing-the-catalogue')).markdown).toContain(
      `](${BASE_URL}/developers/building.md)`,
    )
  })

  it('that does not exist is answered with those that do', async () => {
    await expect(read('/develpers')).rejects.toMatchObject({
      code: 'not_found',
      info: { resolution: expect.stringMatching(/^Did you mean "\/developers"\? Pages are: \//) },
    })
    await expect(read('/developers#cursr')).rejects.toMatchObject({
      info: { resolution: expect.stringMatching(/^Did you mean "cursor"\? Sections are: /) },
    })
    await expect(read('/contact/thanks')).rejects.toMatchObject({ code: 'not_found' })
  })
})
