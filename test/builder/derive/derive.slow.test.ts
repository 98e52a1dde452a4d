/** A repository's files -> the record of its SDK. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { derive } from '../../../src/builder/derive/derive.ts'
import { cleanTopics, topicsOfText } from '../../../src/builder/derive/derive-topics.ts'
import { readmeFacts } from '../../../src/builder/derive/readme-facts.ts'
import { deriveTitle, distinguishTitles, nameVendors } from '../../../src/builder/derive/title.ts'
import { listingUrl, publicUrl, repositoryUrl, websiteUrl } from '../../../src/builder/sources/public-urls.ts'
import { runs } from '../../property.ts'
import { repository } from '../fixtures.ts'

describe('titles', () => {
  it.each([
    ['open-brewery-sdk', 'Open Brewery API', 'Open Brewery API'],
    ['harbour-lights-sdk', 'Harbour Lights API', 'Harbour Lights'],
    ['dog-sdk', 'Dog API', 'Dog API'],
    ['the-cat-sdk', 'The Cat Api', 'The Cat API'],
    ['irail-sdk', 'iRail API', 'iRail'],
    ['github-rest-sdk', 'GitHub REST API', 'GitHub REST API'],
    ['ipinfo-sdk', 'IPinfo.io OpenAPI Specification', 'IPinfo.io'],
    ['elering-dashboard-sdk', 'Elering dashboard API documentation', 'Elering dashboard'],
    ['pokapi-sdk', 'PokéAPI', 'PokéAPI'],
    ['tides-sdk', 'Tides API (v1)', 'Tides API'],
    ['free-tide-sdk', 'Free Tide DB - The Free Tide Database', 'Free Tide DB'],
    ['tide-sdk', 'Tide Tables - North Sea', 'Tide Tables - North Sea'],
    ['thetableoficeandtides-sdk', 'TheTableOfIceAndTides', 'The Table of Ice and Tides'],
    ['fakestoreapi-sdk', 'FakeStoreAPI', 'FakeStoreAPI'],
    ['n404-error-handler-sdk', 'API', '404 Error Handler'],
    ['kawa-suii-api-sdk', '川水位API', 'Kawa Suii API (川水位API)'],
    ['ip-geolocation-api2-sdk', 'Country', 'IP Geolocation API 2 (Country)'],
    ['the-history-of-vpn-in-github-sdk', 'API', 'The History of VPN in GitHub'],
    ['arul-sdk', "  Arul's <b>IP</b>\nfinder. ", "Arul's IP finder"],
  ])('of %s named "%s" are "%s"', (slug, apiTitle, title) => expect(deriveTitle(slug, apiTitle)).toBe(title))

  it('are the words of the slug where the API is named after its framework', () =>
    expect(deriveTitle('yes-as-a-service-sdk', 'FastAPI', 'YesAsAService')).toBe('Yes as a Service'))

  const EQUAL = [
    ['email-check-sdk', 'Kiprio API', 'Kiprio API (Email Check)'],
    ['iban-sdk', 'Kiprio API', 'Kiprio API (IBAN)'],
    ['advice-slip-sdk', 'Advice Slip', 'Advice Slip'],
    ['advice-slip-api2-sdk', 'Advice Slip', 'Advice Slip (2)'],
    ['free-apis-sdk', 'Free APIs', 'Free APIs'],
    ['freeapis-sdk', 'Free APIs', 'Free APIs (freeapis)'],
  ] as const
  const OF_VENDORS = [
    ['seacorp-tides-sdk', 'Tides', 'Seacorp Tides'],
    ['seacorp-blue-portal-sdk', 'Portal Web Service', 'Seacorp Blue Portal Web Service'],
    ['seacorp-ice-sdk', 'SeaCorp Ice', 'SeaCorp Ice'],
    ['seacorp-nothing-sdk', 'Something Else', 'Seacorp Something Else'],
    ...['a', 'b', 'c'].map((name) => [`free-${name}-sdk`, name, name] as const),
    ['rare-tides-sdk', 'Tides of the North', 'Tides of the North'],
  ] as const
  it.each([
    ['that are equal differ by the words that the slug adds', distinguishTitles, EQUAL],
    ['that leave out the vendor of several SDKs begin with it', nameVendors, OF_VENDORS],
  ])('%s', (_, change, rows) => {
    const records = rows.map(([slug, title]) => ({ slug, title }))
    change(records)
    expect(records).toEqual(rows.map(([slug, , title]) => ({ slug, title })))
  })
})

describe('what a README records', () => {
  it('is found in a table of surfaces, in links, or not at all', () => {
    expect(readmeFacts('| **SDK** (Golang, TypeScript) | `go/` `ts/` |').languages).toEqual(['ts', 'go'])
    expect(readmeFacts('- [C++](cpp/README.md)\n- [Docs](docs/README.md)').languages).toEqual(['cpp'])
    expect(readmeFacts('').languages).toEqual([])
  })

  it('is not taken from code', () => {
    const facts = readmeFacts(
      '## Entities\n\n```md\n| **No** | The No entity (list). | `/` |\n```\n\n| Entity | About | Path |\n| --- | --- | --- |\n| **YesMan** | The YesMan entity (remove, list, fly). | `/` |\n',
    )
    expect(facts.entities).toEqual([{ name: 'yes_man', ops: ['list', 'remove'] }])
  })

  it('names the OpenAPI file by its place or by what it is called', () => {
    expect(readmeFacts('[spec](./.sdk/def/a.yaml)').openapi).toBe('./.sdk/def/a.yaml')
    expect(readmeFacts('[OpenAPI](https://x.test/a.json)').openapi).toBe('https://x.test/a.json')
    expect(readmeFacts('[config](a.json) [`.sdk/def/`](.sdk/def/)').openapi).toBeUndefined()
  })
})

describe('the OpenAPI file', () => {
  const url = async (definitions: string[], readme = '') =>
    (await derive(repository({ definitions }), readme)).record.source_openapi_url

  it('that the README does not name is the one of the repository that has its name', async () => {
    const raw = 'https://raw.githubusercontent.com/harbour/harbour-lights-sdk/HEAD/'
    expect(await url(['.sdk/def/a.json', '.sdk/def/harbour-lights_0.1.0.yaml'])).toBe(
      `${raw}.sdk/def/harbour-lights_0.1.0.yaml`,
    )
    expect(await url(['.sdk/def/a.json'])).toBe(`${raw}.sdk/def/a.json`)
    expect(await url([])).toBeUndefined()
  })

  it('is never outside of the repository', async () => {
    expect(await url([], '[OpenAPI](../../other/openapi.json)')).toBeUndefined()
    expect(await url([], '[OpenAPI](javascript:openapi.json)')).not.toMatch(/^javascript/)
  })
})

describe('URLs', () => {
  it.each([
    ['https://perl.is/', 'https://perl.is'],
    ['http://x.test/a b?c={d}', 'http://x.test/a%20b?c=%7Bd%7D'],
    ['https://user:secret@x.test/a', 'https://x.test/a'],
    ['https://com', undefined],
    ['https://10.0.0.1/', undefined],
    ['javascript:alert(1)', undefined],
    ['not an address', undefined],
  ])('%s becomes %s', (written, read) => expect(publicUrl(written)).toBe(read))

  it('of the API are never those of its tools, and not where people talk about it', () => {
    expect(
      websiteUrl(['https://github.com/OAI/OpenAPI-Specification', 'https://discord.gg/x', 'https://tides.test']),
    ).toBe('https://tides.test')
    expect(websiteUrl(['https://discord.gg/x'])).toBeUndefined()
    // A server is no site, unless the site is at the same host.
    const site = fc.constantFrom('https://tides.test', 'https://www.tides.test', 'https://v2.tides.test')
    const server = fc
      .constantFrom('api', 'app', 'apis', 'test', 'test.api', 'eu.sandbox')
      .map((name) => `https://${name}.tides.test`)
    const path = fc.constantFrom('', '/', '/v1', '/{version}')
    fc.assert(
      fc.property(site, server, path, (website, host, path) => {
        const servers = [{ url: `${host}${path}` }, { url: `${website}${path}` }]
        expect(websiteUrl([host, website], servers)).toBe(website)
        expect(websiteUrl([`${host}/docs`], servers)).toBe(`${host}/docs`)
        expect(websiteUrl([host], [])).toBe(host)
      }),
      runs(50),
    )
    expect(websiteUrl(['https://tides.test/?c=about#feedback'])).toBe('https://tides.test')
    expect(websiteUrl(['https://tides.test/api'])).toBe('https://tides.test/api')
  })

  it('of a directory are those of its page on the API', () => {
    expect(listingUrl('https://apis.test/tides')).toBe('https://apis.test/tides')
    expect(listingUrl('https://apis.test')).toBeUndefined()
  })

  it.each([
    ['git+https://github.com/harbour/a-sdk.git', 'https://github.com/harbour/a-sdk'],
    ['git@github.com:harbour/a-sdk.git', 'https://github.com/harbour/a-sdk'],
    ['ssh://git@gitlab.test.org/harbour/a-sdk.git', 'https://gitlab.test.org/harbour/a-sdk'],
    ['github:harbour/a-sdk', 'https://github.com/harbour/a-sdk'],
    ['/srv/git/a-sdk.git', undefined],
  ])('of repositories written %s are %s', (written, read) => expect(repositoryUrl(written)).toBe(read))
})

describe('topics', () => {
  it('are keywords without what every SDK could say', () => {
    const keywords = ['Air Quality', 'SDK', 'openapi', 'harbour-lights', 'air-quality', '水位', 7, 'c++', '2024']
    expect(cleanTopics(keywords, 'harbour-lights-sdk')).toEqual(['air-quality', '水位', 'c++'])
  })

  it.each([
    ['Harbour Weather', 'Forecasts and news for sailors, with recipes.', ['food', 'news', 'weather']],
    ['Search', 'A collection of images; search by location.', ['search']],
    ['Newsagents', 'Stockings, gamers and weatherproofs.', []],
    ['Ice', 'Facts from the universe of Game of Thrones.', []],
    ['Portal Web Service', 'A web service for merchants.', []],
    ['DIY Dog', 'Every beer that was ever brewed.', ['drinks']],
    ['Dog', 'Pictures.', ['pets']],
  ])('of "%s: %s" are %j', (title, description, topics) => expect(topicsOfText(title, description)).toEqual(topics))

  it('are those of title and description where nobody names any', async () => {
    const info = 'main: kit: info: { title: "Weather" }'
    const topics = async (files: Parameters<typeof repository>[0]) =>
      (await derive(repository({ info, ...files }), '# X SDK')).record.topics
    expect(await topics({})).toEqual(['weather'])
    expect(await topics({ package: '{"keywords":["lamps","sdk"]}' })).toEqual(['lamps'])
  })
})

describe('a README made to take long', () => {
  const full = (part: string) => part.repeat(Math.floor(524_288 / part.length))

  it.each([
    ['backticks', full('`')],
    ['fences of every length', Array.from({ length: 1000 }, (_, at) => '`'.repeat(1003 - at)).join('\n')],
    ['brackets', full('[')],
    ['a heading of spaces', `# ${full(' ')}x`],
    ['open tags', `## Entities\n\n${full('<ul ')}`],
    ['stars', full('** ')],
    ['comments', full('<!--')],
    ['addresses', full('github.com/')],
    ['table rows', `## Entities\n${full('| **A** | ( | \n')}`],
    ['headings', full('## Entities\n')],
    ['lines of brackets', full(`${'['.repeat(1999)}\n`)],
    ['sentences', `# A SDK\n\n${full('a. B')}`],
    ['dots', full('a.')],
    ['dashes', `# ${full('-')}x`],
    // Time squared would be minutes.
  ])('of %s is read, and so are the other files', { timeout: 120_000 }, async (_, readme) => {
    const text = readme.replaceAll(/["\n]/g, ' ')
    const info = `main: kit: info: { title: "A ${text}", summary: "${text}", servers: [{ url: "http://${text} " }], website: "${text}" }`
    const packaged = JSON.stringify({ keywords: [readme], description: readme, repository: readme })
    await expect(derive(repository({ info, package: packaged }), readme)).resolves.toBeDefined()
  })
})

describe('a repository with hardly anything in it', () => {
  it('still gives a record, with a warning for each missing part', async () => {
    const { record, warnings } = await derive(repository(), '# HarbourLights SDK\n')
    const expected = { slug: 'harbour-lights-sdk', title: 'Harbour Lights', entities: [], languages: [], topics: [] }
    expect(record).toMatchObject(expected)
    const missing = ['.sdk/model', 'title', 'description', 'source_website', 'languages']
    expect(warnings.map(({ about }) => about)).toEqual(missing)
  })

  it('that names no URL is skipped, with all that is missing', async () => {
    const { url: _, ...files } = repository({ package: '{' })
    await expect(derive(files, '')).rejects.toThrow(
      expect.objectContaining({
        reason: 'no_address',
        message: expect.stringMatching(/^nothing in it names [^;]+; .*ts\/package\.json is not valid JSON$/),
      }),
    )
  })

  it('with a package.json that is not JSON is taken with a warning', async () => {
    const { warnings } = await derive(repository({ package: '{' }), '')
    expect(warnings).toContainEqual({
      slug: 'harbour-lights-sdk',
      about: 'topics',
      detail: 'ts/package.json is not valid JSON',
    })
  })
})
