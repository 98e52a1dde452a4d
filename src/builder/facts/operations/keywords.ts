/**
 * The words that an operation is found by: those of its paths, parameters and answer, and the content words of its
 * description and of the values that it shows. Words only, never the sentences of others.
 */

import { BOUNDS } from '../../../catalog/record/bounds.ts'
import type { EntityOperations, Point } from '../../../catalog/record/facts.ts'
import { isStop, isWeak, nameTokens, stem, tokens } from '../../../query/words/words.ts'
import type { OpenApiDescription } from '../api/description.ts'
import { type Data, textAt } from '../data.ts'
import { isModelObject } from '../model/read-model.ts'

/** How many of each count for one operation; `words` are those of one text of the description. */
const MAX = { points: 8, parameters: 8, fields: 10, words: 40, values: 40 }
/** Characters of all keywords of one SDK; the last operations of a long list have none. */
const MAX_TOTAL = 9_000

/** Names that every API uses. */
const TECHNICAL = new Set(
  (
    'api rest json xml v1 v2 v3 v4 v5 php get post put patch delete id ids uuid limit offset page per pages perpage size ' +
    'sort order format callback key apikey token lang locale fields field include count total cursor next previous prev ' +
    'result results response data success status message error errors meta code ok body request string object array ' +
    'created updated at href self links default optional required value values type item items'
  ).split(' '),
)

/** Entities with their operations as a record holds them, each with the words it is found by. */
export function withKeywords(entities: readonly EntityOperations[], description: OpenApiDescription | undefined) {
  let left = MAX_TOTAL
  const seen = new Set<Data>()
  return entities.map(({ name, operations }) => {
    const words: Record<string, string> = {}
    for (const { op, points } of operations) {
      const keywords = keywordsOf(name, points.slice(0, MAX.points), description, seen).join(' ')
      if (keywords === '' || keywords.length > left) continue
      left -= keywords.length
      words[op] = keywords
    }
    return { name, ops: operations.map(({ op }) => op), ...(Object.keys(words).length > 0 && { words }) }
  })
}

function keywordsOf(
  entity: string,
  points: readonly Point[],
  description: OpenApiDescription | undefined,
  shown: Set<Data>,
): string[] {
  const seen = new Set(nameTokens(entity).map(stem))
  const keywords: string[] = []
  let length = 0
  for (const word of wordsFor(points, description, shown)) {
    const root = stem(word)
    const isUseless = word.length < 2 || /^\d+$/.test(word) || TECHNICAL.has(word) || isStop(word) || isWeak(word)
    if (isUseless || seen.has(root) || length + word.length + 1 > BOUNDS.keywords) continue
    seen.add(root)
    keywords.push(word)
    length += word.length + 1
  }
  return keywords
}

/** The surest first: paths, what the description says, parameters, the answer, then values. */
function* wordsFor(points: readonly Point[], description: OpenApiDescription | undefined, shown: Set<Data>) {
  for (const { path } of points) yield* nameTokens(path.replace(/\{[^}]*\}/g, ' ').replace(/\.\w+$/, ''))
  const stated = points.map(({ path, method }) => description?.operation(path, method))
  for (const text of stated.flatMap((each) => [textAt(each, 'summary'), textAt(each, 'description')]))
    yield* tokens((text ?? '').replace(/https?:\S+|<[^>]*>|`[^`]*`/g, ' ')).slice(0, MAX.words)
  for (const { parameters } of points)
    yield* parameters.slice(0, MAX.parameters).flatMap(({ name }) => nameTokens(name))
  for (const { answer } of points)
    yield* Object.keys(answer?.fields ?? {})
      .slice(0, MAX.fields)
      .flatMap(nameTokens)
  if (!description) return
  for (const operation of stated)
    for (const value of shownValues(description, operation, shown).take(MAX.values))
      yield* tokens(value).slice(0, MAX.words)
}

/** Addresses, numbers and codes. */
const NO_WORDS = /[@:/\\]|\d{3}/

/** Texts among the examples and choices of an operation and of what it refers to. @param seen what was read before */
function* shownValues(description: OpenApiDescription, operation: Data, seen: Set<Data>) {
  const parts: [part: Data, isShown: boolean][] = [[operation, false]]
  for (const [part, isShown] of parts) {
    if (typeof part === 'string' && isShown && !NO_WORDS.test(part)) yield part
    const value = isModelObject(part) ? description.resolve(part) : part
    if (typeof value !== 'object' || value === null || seen.has(value)) continue
    seen.add(value)
    for (const [name, member] of Object.entries(value))
      parts.push([member, isShown || /^(?:examples?|enum)$/.test(name)])
  }
}
