/** The page that compares SDKs, which works without script. */
import { expect, it } from 'vitest'
import { BASE_URL, testApp } from '../app.ts'

const { app, services } = testApp()
const { catalog } = services
const page = async (path: string) => (await app.request(BASE_URL + path, { headers: { accept: 'text/html' } })).text()

it('drops SDKs one by one, and says why it cannot compare', async () => {
  const columns = async (query: string) =>
    (await page(`/sdk/compare?${query}`)).match(/<th scope="col">.*?<\/th>/g) ?? []
  const three = await columns('slugs=poetrydb-sdk,dog-sdk,gitlab-sdk')
  expect(three).toHaveLength(3)
  const remove = 'href="/sdk/compare?slugs=dog-sdk,gitlab-sdk">remove'
  expect(three[0]).toContain(remove)
  const two = await columns('slugs=dog-sdk,gitlab-sdk')
  expect([two.length, two.join().includes('remove')]).toEqual([2, false])
  const refusal = async (slugs: string) => /role="alert">([^<]*)/.exec(await page(`/sdk/compare?slugs=${slugs}`))?.[1]
  expect(await refusal('poetrydb-sdk')).toBe('One SDK is chosen. Choose at least one more to compare it with.')
  const six = catalog.slugs().slice(0, 6).join(',')
  expect(await refusal(six)).toBe('6 SDKs are chosen. Choose at most 5.')
  expect(await refusal('nix-a,nix-b')).toMatch(/^No SDK is called “nix-a”, “nix-b”\./)
})

it('has one address, also for the two slugs that a form sends, and code in each language', async () => {
  const answer = await app.request(`${BASE_URL}/sdk/compare?slugs=poetrydb-sdk&slugs=dog-sdk`)
  expect([answer.status, answer.headers.get('location')]).toEqual([308, '/sdk/compare?slugs=poetrydb-sdk,dog-sdk'])
  const html = await page('/sdk/compare?slugs=poetrydb-sdk,dog-sdk')
  for (const name of ['poetrydb-sdk', 'dog-sdk']) expect(html).toContain(`id="${name}-go" data-tab="go"`)
})

it('has no row that contradicts its badges', async () => {
  const top = catalog.find('weather', {}, 3).hits.map(({ record }) => record.slug)
  const html = await page(`/sdk/compare?slugs=${top.join(',')}`)
  const row = (name: string) => new RegExp(`<th scope="row">${name}</th>(.*?)</tr>`, 's').exec(html)![1]!
  for (const [badge, name] of [
    ['MCP', 'MCP tools'],
    ['CLI', 'CLI commands'],
  ]) {
    const has = row('At a glance')
      .split('<td>')
      .slice(1)
      .map((cell) => cell.includes(`>${badge}<`))
    const known = row(name!)
      .split('<td>')
      .slice(1)
      .map((cell) => !cell.includes('not on record</span>'))
    expect([name, known]).toEqual([name, has])
  }
})

it('dims what is the same, and has the call of each', async () => {
  const html = await page('/sdk/compare?slugs=poetrydb-sdk,dog-sdk')
  expect(html).toContain('<tr class="same"><th scope="row">Languages</th>')
  expect(html).not.toContain('<tr class="same"><th scope="row">Topics</th>')
  expect(/<th scope="row">Call<\/th>(.*?)<\/tr>/s.exec(html)![1]!.match(/<details[^>]* open>/g)).toHaveLength(2)
})
