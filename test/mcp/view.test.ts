/** The catalogue view as a document and as a resource. What it does is shown in test/browser/view*.browser.ts. */
import { describe, expect, it } from 'vitest'
import { CATALOGUE_VIEW, catalogueView } from '../../src/mcp/view/view.ts'
import { LEGACY, legacy, type Members, modern } from './messages.ts'
import { send } from './wire.ts'

const SITE = { baseUrl: 'https://sdk.example.com', brand: 'acme', name: 'SDKs', version: '1.2.3' }
const { text: make, mimeType } = catalogueView(SITE)
const text = make()
const script = /<script type="module">\n([\s\S]*)<\/script>/.exec(text)![1]!

describe('the document', () => {
  it('is one of less than 40 KB, and needs nothing from elsewhere', () => {
    expect(Buffer.byteLength(text)).toBeLessThan(40_000)
    expect(text.match(/<!doctype html>|<\/html>/g)).toHaveLength(2)
    expect(text).not.toMatch(/\ssrc=|\shref=|<link|<base|<iframe|<object|@import|@font-face|url\(/)
    expect(script).not.toMatch(
      /\bfetch\(|XMLHttpRequest|WebSocket|EventSource|sendBeacon|\bimport\b|localStorage|cookie/,
    )
    expect(text.match(/https?:\/\/[^"\s]*/g)).toEqual(['https://sdk.example.com/acme-sdk/'])
  })

  it('has no handlers in its markup, and nowhere reads text as markup or code', () => {
    expect(text.replace(script, '')).not.toMatch(/\son\w+\s*=|javascript:|\sstyle=/)
    expect(script).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|DOMParser/)
  })

  it('has a script that parses, without words that would end it', () => {
    expect(() => new Function(`return async () => { ${script} }`)).not.toThrow()
    expect(script).not.toMatch(/<\/script|<!--/i)
    expect(script).not.toMatch(/^(import|export)\b/m)
  })

  it('keeps names of the site from becoming markup', () => {
    const hostile = catalogueView({ ...SITE, baseUrl: 'https://x.example/</script><!--$&', brand: '$`<b>' }).text()
    const data = /id="site">(.*)<\/script>/.exec(hostile)![1]!
    expect(data).not.toContain('<')
    expect(JSON.parse(data).pages).toBe('https://x.example/</script><!--$&/$`<b>-sdk/')
  })
})

describe.each([
  ['2026-07-28', modern],
  ...LEGACY.map((version) => [version, (method: string, params: Members) => legacy(method, params, version)] as const),
] as const)('in revision %s', (_, request) => {
  const ask = async (method: string, params: Members = {}) =>
    (await send(request(method, params))).json.result as Members

  it('find_sdk names the view, and no other tool does', async () => {
    const { tools } = (await ask('tools/list')) as { tools: { name: string; _meta?: Members }[] }
    const named = tools.filter(({ _meta }) => _meta !== undefined)
    expect(named.map(({ name, _meta }) => [name, _meta])).toEqual([
      ['find_sdk', { ui: { resourceUri: CATALOGUE_VIEW } }],
    ])
  })

  it('the view is listed and read as an MCP App, and asks the host for the clipboard but for no network', async () => {
    const { resources } = (await ask('resources/list')) as { resources: Members[] }
    expect(resources.find(({ uri }) => uri === CATALOGUE_VIEW)).toMatchObject({ mimeType, name: 'find-view' })
    const { contents } = (await ask('resources/read', { uri: CATALOGUE_VIEW })) as { contents: Members[] }
    expect(contents).toMatchObject([{ uri: CATALOGUE_VIEW, mimeType, text: expect.stringMatching(/^<!doctype html>/) }])
    const { csp, permissions } = (contents[0]!._meta as { ui: { csp: object; permissions: object } }).ui
    expect(Object.values(csp).flat()).toEqual([])
    expect(Object.keys(permissions)).toEqual(['clipboardWrite'])
  })

  it('the answer of find_sdk stays complete as text', async () => {
    const { content, _meta } = await ask('tools/call', { name: 'find_sdk', arguments: { query: 'poetrydb' } })
    expect(content).toEqual([{ type: 'text', text: expect.stringContaining('PoetryDB (poetrydb-sdk)') }])
    expect(JSON.stringify(_meta ?? {})).not.toContain('ui')
  })
})
