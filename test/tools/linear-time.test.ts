/** What callers send is read in time linear in its length: four times the text takes about four times the work. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { domainsOf, normalizeUrl, segmentRuns, urlsAsNames, urlsIn } from '../../src/catalog/rank/names/urls.ts'
import { translate } from '../../src/catalog/rank/parse/translate.ts'
import { queryWords } from '../../src/catalog/search/exact.ts'
import { nearest } from '../../src/catalog/search/suggest.ts'
import { lettersAndDigits, nameTokens, stem, tokens } from '../../src/catalog/search/words.ts'
import { normalizeTopic } from '../../src/tools/fields.ts'
import { notFound } from '../../src/tools/not-found.ts'
import { testServices } from '../app.ts'
import { runs } from '../property.ts'

const { catalog } = testServices()
const LENGTH = 3_000
const ROUNDS = 7

const NO_ENGLISH = {
  isEnglish: () => false,
  isWord: () => false,
  isTypo: () => false,
  inExpressions: () => new Set<number>(),
}

const READERS: Record<string, (text: string) => unknown> = {
  normalizeUrl,
  urlsIn,
  urlsAsNames,
  segmentRuns: (text) => [...segmentRuns(text)],
  domainsOf: (text) => [...domainsOf(text)],
  lettersAndDigits,
  tokens,
  nameTokens,
  stem,
  queryWords,
  normalizeTopic,
  nearest: (text) => nearest(text, catalog.slugs),
  notFound: (text) => notFound(text, catalog),
  translate: (text) => translate(`日本 ${text}`, NO_ENGLISH),
}

/** How many times the work of the first text the second takes: the best of several rounds of each, in turns. */
function growth(read: (text: string) => unknown, short: string, long: string): number {
  const best = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let round = 0; round < ROUNDS; round++) {
    for (const [at, text] of [short, long].entries()) {
      const started = performance.now()
      read(text)
      best[at] = Math.min(best[at]!, performance.now() - started)
    }
  }
  return best[1]! / best[0]!
}

/** Time squared would be 16 times as long, linear time 4 and what the garbage collector adds. */
const MOST_GROWTH = 11

const isLinear = (read: (text: string) => unknown, short: string, long: string): boolean =>
  [1, 2, 3].some(() => growth(read, short, long) < MOST_GROWTH)

describe('hostile text', () => {
  it('that takes time squared is noticed', () => {
    const squared = (text: string) => /[?#].*$/.test(text)
    expect(growth(squared, `${'#'.repeat(LENGTH)}\nx`, `${'#'.repeat(4 * LENGTH)}\nx`)).toBeGreaterThan(MOST_GROWTH)
  })

  it.each(Object.entries(READERS))('is read by %s in linear time', (_, read) => {
    // The first call may read a word list.
    read('x')
    const unit = fc.array(fc.constantFrom(...'#?/:@.-=(),aAé1日 \n'), { minLength: 1, maxLength: 3 })
    const end = fc.constantFrom('', 'x', '\nx', '/x')
    fc.assert(
      fc.property(unit, end, (characters, end) => {
        const text = (length: number): string => characters.join('').repeat(length / characters.length) + end
        return isLinear(read, text(LENGTH), text(4 * LENGTH))
      }),
      runs(40),
    )
  })
})
