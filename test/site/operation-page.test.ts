/** The pages of operations: one for each operation of each SDK, with a markdown twin. */
import { describe, expect, it } from 'vitest'
import { needsNoKey } from '../../src/catalog/record/traits.ts'
import { pascal } from '../../src/code/client-options.ts'
import { readOperation } from '../../src/operations/resolve-operation.ts'
import { serverToTry } from '../../src/site/entry/try-page.ts'
import { BASE_URL, testApp } from '../app.ts'
import { elements, parseHtml, textOf } from '../html.ts'

const { app, services } = testApp()
const { catalog } = services
const get = (path: string, accept = 'text/html') => app.request(BASE_URL + path, { headers: { accept } })
const text = async (path: string, accept?: string) => (await get(path, accept)).text()
const hrefs = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map(([, href]) => href!)

const records = catalog.records.positions.map(catalog.records.at)
const sampled = records.filter(({ entities }, at) => at % 60 === 0 && entities.some(({ ops }) => ops.length > 0))

describe('the index of operations', () => {
  it('leads to a page and a twin for every operation on record', async () => {
    for (const { slug, entities } of sampled) {
      const [, index = ''] = (await text(`/example-sdk/${slug}`)).split('id="operations"')
      const links = hrefs(index, new RegExp(`href="(/example-sdk/${slug}/[^"]+/[^"]+)"`, 'g'))
      const operations = entities.flatMap(({ name, ops }) => ops.map((op) => `/example-sdk/${slug}/${name}/${op}`))
      expect(links).toEqual(operations)
      // Of a large SDK every n-th: they are all made the same way.
      for (const link of links.filter((_, at) => at % Math.ceil(links.length / 20) === 0)) {
        const statuses = [(await get(link)).status, (await get(`${link}.md`, '*/*')).status]
        expect([link, ...statuses]).toEqual([link, 200, 200])
      }
    }
  })

  it('keeps the language that was chosen, and fills in the filter of a large SDK', async () => {
    expect(await text('/example-sdk/poetrydb-sdk?lang=go')).toContain('/author/list?lang=go"')
    expect(await text('/example-sdk/poetrydb-sdk?lang=nope')).not.toContain('lang=nope')
    const filtered = await text('/example-sdk/gitlab-sdk?entity=project')
    expect(filtered).toContain('data-words="project"')
    expect(filtered).toMatch(/<details class="rest" open>/)
  })
})

