/** HTML or markdown, by what the request asks for; and what both forms say of each other. */
import { describe, expect, it } from 'vitest'
import { twinPath } from '../../src/pages/pages.ts'
import { BASE_URL, testApp } from '../app.ts'
import { verifies } from '../contract/verifies.ts'
import { attribute, elements, parseHtml } from '../html.ts'

const { app, services } = testApp()
const get = (path: string, accept?: string) =>
  app.request(BASE_URL + path, { headers: accept === undefined ? {} : { accept } })
const typeOf = (answer: Response) => answer.headers.get('content-type')

const HTML = 'text/html; charset=utf-8'
const MARKDOWN = 'text/markdown; charset=utf-8'
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8'
const ENTRY = '/example-sdk/poetrydb-sdk'

describe('a page is', () => {
  it.each([
    [undefined, HTML],
    ['*/*', HTML],
    [BROWSER, HTML],
    ['text/markdown;q=0.5, text/html', HTML],
    ['text/markdown;q=0, */*', HTML],
    ['text/markdown', MARKDOWN],
    ['TEXT/Markdown', MARKDOWN],
    ['text/markdown, text/html, */*', MARKDOWN],
    ['text/html;q=0.8, text/markdown', MARKDOWN],
    ['text/html;q=0, */*', MARKDOWN],
  ])('for Accept: %s the type %s', async (accept, type) => {
    for (const path of ['/', '/developers', '/sdk', ENTRY]) {
      const answer = await get(path, accept)
      expect([path, answer.status, typeOf(answer)]).toEqual([path, 200, type])
      expect(answer.headers.get('vary')).toBe('Accept, Accept-Encoding')
    }
  })

  it.each(['application/json', 'text/html;q=0, text/markdown;q=0', '*/*;q=0'])(
    'refused for Accept: %s, as neither form will do',
    async (accept) => {
      const answer = await get('/developers', accept)
      expect([answer.status, typeOf(answer)]).toEqual([406, 'application/problem+json'])
      expect(answer.headers.get('vary')).toContain('Accept')
      expect(await answer.json()).toMatchObject({ code: 'not_acceptable', detail: expect.stringContaining('.md') })
    },
  )
})

