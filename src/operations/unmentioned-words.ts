/** What a query says and the operations that are shown do not: the reader knows whether that is a value. */
import type { Endpoint } from '../code/arguments.ts'
import { isLiteral } from '../query/command.ts'
import { foldAccents } from '../query/words/words.ts'
import { createMatcher } from '../search/operations/match-words.ts'
import type { QueryIntent } from '../search/operations/query-intent.ts'

/** Words of less weight say nothing, such as articles. */
const MIN_WEIGHT = 1
const MAX_WORDS = 4

/** Names the words of the query that are in no line of the sheet. @param title of the SDK, if its words are known */
export function unmentionedWords(
  intents: readonly QueryIntent[],
  endpoints: readonly Endpoint[],
  title: string | undefined,
): string | undefined {
  const texts = [...new Set([title ?? '', ...endpoints.flatMap(textsOf)])]
  const words = intents.flatMap((intent) => {
    const { matchName } = createMatcher(intent)
    const found = new Set(texts.flatMap((text) => matchName(text).hits.map(({ index }) => index)))
    return intent.words.flatMap(({ word, weight, isInSdkTitle, isVerb }, at) => {
      // An abbreviation is spelled out, and is no word of the query then.
      const isTyped = foldAccents(intent.text).includes(word.text)
      const isKnown =
        !isTyped || found.has(at) || (isInSdkTitle && title !== undefined) || word.light || isLiteral(word.text)
      return isKnown || weight < MIN_WEIGHT || (isVerb && !intent.hasSpecificVerb) ? [] : word.text
    })
  })
  const list = [...new Set(words)].slice(0, MAX_WORDS).map((word) => `“${word}”`)
  const place = endpoints.length > 1 ? 'these operations' : 'this operation'
  return list.length > 0 ? `Not in ${place}, unless as a value: ${list.join(', ')}.` : undefined
}

const textsOf = ({ entity, point: { path, parameters, purpose = '', answer } }: Endpoint): string[] => [
  ...[entity, path, purpose, ...Object.keys(answer?.fields ?? {})],
  ...parameters.flatMap(({ name, enum: choices = [] }) => [name, ...choices.map(String)]),
]
