/** The page of one SDK, as a browser gets it. */
import { describe, expect, it } from 'vitest'
import { BASE_URL, testApp } from '../app.ts'
import { embedded } from '../embedded.ts'

const { app, services } = testApp()
const page = async (path: string, accept = 'text/html') =>
  (await app.request(BASE_URL + path, { headers: { accept } })).text()
const { catalog } = services
/** What is read on it. */
const words = (text: string) =>
  text
    .replace(/<[^>]*>/g, '')
    .replaceAll(/&#(39|x27);/g, "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')

describe('the page of one SDK', () => {
  it('has facts, install lines, topics and the README', async () => {
    const text = await page('/example-sdk/poetrydb-sdk')
    expect(text).toContain('<h1>PoetryDB</h1>')
    expect(text).toContain('<a href="/sdk?topic=poetry">poetry</a>')
    expect(text).toContain('go get github.com/voxgig-sdk/poetrydb-sdk/go@latest')
    expect(words(text)).toContain('cd poetrydb-sdk/go-cli')
    expect(text).toContain('href="https://poetrydb.org"')
    expect(text).toContain('<dt>OpenAPI</dt>')
    expect(words(text)).toContain("client.Authorab().list({ author: 'Ernest Dowson' })")
    expect(text).toContain('"@type":"SoftwareSourceCode"')
  })

  it('says title and sentence once, and leads to the README where that is of our own making', async () => {
    for (const { slug, title, description } of [...catalog.entries()].filter((_, at) => at % 40 === 0)) {
      const html = await page(`/example-sdk/${slug}`)
      const main = words(html.split('<main')[1]!)
      expect([slug, main.split(description!).length - 1]).toEqual([slug, 1])
      expect(main).not.toContain(`${title} SDK`)
      const readme = html.slice(html.indexOf('id="readme"'))
      expect(readme).toContain(`href="/example-sdk/${slug}.md"`)
      expect(readme).toContain('href="/developers/using-an-sdk"')
    }
  })

  it('keeps every word of a README that others wrote', async () => {
    const { description } = catalog.entry('poetrydb-sdk')!
    const readme = `# PoetryDB SDK\n\n${description}\n\n## At a glance\n\nOur facts.\n\n## Install\n\nOur lines.\n\n## Use\n`
    const data = { ...embedded, readmes: new Map([['poetrydb-sdk', readme]]) }
    const other = testApp({ data }).app
    const [, shown = ''] = (await (await other.request(`${BASE_URL}/example-sdk/poetrydb-sdk`)).text()).split(
      'id="readme"',
    )
    for (const part of ['PoetryDB SDK</h2>', `<p>${description}</p>`, 'At a glance</h3>', 'Our facts.', 'Our lines.'])
      expect(shown).toContain(part)
  })

  it('is there for every SDK of the catalogue', async () => {
    for (const { slug, title } of [...catalog.entries()].filter((_, at) => at % 40 === 0)) {
      const answer = await app.request(`${BASE_URL}/example-sdk/${slug}`)
      expect([slug, answer.status]).toEqual([slug, 200])
      expect(await answer.text()).toContain(title.replaceAll('&', '&amp;').replaceAll("'", '&#39;'))
    }
  })

  it('is built once, and again for another catalogue', async () => {
    const etag = async (from: typeof app) =>
      (await from.request(`${BASE_URL}/example-sdk/poetrydb-sdk`)).headers.get('etag')
    expect(await etag(app)).toBe(await etag(app))
    expect(await etag(testApp({ site: { name: 'Other' } }).app)).not.toBe(await etag(app))
  })

  it('follows the brand in its address', async () => {
    const other = testApp({ site: { brand: 'acme' } }).app
    expect((await other.request(`${BASE_URL}/acme-sdk/poetrydb-sdk`)).status).toBe(200)
    expect((await other.request(`${BASE_URL}/example-sdk/poetrydb-sdk`)).status).toBe(404)
  })
})