describe('a twin', () => {
  for (const path of [...services.pages.list.map(({ path }) => path), ENTRY]) {
    verifies(
      ['pages.twin-by-suffix', 'pages.twin-by-accept', 'pages.vary-and-link'],
      `of ${path} is what the page answers to Accept: text/markdown, and ignores Accept itself`,
      async () => {
        const [page, negotiated] = [await get(path, BROWSER), await get(path, 'text/markdown')]
        expect([typeOf(page), typeOf(negotiated)]).toEqual([HTML, MARKDOWN])
        expect(page.headers.get('vary')).toBe('Accept, Accept-Encoding')
        expect(page.headers.get('link')).toContain(
          `<${BASE_URL}${twinPath(path)}>; rel="alternate"; type="text/markdown"`,
        )
        for (const accept of [undefined, 'text/html', 'application/json', '*/*;q=0']) {
          const answer = await get(twinPath(path), accept)
          expect([answer.status, typeOf(answer)]).toEqual([200, MARKDOWN])
          expect(answer.headers.get('etag')).toBe(negotiated.headers.get('etag'))
        }
      },
    )
  }

  it.each(services.pages.list)('of $path has front matter, the index and the other pages', async ({ path, title }) => {
    const answer = await get(twinPath(path))
    const text = await answer.text()
    const [, head, body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? []
    const names = head?.split('\n').map((line) => line.split(':')[0])
    expect(names).toEqual(['title', 'description', 'canonical_url', 'last_updated', 'doc_version'])
    expect(head).toContain(`title: ${JSON.stringify(title)}`)
    expect(head).toContain(`canonical_url: ${BASE_URL}${path}`)
    expect(body.match(/^# /gm)).toHaveLength(1)
    expect(text.indexOf('/llms.txt')).toBeLessThan(Math.max(text.length / 10, 600))
    expect(body).toMatch(/\n## Sitemap\n\n(- \[.*\n)+$/)
    expect(body).not.toMatch(/\]\(\//)
    expect(body).not.toContain('<!--')
    expect(Number(answer.headers.get('x-markdown-tokens'))).toBe(Math.ceil(text.length / 4))
  })
})

describe('both forms', () => {
  it.each(['/developers', '/sdk?q=tarot&page=2', ENTRY])('of %s name each other', async (path) => {
    const [head = '', query] = path.split('?')
    const canonical = query ? `?${query.replace('&page=2', '')}` : ''
    const [twin, page] = [twinPath(head), head].map((path) => `${BASE_URL}${path}${canonical}`) as [string, string]
    const html = await get(path)
    const markdown = await get(path, 'text/markdown')
    expect(html.headers.get('link')).toContain(`<${twin}>; rel="alternate"; type="text/markdown"`)
    expect(markdown.headers.get('link')).toContain(`<${page}>; rel="canonical"`)
    expect(markdown.headers.get('content-location')).toBe(twin.slice(BASE_URL.length))
    const document = parseHtml(await html.text())
    expect(attribute(elements(document, 'link', { rel: 'canonical' }), 'href')).toEqual([page])
    expect(attribute(elements(document, 'link', { rel: 'alternate', type: 'text/markdown' }), 'href')).toEqual([twin])
  })

  it('of the first page lead to the documents for programs', async () => {
    for (const accept of ['text/html', 'text/markdown']) {
      const link = (await get('/', accept)).headers.get('link')
      for (const rel of ['api-catalog', 'service-desc', 'service-doc', 'describedby', 'alternate', 'ai-catalog'])
        expect(link).toContain(`rel="${rel}"`)
    }
  })
})

describe('a path that leads nowhere', () => {
  const missing = ['/no-such-page', '/example-sdk/no-such-sdk', '/developers/none', '/example-sdk/%2e%2e%2fetc']

  it.each(missing)('%s answers 404 in the form that is asked for, with ways on', async (path) => {
    const html = await get(path, BROWSER)
    expect([html.status, typeOf(html)]).toEqual([404, HTML])
    expect(elements(parseHtml(await html.text()), 'form', { action: '/sdk' })).toHaveLength(1)
    for (const accept of ['text/markdown', 'text/markdown, text/html, */*']) {
      const markdown = await get(path, accept)
      expect([markdown.status, typeOf(markdown)]).toEqual([404, MARKDOWN])
      const text = await markdown.text()
      for (const link of ['/llms.txt', '/sitemap.md', '/developers.md']) expect(text).toContain(BASE_URL + link)
    }
    for (const accept of [undefined, '*/*', 'application/json', 'text/html;q=0.2, application/json']) {
      const problem = await get(path, accept)
      expect([problem.status, typeOf(problem)]).toEqual([404, 'application/problem+json'])
      expect(problem.headers.get('vary')).toContain('Accept')
    }
    for (const accept of [BROWSER, 'text/markdown'])
      expect((await get(path, accept)).headers.get('vary')).toBe('Accept, Accept-Encoding')
  })

  it.each(['/api/none', '/api/sdk/no-such-sdk.json', '/example-sdk/no-such-sdk.md', '/mcp/none'])(
    '%s of the API answers a problem document to everybody',
    async (path) => {
      for (const accept of [BROWSER, 'application/json', '*/*']) {
        const answer = await get(path, accept)
        expect([answer.status, typeOf(answer)]).toEqual([404, 'application/problem+json'])
      }
    },
  )

  it('with a typo names the nearest SDK', async () => {
    expect(await (await get('/example-sdk/poetrydb', BROWSER)).text()).toContain('<a href="/example-sdk/poetrydb-sdk">')
    expect(await (await get('/develpers', 'text/markdown')).text()).toContain(`${BASE_URL}/developers.md`)
  })

  it.each([
    ['/develpers', '/developers'],
    ['/developers/', '/developers'],
    ['/docs', '/developers'],
    ['/openapi', '/openapi.json'],
    ['/api', '/developers'],
    ['/api/health/', '/api/health'],
    ['/api/search', '/api/sdk/search'],
    ['/api/contct', '/api/contact'],
    ['/api/sdk/poetrydb-sdk', '/api/sdk/poetrydb-sdk.json'],
    ['/poetrydb', '/example-sdk/poetrydb-sdk'],
    ['/example-sdk/poetrydb-sdk/', '/example-sdk/poetrydb-sdk'],
    ['/example-sdk/', '/sdk'],
    ['/mcp/', '/mcp'],
  ])('%s names the nearest one, %s, and where all are listed', async (path, near) => {
    const { resolution } = (await (await get(path)).json()) as { resolution: string }
    expect(resolution).toContain(`Did you mean "${near}"?`)
    for (const index of ['/llms.txt', '/openapi.json']) expect(resolution).toContain(index)
    expect(resolution).not.toContain('slug')
  })

  it.each(['/nope', '/wp-admin', '/.env', `/${'a/'.repeat(5000)}`, '/%'])('%.20s guesses nothing', async (path) => {
    for (const method of ['GET', 'POST']) {
      const answer = await app.request(BASE_URL + path, { method })
      expect(answer.status).toBe(404)
      expect(await answer.json()).toMatchObject({
        resolution: 'Pages are listed in /llms.txt, endpoints in /openapi.json.',
      })
    }
    expect(await (await get(path, BROWSER)).text()).not.toContain('Did you mean')
  })

  it.each([
    ['/developers/', '/developers'],
    ['/sdk/?q=weather', '/sdk?q=weather'],
    ['/developers/errors//', '/developers/errors'],
    [`${ENTRY}/`, ENTRY],
  ])('%s sends a browser on to %s', async (path, page) => {
    const answer = await get(path, BROWSER)
    expect([answer.status, answer.headers.get('location')]).toEqual([308, page])
    expect(answer.headers.get('vary')).toContain('Accept')
    expect((await get(page, BROWSER)).status).toBe(200)
  })

  it.each(['/llms.txt/', '/api/health/', '//developers/', '/nope/'])('%s does not redirect', async (path) =>
    expect((await get(path, BROWSER)).status).toBe(404),
  )

  it('is not repeated as markup', async () => {
    const document = parseHtml(await (await get('/%3Cscript%3Ealert(1)%3C/script%3E', BROWSER)).text())
    expect(elements(document, 'script', { src: false, type: false })).toEqual([])
  })
})
