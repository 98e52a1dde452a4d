/** What reads text of callers, before it is known how long that is. */

import { translate } from '../../src/query/languages/translate.ts'
import { readSentence } from '../../src/query/sentence.ts'
import { domainsOf, normalizeUrl, segmentRuns, siteName, urlsIn } from '../../src/query/url-names.ts'
import { valuesIn } from '../../src/query/values.ts'
import { lettersAndDigits, nameTokens, stem, tokens } from '../../src/query/words/words.ts'
import { queryWords } from '../../src/search/exact.ts'
import { nearest } from '../../src/search/suggest.ts'
import { normalizeTopic } from '../../src/tools/define/not-found.ts'

const NO_ENGLISH = {
  isEnglish: () => false,
  isWord: () => false,
  inExpressions: () => new Set<number>(),
}

const NAMES = ['poetrydb-sdk', 'open-meteo-air-quality-sdk']

export const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  normalizeUrl,
  urlsIn,
  siteName,
  readSentence: (text) => readSentence(text),
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
