/** search_sdk_catalog over MCP: browsing by topic and language. Words and pages are in test/contract/rest-search.test.ts. */
import { describe, expect, it } from 'vitest'
import { callTool } from '../../src/tools/define/define.ts'
import { searchSdkCatalog } from '../../src/tools/search-sdk-catalog.ts'
import { testApp } from '../app.ts'

const { app, services } = testApp()
const search = (input: object) => callTool(searchSdkCatalog, { limit: 100, ...input }, services)
const records = [...services.catalog.records]
const slugs = (passes: (record: (typeof records)[number]) => boolean) =>
  records.flatMap((record) => (passes(record) ? [record.slug] : []))

describe('without words', () => {
  it('a language gets every SDK that is on record in it, in catalogue order', async () => {
    const { total, results } = await search({ language: 'Rust' })
    expect(results.map(({ slug }) => slug)).toEqual(slugs(({ languages }) => languages.includes('rust')))
    expect(total).toBe(results.length)
  })

  it('JavaScript gets those in TypeScript too', async () => {
    const { total } = await search({ language: 'js' })
    expect(total).toBe(slugs(({ languages }) => languages.includes('js') || languages.includes('ts')).length)
  })

  it('a topic gets its SDKs, and with a language those in it', async () => {
    const weather = await search({ topic: 'Weather' })
    expect(weather.results.map(({ slug }) => slug)).toEqual(
      slugs(({ topics }) => topics.includes('weather')).slice(0, 100),
    )
    const both = await search({ topic: 'weather', language: 'rb', q: 'forecast' })
    expect(both.total).toBeLessThan(weather.total)
    for (const { topics } of both.results) expect(topics).toContain('weather')
  })
})

it('a topic or language that does not exist is refused, with the nearest topic', async () => {
  await expect(search({ topic: 'wether' })).rejects.toMatchObject({
    code: 'invalid_request',
    info: { resolution: /"weather"/ },
  })
  await expect(search({ language: 'cobol' })).rejects.toMatchObject({ code: 'invalid_request' })
})

it('REST reads the parameters of the interface alone', async () => {
  const all = await app.request('/api/sdk/search?language=rust&topic=weather&limit=1')
  expect(await all.json()).toMatchObject({ total: records.length })
})
