/**
 * The words that tell what an operation is about, for search: those of its paths, parameters and answer, and the content
 * words of what the description says about it. Words only, never its sentences.
 */
import type { EntityOperations, Point } from '../../../catalog/record/facts.ts'
import { MOST } from '../../../catalog/record/facts.ts'
import { isStop, isWeak, nameTokens, stem, tokens } from '../../../catalog/search/words.ts'
import type { Description } from '../api/description.ts'
import { textAt } from '../data.ts'

/** Endpoints of one operation that are read. */
const MAX_POINTS = 8
const MAX_PARAMETERS = 8
const MAX_FIELDS = 10
/** Words of the description's text that are read. */
const MAX_PROSE = 40
/** Characters of all words of one SDK: the rest of a long list goes without. */
const MAX_TOTAL = 9_000

/** Names that say nothing about what is asked for. */
const TECHNICAL = new Set(
  (
    'api rest json xml v1 v2 v3 v4 v5 php get post put patch delete id ids uuid limit offset page per pages perpage size ' +
    'sort order format callback key apikey token lang locale fields field include count total cursor next previous prev ' +
    'result results response data success status message error errors meta code ok body request string object array ' +
    'created updated at href self links default optional required value values type item items'
  ).split(' '),
)

/** Entities with their operations as a record holds them, each with the words it is found by. */
export function withKeywords(entities: readonly EntityOperations[], description: Description | undefined) {
  let left = MAX_TOTAL
  return entities.map(({ name, operations }) => {
    const words: Record<string, string> = {}
    for (const { op, points } of operations) {
      const found = keywordsOf(name, points, description).join(' ')
      if (found === '' || found.length > left) continue
      left -= found.length
      words[op] = found
    }
    return { name, ops: operations.map(({ op }) => op), ...(Object.keys(words).length > 0 && { words }) }
  })
}

/** The surest first: paths, what the description says, parameters, then the answer. */
function keywordsOf(entity: string, points: readonly Point[], description: Description | undefined): string[] {
  const seen = new Set(nameTokens(entity).map(stem))
  const found: string[] = []
  let length = 0
  const add = (words: readonly string[]): void => {
    for (const word of words) {
      const root = stem(word)
      const isUseless = word.length < 2 || /^\d+$/.test(word) || TECHNICAL.has(word) || isStop(word) || isWeak(word)
      if (isUseless || seen.has(root) || length + word.length + 1 > MOST.keywords) continue
      seen.add(root)
      found.push(word)
      length += word.length + 1
    }
  }
  const read = points.slice(0, MAX_POINTS)
  for (const { path } of read) add(nameTokens(path.replace(/\{[^}]*\}/g, ' ').replace(/\.\w+$/, '')))
  for (const { path, method } of read) {
    const described = description?.operation(path, method)
    for (const text of [textAt(described, 'summary'), textAt(described, 'description')]) {
      add(tokens((text ?? '').replace(/https?:\S+|<[^>]*>|`[^`]*`/g, ' ')).slice(0, MAX_PROSE))
    }
  }
  for (const { parameters } of read) {
    for (const { name } of parameters.slice(0, MAX_PARAMETERS)) add(nameTokens(name))
  }
  for (const { answer } of read)
    add(
      Object.keys(answer?.fields ?? {})
        .slice(0, MAX_FIELDS)
        .flatMap(nameTokens),
    )
  return found
}
