/** What the server says of itself: the instructions name tools, and arguments that they take. */
import { describe, expect, it } from 'vitest'
import { INSTRUCTIONS, serverInfo } from '../../src/mcp/identity.ts'
import { getSdkReadme } from '../../src/tools/get-sdk-readme.ts'
import { mcpTools } from '../../src/tools/index.ts'
import { testApp } from '../app.ts'

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
