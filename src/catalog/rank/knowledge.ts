/** What the catalogue knows of words and names, for whoever reads a query. */
import { isStop, stem } from '../search/words.ts'
import { conceptsIn, isCountry } from './concepts.ts'
import { FIELDS } from './index/fields.ts'
import type { Inverted } from './index/inverted.ts'
import type { NameMatch } from './names/exact-names.ts'
import { correctionsFor } from './query/corrections.ts'
import { isEnglishStem } from './query/english.ts'
import { brandNamed } from './reading/brands.ts'
import type { Knowledge } from './reading/constraints.ts'

/** A correction this sure makes a word a typo rather than one of another language. */
const LIKELY_TYPO = 0.75
/** Words of operations are those of the API, in whatever language it has. */
const IN_ENTITY = 1 << FIELDS.indexOf('entity')
const NONE = { start: 0, end: 0 }

export function knowledgeOf(
  { terms, fields, vocabulary }: Inverted,
  matchNames: (query: string) => { matches: readonly NameMatch[] },
): Knowledge {
  return {
    isThing: (text) => brandNamed(text) !== undefined || matchNames(text).matches.length > 0 || isCountry(text),
    isWord(word) {
      const { start, end } = terms.get(stem(word)) ?? NONE
      for (let at = start; at < end; at++) if ((fields[at]! & ~IN_ENTITY) !== 0) return true
      return false
    },
    isEnglish: (word) => isStop(word) || isEnglishStem(stem(word)),
    isTypo: (word) => (correctionsFor(word, vocabulary)[0]?.factor ?? 0) >= LIKELY_TYPO,
    inExpressions(words) {
      const found = conceptsIn(words.map(stem), 0).filter(({ positions }) => positions.length > 1)
      return new Set(found.flatMap(({ positions }) => positions))
    },
  }
}
