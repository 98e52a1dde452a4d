/** URLs and package names are names: whoever pastes one means the SDK that it belongs to. */
import { describe, expect, it } from 'vitest'
import { languageInstalls } from '../../src/code/install.ts'
import { catalog } from '../embedded.ts'

const records = [...catalog.entries()].map(({ slug }) => catalog.record(slug)!)
const find = (query: string, limit = 5) => catalog.find(query, {}, limit)

describe('a URL', () => {
  it.each([
    ['https://github.com/voxgig-sdk/poetrydb-sdk', 'url'],
    ['https://github.com/voxgig-sdk/poetrydb-sdk/tree/main/go', 'url'],
    ['git@github.com:voxgig-sdk/poetrydb-sdk.git', 'url'],
    ['voxgig-sdk/poetrydb-sdk', 'url'],
    ['http://localhost:8080/example-sdk/poetrydb-sdk', 'slug'],
    ['http://localhost:8080/example-sdk/poetrydb-sdk.md?x=1#install', 'slug'],
    ['sdk://poetrydb-sdk/readme', 'slug'],
    ['https://poetrydb.org/author', 'host'],
    ['poetrydb.org/author/Shakespeare', 'host'],
    ['what is there for https://poetrydb.org?', 'host'],
  ])('%s is of PoetryDB and of nothing else', (query, name) => {
    const { match, total, hits, unmatched } = find(query)
    expect({ match, total, unmatched }).toEqual({ match: 'exact', total: 1, unmatched: [] })
    expect(hits[0]).toMatchObject({ record: { slug: 'poetrydb-sdk' }, reason: { kind: 'name', name } })
  })

  it('of any repository, and of any documentation page, finds its SDK first', () => {
    for (const { slug, github_url } of records) {
      for (const address of [github_url, `${github_url}.git`, `https://sdk.example.org/example-sdk/${slug}`])
        expect([address, find(address, 1).hits[0]?.record.slug]).toEqual([address, slug])
    }
  })

  it('on a host that the SDK is not alone on finds all who are there', () => {
    const { match, hits } = find('https://api.github.com/users')
    expect(match).toBe('exact')
    expect(hits.map(({ record }) => record.slug).sort()).toEqual(['github-rest-sdk', 'github-sdk'])
  })

  it('of a website on a code host is not every website there', () => {
    const { match, hits, total } = find('https://github.com/chubin/wttr.in')
    expect([match, total, hits[0]?.record.slug]).toEqual(['exact', 1, 'console-weather-forecast-sdk'])
  })

  it('of a part of a host that is known finds the host', () =>
    expect(find('https://geocoding-api.open-meteo.com/v1/search?name=x').hits[0]).toMatchObject({
      record: { slug: 'open-meteo-sdk' },
      reason: { kind: 'name', name: 'host' },
    }))

  it('of a service that is not here gets others of its kind, and says so', () =>
    expect(find('https://dashboard.zendesk.com/agent')).toMatchObject({ match: 'related', missing: ['Zendesk'] }))
})

describe('a package name', () => {
  it.each([
    ...['@voxgig-sdk/poetrydb', '@voxgig-sdk/poetrydb-js', 'voxgig-sdk-poetrydb', 'voxgig-sdk/poetrydb'],
    ...['github.com/voxgig-sdk/poetrydb-sdk/go', 'npm install @voxgig-sdk/poetrydb@latest'],
    ...['pip install voxgig-sdk-poetrydb==1.0.0', 'go get github.com/voxgig-sdk/poetrydb-sdk/go@latest'],
    ...['gem install voxgig-sdk-poetrydb', 'composer require voxgig-sdk/poetrydb:^1.0'],
    ...['https://pypi.org/project/voxgig-sdk-poetrydb/', 'https://www.npmjs.com/package/@voxgig-sdk/poetrydb'],
    ...['https://pkg.go.dev/github.com/voxgig-sdk/poetrydb-sdk/go'],
  ])('as %s finds its SDK first', (query) => {
    const { match, hits } = find(query)
    expect([match, hits[0]?.record.slug]).toEqual(['exact', 'poetrydb-sdk'])
  })

  it('of any SDK in any of its languages finds that SDK first', () => {
    for (const record of records) {
      for (const name of new Set(languageInstalls(record).map((install) => install.package)))
        expect([name, find(name, 1).hits[0]?.record.slug]).toEqual([name, record.slug])
    }
  })
})
