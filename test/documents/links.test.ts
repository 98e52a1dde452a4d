/** Every URL of the site in every document leads somewhere, and has the media type that its link states. */
import { describe, expect, test } from 'vitest'
import { documents } from '../../src/rest/route-table.ts'
import { routes } from '../../src/rest/routes.ts'
import { testApp } from '../app.ts'

const { app, services } = testApp()
const { baseUrl, brand } = services.site

const pathOf = (path: string): string => path.replace('{brand}', brand)
const texts = await Promise.all(
  documents.map(async ({ path }) => ({ path, text: await (await app.request(pathOf(path))).text() })),
)

/** Addresses of this site in a text, without those that hold a placeholder. */
function siteUrls(text: string): string[] {
  const urls = text.match(/https?:\/\/localhost:8080[^\s"'<>)\]`\\,]*/g) ?? []
  return urls.map((address) => address.replace(/[.,;:]+$/, '')).filter((address) => !address.includes('{'))
}

const answers = new Map<string, Promise<Response>>()
function head(address: string): Promise<Response> {
  const url = address.split('#')[0]!
  const answer = answers.get(url) ?? Promise.resolve(app.request(url, { method: 'HEAD' }))
  answers.set(url, answer)
  return answer
}

const endpoints = new Set([...routes.map(({ path }) => path), '/mcp'].map((path) => baseUrl + path))

/** A page or a file answers; an endpoint that wants more than its address says which methods it takes. */
async function reaches(address: string): Promise<boolean> {
  const { status } = await head(address)
  if (status === 200 || !endpoints.has(address)) return status === 200
  const refused = await app.request(address, { method: 'PROPFIND' })
  return refused.status === 405 && refused.headers.get('allow') !== null
}

describe('every own address answers', () => {
  for (const { path, text } of texts) {
    test(`in ${pathOf(path)}`, async () => {
      const broken: string[] = []
      // The pages of SDKs take long to render, so every tenth is.
      const isSampled = (url: string, at: number) => at % 10 === 0 || !/-sdk\/[\w-]+$/.test(url)
      for (const url of [...new Set(siteUrls(text))].filter(isSampled)) if (!(await reaches(url))) broken.push(url)
      expect(broken).toEqual([])
    })
  }
})

describe('links of markdown', () => {
  const markdown = texts.filter(({ path }) => /\.(md|txt)$/.test(path))

  for (const { path, text } of markdown) {
    test(`in ${path} are absolute`, () => {
      const targets = [...text.matchAll(/\]\(([^)]*)\)/g)].map(([, target]) => target!)
      for (const target of targets) expect(new URL(target).protocol).toMatch(/^https?:$/)
    })
  }

  test('in llms.txt and llms-full.txt lead to markdown, or from the short index to the long one', async () => {
    for (const { path, text } of texts.filter(({ path }) => path.startsWith('/llms'))) {
      const targets = [...text.matchAll(/\]\(([^)]*)\)/g)].map(([, target]) => target!)
      expect(targets.length).toBeGreaterThan(3)
      for (const target of targets) {
        if (target === `${baseUrl}/llms-full.txt`) continue
        expect(target, path).toMatch(/\.md$/)
        expect((await head(target)).headers.get('content-type')).toMatch(/^text\/markdown/)
      }
    }
  })
})

test('addresses of others are sound', () => {
  for (const { path, text } of texts) {
    const others = text.match(/https?:\/\/(?!localhost)[^\s"'<>)\]`\\]+/g) ?? []
    // An SDK's server may be a template with variables (OpenAPI 3.1, 4.8.5), which is no address yet.
    for (const address of others.filter((each) => !each.includes('{')))
      expect(URL.canParse(address), `${address} in ${path}`).toBe(true)
  }
})
