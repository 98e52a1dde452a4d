/** Section 4.9 for the pages: each is there, has its markdown twin, and says where that is. */
import { describe, expect } from 'vitest'
import { ERROR_CODES } from '../../src/tools/errors.ts'
import { testApp } from '../app.ts'
import { elements, parseHtml } from '../html.ts'
import { verifies } from './verifies.ts'

const { app, services } = testApp()
const MARKDOWN = 'text/markdown; charset=utf-8'
const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

const pages = services.pages.list.map(({ path }) => path)
const twin = (path: string): string => (path === '/' ? '/index.md' : `${path}.md`)

describe('every main page', () => {
  verifies('pages.developers', 'is among them: home, all SDKs, developers, errors, contact', () => {
    expect(pages).toEqual(expect.arrayContaining(['/', '/sdk', '/developers', '/developers/errors', '/contact']))
  })

  for (const path of pages) {
    verifies('pages.twin-by-suffix', `${path} is HTML for a browser, and markdown at ${twin(path)}`, async () => {
      const [page, markdown] = await Promise.all([app.request(path, { headers: BROWSER }), app.request(twin(path))])
      expect([page.status, markdown.status]).toEqual([200, 200])
      expect(page.headers.get('content-type')).toMatch(/^text\/html; charset=utf-8$/i)
      expect(markdown.headers.get('content-type')).toBe(MARKDOWN)
      expect(await markdown.text()).toMatch(/^(---\n[\s\S]*?\n---\n+)?# \S/)
    })

    verifies('pages.twin-by-accept', `${path} answers Accept: text/markdown with its twin`, async () => {
      const [asked, markdown] = await Promise.all([
        app.request(path, { headers: { accept: 'text/markdown' } }),
        app.request(twin(path)),
      ])
      expect(asked.headers.get('content-type')).toBe(MARKDOWN)
      expect(await asked.text()).toBe(await markdown.text())
    })

    verifies('pages.vary-and-link', `${path} varies by Accept and links to its twin`, async () => {
      const { headers } = await app.request(path, { headers: BROWSER })
      expect(headers.get('vary')?.split(/, */)).toContain('Accept')
      const links = headers.get('link')?.split(/,\s*(?=<)/) ?? []
      const alternate = links.find((link) => /rel="?alternate"?/.test(link) && /type="?text\/markdown"?/.test(link))
      expect(alternate).toMatch(new RegExp(`<[^>]*${twin(path).replaceAll('.', '\\.')}>`))
    })
  }
})

describe('the error reference', () => {
  verifies('pages.errors', 'has a section for every code, under the anchor that problems link to', async () => {
    const html = await (await app.request('/developers/errors', { headers: BROWSER })).text()
    const document = parseHtml(html)
    for (const code of ERROR_CODES) expect(elements(document, '*', { id: code }), code).toHaveLength(1)
  })
})
