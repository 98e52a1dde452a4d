/** The floors of search in every language that it reads, a little under what `npm run eval` shows. */
import { describe, expect, it } from 'vitest'
import { measureLanguages, readLanguageQueries } from '../../evals/languages.ts'
import { mean } from '../../evals/measure.ts'
import { byTitle } from '../../src/catalog/record/order.ts'
import { embedded, rankedOver } from '../embedded.ts'

const records = [...embedded.records].sort(byTitle)

describe('find_sdk in other languages', () => {
  const figures = measureLanguages(records, true)

  it('has a recall at 5 of 0.9 on average over all languages', () =>
    expect(mean([...figures.values()].map(({ recall }) => recall))).toBeGreaterThanOrEqual(0.9))

  it.each([...figures])('has a recall at 5 of 0.8 in %s, and reads nine of ten queries as it', (_, one) => {
    expect(one.recall).toBeGreaterThanOrEqual(0.8)
    expect(one.misread.length).toBeLessThanOrEqual(one.queries / 10 + 1)
  })
})

describe('a query in a language without a lexicon', () => {
  const rank = rankedOver(records)

  it.each([
    ['Swahili', 'nataka picha za paka bila mpangilio'],
    ['Icelandic', 'hvernig er veðrið í Reykjavík á morgun'],
    ['Welsh', 'sut fydd y tywydd yfory yng Nghaerdydd'],
    ['Basque', 'zer eguraldi egingo du bihar Bilbon'],
    ['Estonian', 'milline ilm on homme Tallinnas'],
    ['Croatian', 'kakvo će biti vrijeme sutra u Zagrebu'],
    ['Bulgarian', 'какво ще е времето утре в София'],
    ['Persian', 'هوای فردا در تهران چگونه است'],
    ['Urdu', 'کل لاہور میں موسم کیسا رہے گا'],
    ['another language', 'როგორი ამინდი იქნება ხვალ თბილისში'],
    ['another language', 'நாளை சென்னையில் வானிலை எப்படி'],
  ])('is known as one in %s', (language, query) =>
    expect(rank(query, {}, 1).translation).toMatchObject({ read: [], unread: language }),
  )

  it('finds the service that it names, and nothing for the words of its language', () => {
    expect(rank('vremenska prognoza za sutra u Zagrebu', {}, 5).hits).toEqual([])
    expect(rank('hvernig sendi ég peninga með Stripe', {}, 1).hits).toMatchObject([{ record: { slug: 'stripe-sdk' } }])
  })

  it('is none of the queries in English or in a language with a lexicon', () => {
    const needs = records.filter((_, at) => at % 4 === 0).flatMap((record) => record.needs.slice(0, 1))
    const known = [...needs, ...readLanguageQueries().map(({ query }) => query)]
    expect(known.filter((query) => rank(query, {}, 1).translation?.unread)).toEqual([])
  })
})
