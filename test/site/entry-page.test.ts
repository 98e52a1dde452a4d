/** The page of one SDK, as a browser gets it. */
import { describe, expect, it } from 'vitest'
import { bySlug } from '../../src/catalog/record/order.ts'
import { SdkRecord } from '../../src/catalog/record/record.ts'
import { firstCallOf } from '../../src/code/quickstart.ts'
import { BASE_URL, testApp } from '../app.ts'
import { embedded } from '../embedded.ts'
import { catalog, page } from './list-pages.ts'

/** What is read on it. */
const words = (text: string) =>
  text
    .replace(/<[^>]*>/g, '')
    .replaceAll(/&#(39|x27);/g, "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')

describe('the page of one SDK', () => {
  it('has facts, install lines, topics and the README, and no date of a change that no build on record made', async () => {
    const text = await page('/example-sdk/poetrydb-sdk')
    for (const part of [
      ...['<h1>PoetryDB</h1>', '<a href="/sdk?topic=poetry">poetry</a>', 'href="https://poetrydb.org"'],
      ...['<dt>OpenAPI</dt>', '"@type":"SoftwareSourceCode"', 'go get github.com/voxgig-sdk/poetrydb-sdk/go@'],
    ])
      expect(text).toContain(part)
    expect(words(text)).toContain('cd poetrydb-sdk/go-cli')
    expect(words(text)).toMatch(/client\.Authorab\(\)\.list\(\{\s+author: 'Ernest Dowson', \/\/ required, text/)
    expect(text).not.toContain('dateModified')
  })

  it('names related SDKs by their rarest topics, also of a topic that more have than are compared', async () => {
    const records = Array.from({ length: 2_500 }, (_, at) =>
      SdkRecord.parse({
        ...{
          slug: `harbour-${at}-sdk`,
          title: `Harbour ${at}`,
          github_url: `https://github.com/acme/harbour-${at}-sdk`,
        },
        topics: [...(at % 5 > 0 ? ['sea'] : []), ...(at % 600 === 7 ? ['locks'] : [])],
      }),
    ).sort(bySlug)
    const { app } = testApp({ data: { ...embedded, records, readmes: new Map() } })
    const text = await (await app.request(`${BASE_URL}/example-sdk/harbour-607-sdk`)).text()
    const [, list] = /id="related-heading">.*?<ul>(.*?)<\/ul>/s.exec(text)!
    const related = [...list!.matchAll(/href="\/example-sdk\/([^"]+)"/g)].map(([, slug]) => slug)
    expect(related).toHaveLength(6)
    const withLocks = ['harbour-7-sdk', 'harbour-1207-sdk', 'harbour-1807-sdk', 'harbour-2407-sdk']
    expect(related.slice(0, 4).sort()).toEqual(withLocks.sort())
  })

  it('begins with the key and the licence, and with a call that a person can name', async () => {
    for (const record of [...catalog.records].filter(({ first_call }, at) => first_call && at % 40 === 0)) {
      const html = await page(`/example-sdk/${record.slug}`)
      const terms = [...html.matchAll(/<dt>(.*?)<\/dt>/g)].map(([, term]) => term)
      expect(terms.slice(0, record.license ? 2 : 1)).toEqual(record.license ? ['Key', 'Licence'] : ['Key'])
      expect(html.indexOf('<dt>Key')).toBeLessThan(html.indexOf('id="operations"'))
      expect(html).toMatch(/<b>2<\/b> <span>[A-Z][^<]+ <a href="[^"]+">\w+\.\w+<\/a>/)
    }
  })

  it('has title and sentence once, and leads to the README', async () => {
    for (const { slug, title, description } of [...catalog.entries()].filter((_, at) => at % 40 === 0)) {
      const html = await page(`/example-sdk/${slug}`)
      const main = words(html.split('<main')[1]!)
      expect([slug, main.split(description!).length - 1]).toEqual([slug, 1])
      expect(main).not.toContain(`${title} SDK`)
      for (const link of [`/example-sdk/${slug}/readme"`, `/example-sdk/${slug}.md"`, '/developers/using-an-sdk"'])
        expect(html.split('id="readme"')[1]).toContain(`href="${link}`)
    }
  })

  it('has the whole README on a page of its own, with a list of its sections', async () => {
    const { description } = catalog.entry('poetrydb-sdk')!
    const readme = `# PoetryDB SDK\n\n${description}\n\n## At a glance\n\nOur facts.\n\n## Install\n\nOur lines.\n\n### Use\n`
    const data = { ...embedded, readmes: new Map([['poetrydb-sdk', readme]]) }
    const other = testApp({ data }).app
    const address = `${BASE_URL}/example-sdk/poetrydb-sdk/readme`
    const get = async (accept: string) => other.request(address, { headers: { accept } })
    const [around = '', shown = ''] = (await (await get('text/html')).text()).split('id="readme"')
    for (const [anchor, heading] of [
      ['at-a-glance', 'At a glance'],
      ['install', 'Install'],
      ['use', 'Use'],
    ])
      expect(around).toContain(`<a href="#user-content-${anchor}">${heading}</a>`)
    expect(await (await get('text/markdown')).text()).toBe(readme)
    expect((await get('application/json')).status).toBe(406)
    for (const part of ['PoetryDB SDK</h2>', `<p>${description}</p>`, 'At a glance</h3>', 'Our facts.', 'Our lines.'])
      expect(shown).toContain(part)
  })

  it('says that a server on this machine is out of reach, and leads to operations where no call can be shown', async () => {
    const local = [...catalog.records].filter(({ servers: [server] }) => /localhost/.test(server?.url ?? ''))
    expect(local.length).toBeGreaterThan(0)
    for (const { slug } of local)
      expect(await page(`/example-sdk/${slug}`)).toMatch(/<dt>Server<\/dt><dd><code>.*<\/code> <span>only on /)
    const uncalled = [...catalog.records].filter((record) => record.entities.length > 0 && !firstCallOf(record))
    for (const { slug } of uncalled.slice(0, 20)) {
      const html = await page(`/example-sdk/${slug}`)
      expect([
        slug,
        /Pick an operation <a href="#operations">[\s\S]*id="operations"[\s\S]*<li><a href/.test(html),
      ]).toEqual([slug, true])
    }
  })
})
