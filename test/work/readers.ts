/** What reads text of callers, before it is known how long that is. */
import { domainsOf, normalizeUrl, segmentRuns, urlsAsNames, urlsIn } from '../../src/catalog/rank/names/urls.ts'
import { translate } from '../../src/catalog/rank/parse/translate.ts'
import { valuesIn } from '../../src/catalog/rank/parse/values.ts'
import { queryWords } from '../../src/catalog/search/exact.ts'
import { nearest } from '../../src/catalog/search/suggest.ts'
import { lettersAndDigits, nameTokens, stem, tokens } from '../../src/catalog/search/words.ts'
import { normalizeTopic } from '../../src/tools/not-found.ts'

const NO_ENGLISH = {
  isEnglish: () => false,
  isWord: () => false,
  inExpressions: () => new Set<number>(),
}

const NAMES = ['poetrydb-sdk', 'open-meteo-air-quality-sdk']

export const READERS: Readonly<Record<string, (text: string) => unknown>> = {
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
  nearest: (text) => nearest(text, NAMES),
  valuesIn: (text) => valuesIn(text, { ...NO_ENGLISH, isThing: () => false, isNamed: () => false }),
  translate: (text) => translate(`日本 ${text}`, NO_ENGLISH),
}

/** Hostile texts repeat them. */
export const CHARACTERS = [...'#?/:@.-=(),aAé1日 \n']