describe('the page of an operation', () => {
  it('has every parameter on record, in a table', async () => {
    for (const { slug } of sampled) {
      const file = await catalog.operations(slug)
      if (file === undefined || file === 'unreadable') continue
      for (const { name, operations } of file.entities.slice(0, 3)) {
        for (const { op, points } of operations) {
          for (const { method, path, parameters } of points.slice(0, 3)) {
            const query = new URLSearchParams({ endpoint: `${method} ${path}` })
            const html = await text(`/example-sdk/${slug}/${name}/${op}?${query}`)
            const [, table = ''] = html.split('id="parameters"')
            for (const parameter of parameters) expect(table).toContain(`<code>${parameter.name}</code>`)
            expect(html).toContain(`<h1>${pascal(name)}.${op}</h1>`)
          }
        }
      }
    }
  })

  it('requests the endpoint that the page of the SDK names, with how to install it, and says where it is the raw request', async () => {
    const small = sampled.filter(({ entities }) => entities.flatMap(({ ops }) => ops).length <= 60)
    let raw = 0
    for (const { slug } of small) {
      const [, index = ''] = (await text(`/example-sdk/${slug}`)).split('id="operations"')
      const links = [...index.matchAll(/<a href="(\/example-sdk\/[^"]+)"><code>\w+<\/code><\/a> <span>(.*?)<\/span>/g)]
      for (const [, href = '', endpoint = ''] of links.slice(0, 5)) {
        const page = parseHtml(await text(href))
        const [shown] = elements(page, 'p', { class: 'endpoint' })
        expect(textOf(shown!)).toContain(textOf(parseHtml(endpoint)))
        const [panel] = elements(page, 'details', { 'data-tab': 'ts' })
        const blocks = elements(panel!, 'figure').map(textOf)
        const code = blocks.find((part) => part.startsWith('TypeScript'))!
        const isRaw = code.includes('.direct(')
        expect(code.startsWith('TypeScript as the raw request')).toBe(isRaw)
        if (!code.includes('curl ')) expect(blocks[0]).toMatch(/^Install/)
        if (isRaw) raw++
      }
    }
    expect(raw).toBeGreaterThan(2)
  })

  it('has code in each language, curl, a test, and the operations before and after it', async () => {
    const html = await text('/example-sdk/poetrydb-sdk/line/list')
    for (const { label } of [{ label: 'TypeScript' }, { label: 'Python' }, { label: 'Go' }, { label: 'curl' }])
      expect(html).toContain(`<summary>${label}</summary>`)
    expect(html).toContain('A test without a network')
    expect(html).toMatch(/<a rel="prev" href="[^"]+">/)
    expect(html).toMatch(/<a rel="next" href="[^"]+">/)
  })

  it('names curl where that takes the place of the code, and no errors of the SDK beside it', async () => {
    const html = await text('/example-sdk/stripe-sdk/refund/create')
    const panels = html.split('<details class="tab"').filter((panel) => /data-tab="(?:ts|py|go)"/.test(panel))
    expect(panels).toHaveLength(3)
    for (const panel of panels) {
      expect(panel).toMatch(/<figcaption>\s*(?:<[^>]+>)*curl/)
      expect(panel).not.toContain('StripeError')
    }
  })

  it('has the shape of the answer, and an example of it that is marked as made up', async () => {
    const words = textOf(parseHtml(await text('/example-sdk/iss-current-location-sdk/iss_location/load')))
    const [, answer = ''] = words.split("Shape, from the API's description")
    expect(answer).toMatch(/^\{\s+message: string\s+timestamp: integer\s+iss_position: object\s+\}/)
    const [, example = ''] = answer.split("Made from the API's description")
    const json = example.slice(0, example.indexOf('\n}') + 2)
    expect(JSON.parse(json)).toEqual({ message: 'example', timestamp: 1, iss_position: {} })
    expect(answer).toContain('with made-up values')
  })

  it('opens the language of its address, and the other endpoint that is asked for', async () => {
    const html = await text('/example-sdk/poetrydb-sdk/author/list?lang=py')
    expect(html).toMatch(/data-tab="py" name="start" open>/)
    const [other] = hrefs(html, /href="(\?endpoint=[^"]+)"/g)
    const page = await text(`/example-sdk/poetrydb-sdk/author/list${other!.replaceAll('&amp;', '&')}`)
    expect(page).toContain('<meta name="robots" content="noindex">')
    expect(page).toContain('rel="canonical" href="http://localhost:8080/example-sdk/poetrydb-sdk/author/list"')
  })

  it('is markdown for agents, with code in the language that they ask for', async () => {
    const answer = await get('/example-sdk/poetrydb-sdk/author/list?lang=py', 'text/markdown')
    expect(answer.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    const twin = await answer.text()
    expect(twin).toContain('# Author.list of the PoetryDB SDK')
    expect(twin).toContain('from poetrydb_sdk import')
    expect(twin).toContain('| name | in | type | required | values |')
  })

  it.each([
    ...['/example-sdk/no-such-sdk/author/list', '/example-sdk/poetrydb-sdk/nobody/list'],
    ...['/example-sdk/poetrydb-sdk/author/remove', '/example-sdk/poetrydb-sdk/author/list?endpoint=/nowhere'],
    ...['/example-sdk/poetrydb-sdk/%3Cscript%3E/list'],
  ])('does not exist at %s', async (path) => {
    const answer = await get(path)
    expect(answer.status).toBe(404)
    expect(await answer.text()).not.toContain('<script>/')
  })
})

describe('the page that tries a read', () => {
  it('may ask the host of its own API and no other, and exists for what needs no key alone', async () => {
    let tried = 0
    for (const record of sampled) {
      for (const { name, ops } of record.entities.slice(0, 4)) {
        for (const op of ops) {
          const { endpoint } = await readOperation(record, { entity: name, op, endpoint: undefined }, services)
          const { base } = serverToTry(record, endpoint?.point)
          const answer = await get(`/example-sdk/${record.slug}/${name}/${op}/try`)
          expect([record.slug, name, op, answer.status]).toEqual([record.slug, name, op, base ? 200 : 404])
          if (!base) continue
          tried++
          expect([endpoint!.point.method, endpoint!.point.key]).toEqual(['GET', undefined])
          expect(needsNoKey(record)).toBe(true)
          const policy = answer.headers.get('content-security-policy')!
          expect(/connect-src ([^;]*);/.exec(policy)![1]).toBe(`'self' ${base.origin}`)
        }
      }
    }
    expect(tried).toBeGreaterThan(5)
  })

  it.each(['https://*', 'https://*.org', 'https://a.org;sandbox', 'https://a.org,b', 'https://[fd00::1]/v1'])(
    'is not there for the server %s, which the policy would read as more than a host',
    async (url) => {
      const record = catalog.record('poetrydb-sdk')!
      const { endpoint } = await readOperation(record, { entity: 'author', op: 'list', endpoint: undefined }, services)
      expect(serverToTry(record, endpoint?.point).base?.host).toBe('poetrydb.org')
      expect(serverToTry({ ...record, servers: [{ url }] }, endpoint?.point).base).toBeUndefined()
    },
  )

  it('is the only page that may ask another host', async () => {
    const paths = ['/', '/sdk', '/example-sdk/poetrydb-sdk', '/example-sdk/poetrydb-sdk/author/list']
    for (const path of paths)
      expect((await get(path)).headers.get('content-security-policy')).toContain("connect-src 'self';")
  })
})
