/** Did-you-mean over the real names of the catalogue. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nearest } from '../../src/search/suggest.ts'
import { catalog } from '../embedded.ts'
import { codePoint, runs } from '../property.ts'

const slugs = Object.freeze([...catalog.entries()].map(({ slug }) => slug))
const TOOLS = ['find_sdk', 'search_sdk_catalog', 'get_sdk_entry', 'get_sdk_readme', 'search_docs']

describe('the nearest name', () => {
  it.each([
    ['poetrydb', 'poetrydb-sdk'],
    ['poetrdb-sdk', 'poetrydb-sdk'],
    ['open_metoe', 'open-meteo-sdk'],
    ['GitHb', 'github-sdk'],
    ['the-cat-api', 'the-cat-sdk'],
    ['weatherr', 'weather-sdk'],
  ])('to the slug %s is %s', (wanted, slug) => expect(nearest(wanted, slugs)[0]).toBe(slug))

  it.each([
    ['wether', 'weather'],
    ['crypto', 'cryptocurrency'],
    ['IP lookup', 'ip-lookup'],
  ])('to the topic %s is %s', (wanted, topic) => expect(nearest(wanted, catalog.topics)[0]).toBe(topic))

  it.each([
    ['find', 'find_sdk'],
    ['get_readme', 'get_sdk_readme'],
    ['searchSdkCatalog', 'search_sdk_catalog'],
  ])('to the tool %s is %s', (wanted, tool) => expect(nearest(wanted, TOOLS)[0]).toBe(tool))

  it('is none where nothing is near', () => {
    for (const typed of ['', '-', 'zzzzzzzz', 'a'.repeat(500), '\u{1f600}']) expect(nearest(typed, slugs)).toEqual([])
    expect(nearest('anything', [])).toEqual([])
  })

  it('by the title of an SDK is its slug', () => expect(catalog.nearestSlugs('TheMealDB')).toContain('free-meal-sdk'))
})

describe('any wish', () => {
  it('gets at most as many names as asked for, all of the list, the same each time', () => {
    const wish = fc.oneof(fc.string({ unit: codePoint, maxLength: 200 }), fc.constantFrom(...slugs))
    fc.assert(
      fc.property(wish, fc.integer({ min: 1, max: 5 }), (wanted, most) => {
        const names = nearest(wanted, slugs, most)
        expect(names.length).toBeLessThanOrEqual(most)
        for (const name of names) expect(slugs).toContain(name)
        expect(nearest(wanted, slugs, most)).toEqual(names)
      }),
      runs(200),
    )
  })

  it('that is a slug with one letter left out gets that slug among the nearest three', () => {
    const long = slugs.filter((slug) => slug.length >= 12)
    const cases = fc
      .constantFrom(...long)
      .chain((slug) =>
        fc
          .integer({ min: 1, max: slug.length - 6 })
          .map((at) => ({ slug, wanted: slug.slice(0, at) + slug.slice(at + 1) })),
      )
    fc.assert(
      fc.property(cases, ({ slug, wanted }) => {
        if (!slugs.includes(wanted)) expect(nearest(wanted, slugs)).toContain(slug)
      }),
      runs(300),
    )
  })
})
