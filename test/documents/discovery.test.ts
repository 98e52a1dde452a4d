/** What crawlers, scanners and MCP clients look for at known addresses. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { registryEntry } from '../../scripts/registry-entry.ts'
import { securityTxt } from '../../src/documents/robots-and-security.ts'
import { serverInfo } from '../../src/mcp/identity.ts'
import { documents } from '../../src/rest/route-table.ts'
import { testApp } from '../app.ts'
import { verifies } from '../contract/verifies.ts'
import { initialize, legacy, type Members } from '../mcp/messages.ts'
import { post } from '../mcp/transports.ts'
import { runs } from '../property.ts'

const { app, services } = testApp()
const { catalog, site } = services
const { baseUrl } = site

const text = async (path: string) => (await app.request(path)).text()
// biome-ignore lint/suspicious/noExplicitAny: documents of many shapes, which the tests look into
const json = async (path: string): Promise<any> => (await app.request(path)).json()

verifies('files.robots', 'robots.txt says what texts may be used for inside every group', async () => {
  const robots = await text('/robots.txt')
  const groups = robots.split('\n\n').flatMap((group) => (/^User-agent/.test(group) ? [group.trim()] : []))
  expect(groups.length).toBeGreaterThan(1)
  for (const group of groups)
    expect(group).toMatch(/^(User-agent: \S+\n)+Content-Signal: search=yes, ai-input=yes, ai-train=yes\nAllow: \/$/)
  expect(robots).toMatch(new RegExp(`^Sitemap: ${baseUrl}/sitemap-index.xml$`, 'm'))
})

describe('security.txt', () => {
  verifies('files.security', 'names a contact and one date of expiry ahead', async () => {
    const lines = (await text('/.well-known/security.txt')).trim().split('\n')
    const fields = Object.groupBy(lines, (line) => line.split(': ')[0]!)
    expect(fields.Contact).toEqual([`Contact: ${baseUrl}/contact`])
    expect(fields.Canonical).toEqual([`Canonical: ${baseUrl}/.well-known/security.txt`])
    expect(fields.Expires).toHaveLength(1)
    expect(new Date(fields.Expires![0]!.split(': ')[1]!).getTime()).toBeGreaterThan(Date.now())
  })

  test('expires within a year of any day, and is the same all day', () => {
    const DAY = 24 * 60 * 60 * 1000
    const days = fc.date({ min: new Date('2026-01-01'), max: new Date('2126-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(days, (now) => {
        const expires = new Date(/Expires: (.*)/.exec(securityTxt(site, now))![1]!).getTime()
        expect(expires - now.getTime()).toBeGreaterThan(100 * DAY)
        expect(expires - now.getTime()).toBeLessThan(365 * DAY)
        expect(securityTxt(site, new Date(now.toISOString().slice(0, 10)))).toBe(securityTxt(site, now))
      }),
      runs(100),
    )
  })
})

test('the sitemap as markdown has every SDK', async () => {
  const markdown = await text('/sitemap.md')
  for (const { readme_url } of [...catalog.entries()]) expect(markdown).toContain(`](${readme_url})`)
})

describe('the API catalogue', () => {
  verifies('files.api-catalog', 'is a linkset, and HEAD links to it', async () => {
    for (const method of ['GET', 'HEAD']) {
      const answer = await app.request('/.well-known/api-catalog', { method })
      expect(answer.headers.get('content-type')).toMatch(/^application\/linkset\+json; profile="https:\/\/www\.rfc-/)
      expect(answer.headers.get('link')).toContain(`<${baseUrl}/.well-known/api-catalog>; rel="api-catalog"`)
    }
    const { linkset } = await json('/.well-known/api-catalog')
    expect(linkset[0].anchor).toBe(`${baseUrl}/.well-known/api-catalog`)
    expect(linkset[0].item.map(({ href }: { href: string }) => href)).toEqual([`${baseUrl}/`, `${baseUrl}/mcp`])
    for (const { anchor } of linkset) expect(URL.canParse(anchor)).toBe(true)
  })

  test('states the media types that its targets really have', async () => {
    const { linkset } = await json('/.well-known/api-catalog')
    const targets = linkset.flatMap((context: Record<string, unknown>) => Object.values(context).flat())
    const typed = targets.filter((target: { type?: string }) => target.type !== undefined)
    expect(typed.length).toBeGreaterThan(8)
    for (const { href, type } of typed) {
      const answer = await app.request(href, { method: 'HEAD' })
      expect([answer.status, answer.headers.get('content-type')?.split(';')[0]], href).toEqual([200, type])
    }
  })
})

test('the MCP server names its commit beside its version, where the package has it', async () => {
  const built = testApp({ site: { commit: 'abc1234' } })
  const card = (await (await built.app.request('/mcp/server-card')).json()) as Record<string, unknown>
  expect(card).toMatchObject({ version: site.version, serverInfo: { version: `${site.version}+abc1234` } })
  expect(serverInfo(built.services.site).version).toBe(`${site.version}+abc1234`)
})

describe('the MCP server card', () => {
  const PATHS = [
    ['/.well-known/mcp/server-card.json', 'application/json'],
    ['/mcp/server-card', 'application/mcp-server-card+json'],
  ] as const

  test('is the same at both addresses, for pages of any site', async () => {
    const bodies = new Set<string>()
    for (const [path, type] of PATHS) {
      const answer = await app.request(path)
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': type,
        'cache-control': 'public, max-age=3600',
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET',
        'access-control-allow-headers': 'Content-Type, If-None-Match',
        'access-control-expose-headers': 'ETag',
        etag: expect.any(String),
      })
      const validator = { 'if-none-match': answer.headers.get('etag')! }
      expect((await app.request(path, { headers: validator })).status).toBe(304)
      bodies.add(await answer.text())
    }
    expect(bodies.size).toBe(1)
  })

  verifies('files.server-card', 'says what the running server says of itself', async () => {
    const card = await json('/mcp/server-card')
    const call = async (method: string, params?: Members) =>
      (await post(app, legacy(method, params))).result as Record<string, unknown>
    const discovered = await call('server/discover')
    const [modern, ...others] = card.remotes[0].supportedProtocolVersions
    expect(discovered.supportedVersions).toEqual([modern])
    expect(card.capabilities).toEqual(discovered.capabilities)
    for (const version of others) {
      const { protocolVersion, serverInfo } = await call('initialize', initialize(version))
      expect(protocolVersion).toBe(version)
      expect(serverInfo).toMatchObject(card.serverInfo)
    }
    expect(card.name.endsWith(`/${card.serverInfo.name}`)).toBe(true)
  })
})

test('the registry entry has the name of the card and is as short as registries want it', async () => {
  const card = await json('/mcp/server-card')
  const entry = registryEntry('1.2.3')
  expect(entry.name).toBe(card.name)
  // https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json; the card has the same limits.
  expect(entry.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/)
  for (const text of [card.title, card.description, entry.title, entry.description]) expect(text).toMatch(/^.{1,100}$/)
  // Of a published package the registry compares this member with the name.
  expect(packageJson.mcpName).toBe(entry.name)
  for (const { url, variables } of entry.remotes) {
    expect([...url.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)).toEqual(Object.keys(variables))
    const filled = Object.entries(variables).reduce(
      (text, [name, { placeholder }]) => text.replace(`{${name}}`, placeholder),
      url,
    )
    expect(URL.canParse(filled)).toBe(true)
  }
})

test('every document is served with its type, and answers HEAD', async () => {
  for (const { path, type } of documents) {
    const answer = await app.request(path.replace('{brand}', site.brand), { method: 'HEAD' })
    expect([answer.status, answer.headers.get('content-type')], path).toEqual([200, type])
  }
})
