/** What the server says of itself: the instructions name tools, and arguments that they take. */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createServices } from '../../src/commands/services.ts'
import { INSTRUCTIONS, serverInfo } from '../../src/mcp/identity.ts'
import { absoluteLinks } from '../../src/pages/absolute-links.ts'
import { addressed, NO_BASE_URL, SKILLS } from '../../src/pages/skill-sources.ts'
import { getSdkReadme } from '../../src/tools/get-sdk-readme.ts'
import { mcpTools } from '../../src/tools/index.ts'
import { testApp } from '../app.ts'
import { loaded } from '../embedded.ts'

it('the server says what it is with a description and an icon, which needs no network where nothing is served', () => {
  const { site } = testApp().services
  expect(serverInfo(site).icons).toEqual([expect.objectContaining({ src: `${site.baseUrl}/icon.svg` })])
  const { description, icons } = serverInfo({ ...site, baseUrl: '' })
  expect(description.length).toBeGreaterThan(20)
  for (const { src, mimeType, sizes } of icons) {
    const [, type, data] = /^data:(.+);base64,(.+)$/.exec(src)!
    expect([type, sizes]).toEqual([mimeType, ['any']])
    expect(Buffer.from(data!, 'base64').toString()).toMatch(/^<svg /)
  }
})

it('pages and skills lead to no server where nothing is served', () => {
  const { site } = testApp().services
  const { pages } = createServices(loaded, { ...site, baseUrl: '' }, false)
  const texts = pages.list.map(({ document }) => absoluteLinks(document, pages, ''))
  const names = readdirSync(SKILLS)
  for (const name of names) texts.push(addressed(readFileSync(new URL(`${name}/SKILL.md`, SKILLS), 'utf8'), ''))
  expect(texts.join()).toContain(`curl -s '${NO_BASE_URL}/api/sdk/find?`)
  for (const text of texts) expect(text).not.toMatch(/localhost:\d+[/%]/)
})

describe('the instructions', () => {
  it('name only tools that are offered', () => {
    const named = INSTRUCTIONS.match(/\b[a-z]+_[a-z_]+\b/g)!
    expect(named).toEqual(expect.arrayContaining(['find_sdk', 'get_sdk_readme']))
    expect(mcpTools.map(({ name }) => name)).toEqual(expect.arrayContaining(named))
  })

  it('say which arguments lead from a hit to code, and get_sdk_readme takes them', () => {
    const steps = ['slug', 'entity', 'op', 'language', 'endpoint', 'more']
    for (const step of steps) expect(INSTRUCTIONS).toMatch(new RegExp(`\\b${step}\\b`))
    expect(Object.keys(getSdkReadme.input.shape)).toEqual(expect.arrayContaining(steps))
    for (const language of ['py', 'cli', 'mcp'])
      expect([
        INSTRUCTIONS.includes(`"${language}"`),
        getSdkReadme.input.shape.language.safeParse(language).success,
      ]).toEqual([true, true])
  })
})
