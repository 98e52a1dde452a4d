/** Values of a query, such as a day, an id or a name, and the endpoints that take them. */

import type { Parameter, Point } from '../../catalog/record/facts.ts'
import { isRead, type OperationName } from '../../catalog/record/languages.ts'
import type { Endpoint } from '../../code/arguments.ts'
import { NAMES } from '../../code/parameter-names.ts'
import { isLiteral } from '../../query/command.ts'
import { typedText } from '../words/query-words.ts'
import { createMatcher } from './match-words.ts'
import { OPERATION_WEIGHTS } from './operation-words.ts'
import { isReading, type QueryIntent } from './query-intent.ts'

const apiName = ({ name, api_name = name }: Parameter): string => api_name
const takes = ({ parameters }: Point, name: RegExp): boolean => parameters.some((each) => name.test(apiName(each)))

/** A year, or a day that only the reader knows. */
const WHEN = /\b(?:19|20)\d\d\b|\b(?:yesterday|tomorrow)\b|\b(?:last|next|past) (?:\w+ )?(?:day|week|month|year)s?\b/i

/** Values as a query writes them, and the parameters that take them. */
const VALUES: readonly (readonly [value: RegExp, name: RegExp])[] = [
  [WHEN, NAMES.moment],
  [/\b\d+(?:\.\d+){3}\b/, /ip|address|quer/i],
  [/\S@\S+\.\w/, /mail/i],
  [/https?:\/\/|www\./, /ur[il]|link|site|domain/i],
]

const MONTH = 'january|february|march|april|may|june|july|august|september|october|november|december'
const DAY = String.raw`\b(?:\d{4}-\d\d-\d\d|\d{1,2}(?:st|nd|rd|th)? (?:of )?(?:${MONTH})|(?:${MONTH}) \d{1,2}(?:st|nd|rd|th)?)\b`
/** Coordinates that the query speaks of. */
const SPOKEN = String.raw`\b(?:around|at|from|near) (?:\w+ )?coordinates?\b`
/** Values without which an endpoint answers something else: a day, and coordinates. */
const KEY_VALUES: typeof VALUES = [
  [new RegExp(DAY, 'i'), NAMES.moment],
  [new RegExp(String.raw`-?\d+\.\d+[,;\s]+-?\d+\.\d|${SPOKEN}`, 'i'), NAMES.coordinate],
]

/** Two days are the ends of a period. */
const PERIOD = new RegExp(
  String.raw`(?:${DAY}.*|\b\d{1,2} ?(?:and|to|until|-|–) ?)${DAY}|\b(?:date|time) range\b|\bbetween two (?:dates|days|times)\b`,
  'i',
)
/** A day after "since" is the start of one. */
const SINCE = new RegExp(`\\b(?:since|after) (?:the )?${DAY}`, 'i')
const takesEnds = (ends: readonly RegExp[], point: Point): boolean => ends.every((end) => takes(point, end))
const PERIOD_ENDS = [NAMES.start, NAMES.finish]

/** Whether the query asks for a time that an endpoint takes, and another one does not. */
export const takesTime = (query: string, { point }: Endpoint, other: Endpoint): boolean =>
  WHEN.test(query) && takes(point, NAMES.moment) && !takes(other.point, NAMES.moment)

