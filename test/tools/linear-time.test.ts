/** Text of callers is read in time linear in its length: four times the text takes about four times as long. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { domainsOf, normalizeUrl, segmentRuns, urlsAsNames, urlsIn } from '../../src/catalog/rank/names/urls.ts'
import { translate } from '../../src/catalog/rank/parse/translate.ts'
import { valuesIn } from '../../src/catalog/rank/parse/values.ts'
import { queryWords } from '../../src/catalog/search/exact.ts'
import { nearest } from '../../src/catalog/search/suggest.ts'
import { lettersAndDigits, nameTokens, stem, tokens } from '../../src/catalog/search/words.ts'
import { normalizeTopic, notFound } from '../../src/tools/not-found.ts'
import { testServices } from '../app.ts'
import { runs } from '../property.ts'

const { catalog } = testServices()
/** Characters of the short text. */
const LENGTH = 3_000
const ROUNDS = 5
/** Less is noise; quadratic time is milliseconds at this length. */
const LEAST_US = 50

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
  valuesIn: (text) => valuesIn(text, { ...NO_ENGLISH, isThing: () => false, isNamed: () => false }),
  translate: (text) => translate(`日本 ${text}`, NO_ENGLISH),
}

/** Microseconds. The clock of the processor loses time on some machines; of several rounds the best is one undisturbed. */
const now = (): number => 1_000 * performance.now()

/** How many times longer the second text takes: the best of several rounds of each. */
function growth(read: (text: string) => unknown, short: string, long: string): number {
  const best = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, text] of [short, long].entries()) {
      const start = now()
      read(text)
      best[index] = Math.min(best[index]!, Math.max(LEAST_US, now() - start))
    }
  }
  return best[1]! / best[0]!
}

/** Quadratic time would be 16 times as long, linear time 4 and what the garbage collector adds. */
const MAX_GROWTH = 11

describe('hostile text', () => {
  it('that takes quadratic time is noticed', () => {
    const quadratic = (text: string) => /[?#].*$/.test(text)
    const [short, long] = [1_600, 6_400].map((length) => `${'#'.repeat(length)}\nx`) as [string, string]
    expect([1, 2, 3].some(() => growth(quadratic, short, long) > MAX_GROWTH)).toBe(true)
  })

  it.each(Object.entries(READERS))('is read by %s in linear time', (_, read) => {
    // The first call may read a word list.
    read('x')
    const start = now()
    read('日a '.repeat(LENGTH / 3))
    const isSlow = now() - start > 5_000
    const unit = fc.array(fc.constantFrom(...'#?/:@.-=(),aAé1日 \n'), { minLength: 1, maxLength: 3 })
    const end = fc.constantFrom('', 'x', '\nx', '/x')
    fc.assert(
      fc.property(unit, end, (characters, end) => {
        const text = (length: number): string => characters.join('').repeat(length / characters.length) + end
        // Where the engine begins to allocate otherwise there is a step, which longer texts do not have.
        return [1, 4].some((factor) =>
          [1, 2, 3].some(() => growth(read, text(factor * LENGTH), text(4 * factor * LENGTH)) < MAX_GROWTH),
        )
      }),
      runs(isSlow ? 2 : 15),
    )
  })
})
