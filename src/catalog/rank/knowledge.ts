/** What the catalogue knows of words and names, for the parser of queries. */
import { isStop, stem } from '../search/words.ts'
import { conceptsIn, isCountry } from './concepts.ts'
import { fieldBits } from './index/fields.ts'
import type { Inverted } from './index/inverted.ts'
import type { NamedRecords } from './names/exact-names.ts'
import { brandNamed } from './parse/brands.ts'
import type { Knowledge } from './parse/constraints.ts'
import { isEnglishStem } from './terms/english.ts'
import { correctionsFor } from './terms/spelling.ts'
import { THRESHOLDS } from './weights.ts'

/** Words of operations are those of the API, in whatever language it has. */
const IN_ENTITY = fieldBits('entity')

export function knowledgeOf(
  { posting, fields, vocabulary }: Inverted,
  matchNames: (query: string) => NamedRecords,
): Knowledge {
  return {
    isThing: (text) => brandNamed(text) !== undefined || matchNames(text).matches.length > 0 || isCountry(text),
    isWord(word) {
      const entries = posting(stem(word))
      return entries?.positions.some((_, at) => (fields[entries.start + at]! & ~IN_ENTITY) !== 0) ?? false
    },
    isEnglish: (word) => isStop(word) || isEnglishStem(stem(word)),
    isTypo: (word) => (correctionsFor(word, vocabulary)[0]?.factor ?? 0) >= THRESHOLDS.likelyTypo,
    inExpressions(words) {
      const matches = conceptsIn(words.map(stem), 0).filter(({ positions }) => positions.length > 1)
      return new Set(matches.flatMap(({ positions }) => positions))
    },
  }
}