/** "of Peru", "the series “Severance”" */
const NAMED_VALUE = /\b(?:of|for|in|by|called|named) \p{Lu}\p{Ll}|["“]\p{L}[^"”]*["”]/u

/** What is put in quotes is searched for. */
const QUOTED = /["“]\p{L}[^"”]*["”]|(?<!\p{L})'\p{L}[^']*'(?!\p{L})/u
/** "capital of Peru" asks for a capital, and gives none. */
const OF_NAME = /([\p{L}\p{N}]+) of \p{Lu}/gu

/** What is known of whoever calls, and words of those who ask for that. */
const [OF_CALLER, MINE] = [/\bcaller\b/, /\b(?:i|me|my|mine|our|own|caller|public|this)\b/]

/** A query has an id, or speaks of one. */
const ID = /\d|\bid\b/
const isId = (parameter: Parameter): boolean => parameter.required === true && /(?:^|_)id$|Id$/.test(apiName(parameter))

/** Whether a word of the query has an id behind it: "card 5f3a". */
export function givenIn({ words }: QueryIntent, typed: string): (at: number) => boolean {
  const given = new Set(
    typed
      .toLowerCase()
      .matchAll(/(\p{L}+) [\w.:-]*\d/gu)
      .map(([, word]) => word),
  )
  return (at) => given.has(typedText(words[at]!.word))
}

/** Coordinates in a query, or what stands for them. */
const DECIMALS = new RegExp(String.raw`\d\.\d|${SPOKEN}`, 'i')

/** Whether an endpoint requires coordinates that the query does not have. */
export const takesPlace = ({ parameters }: Point, query: string): boolean =>
  !DECIMALS.test(query) && parameters.some(({ name, required }) => required && NAMES.coordinate.test(name))

/** @param typed the text with its values @param isUnknown by word: no endpoint has it. @returns what an endpoint gains or loses by what it takes */
export function valueBonus(
  intent: QueryIntent,
  typed: string,
  all: readonly Pick<Endpoint, 'point'>[],
  isUnknown: readonly boolean[],
): (point: Point, op: OperationName) => number {
  const { matchName } = createMatcher(intent)
  const text = intent.text.toLowerCase()
  const keys = KEY_VALUES.filter(([value]) => value.test(typed)).map(([, name]) => name)
  const period = PERIOD.test(typed) ? PERIOD_ENDS : SINCE.test(typed) ? [NAMES.start] : undefined
  const ends = period && all.some(({ point }) => takesEnds(period, point)) ? period : undefined
  const hasId = !isReading(intent) || ID.test(typed.toLowerCase()) || MINE.test(text)
  const valued = VALUES.filter(([value]) => value.test(typed)).map(([, name]) => name)
  const asked = intent.text.matchAll(OF_NAME).some(([, word]) => word === intent.headNoun)
  /** "joke of the category science": the word after the name of a parameter is its value, and no text to search for. */
  const takesNext = ({ name }: Parameter): boolean => {
    const { coverage, hits } = matchName(name)
    const after = hits.map(({ index }) => `${intent.words[index]!.word.text} `)
    return (
      coverage === 1 &&
      intent.words.some(({ word }, at) => isUnknown[at] && after.some((each) => text.includes(each + word.text)))
    )
  }
  const hasSearchTerm =
    intent.words.some(
      ({ word, isVerb, isInSdkTitle }, at) =>
        isUnknown[at] && !(word.light || isVerb || isInSdkTitle || isLiteral(word.text)),
    ) || NAMED_VALUE.test(intent.text)
  const { search, value, keyValue, asked: askedFor, penalty, id, place } = OPERATION_WEIGHTS
  return (point, op) => {
    const { parameters, purpose = '' } = point
    const takesIt = (name: RegExp) => takes(point, name)
    const takesTerm = () => parameters.some((each) => NAMES.text.test(each.name) || takesNext(each))
    const isAsked = () => parameters.some((each) => each.required && apiName(each) === intent.headNoun)
    const bonuses: readonly [number, boolean][] = [
      [QUOTED.test(typed) ? 2 * search : search, hasSearchTerm && isRead(op) && takesTerm()],
      [value, valued.some(takesIt)],
      [keyValue, ends ? takesEnds(ends, point) : keys.some(takesIt)],
      [-value, keys.length > 0 && !ends && takesEnds(PERIOD_ENDS, point)],
      [-askedFor, asked && isAsked()],
      [-penalty, OF_CALLER.test(purpose) && !MINE.test(text)],
      [-id, !hasId && parameters.some(isId)],
      [-place, takesPlace(point, typed)],
    ]
    return bonuses.reduce((sum, [weight, applies]) => sum + (applies ? weight : 0), 0)
  }
}
