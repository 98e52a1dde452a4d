/** What a query says and the operations that are shown do not: the reader knows whether that is a value. */
import { memberNames } from '../catalog/record/traits.ts'
import type { Endpoint } from '../code/arguments.ts'
import { NAMES } from '../code/parameter-names.ts'
import { isLiteral } from '../query/command.ts'
import { foldAccents } from '../query/words/words.ts'
import { createMatcher, wordsOfName } from '../search/operations/match-words.ts'
import { isReading, type QueryIntent } from '../search/operations/query-intent.ts'
import { typedText } from '../search/words/query-words.ts'

/** Words of less weight say nothing, such as articles. */
const MIN_WEIGHT = 1
const MAX_WORDS = 4
const YEAR = /\b(?:19|20)\d\d\b/
/** How many, which one, or when: a value. */
const NUMBER =
  /^(?:today|tomorrow|yesterday|tonight|one|two|three|four|five|six|seven|eight|nine|ten|dozen|hundred|thousand|first|second|third|half)$/
/** A name within a sentence is a value: “Lisbon”. */
const NAME = /(?<=\p{Ll} )\p{Lu}\p{Ll}[\p{L}-]*/gu

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
    const typed = foldAccents(intent.text)
    const names = [...intent.text.matchAll(NAME)].map(([name]) => foldAccents(name))
    return intent.words.flatMap(({ word, weight, isInSdkTitle, isVerb }, at) => {
      const short = typedText(word)
      const isTyped = typed.includes(short) && !names.includes(short)
      const isKnown =
        !isTyped ||
        found.has(at) ||
        // "km" in maxradiuskm
        texts.some((text) => text.endsWith(short)) ||
        (isInSdkTitle && title !== undefined) ||
        word.light ||
        isLiteral(word.text) ||
        NUMBER.test(word.text)
      return isKnown || weight < MIN_WEIGHT || (isVerb && !intent.hasSpecificVerb) ? [] : short
    })
  })
  const list = [...new Set(words)].slice(0, MAX_WORDS).map((word) => `“${word}”`)
  const place = endpoints.length > 1 ? 'these operations' : 'this operation'
  return list.length > 0 ? `Not in ${place}, unless as a value: ${list.join(', ')}.` : undefined
}

/** Whether a query of a year or a date has no endpoint that takes one. */
export const lacksDate = (intent: QueryIntent | undefined, endpoints: readonly Endpoint[]): boolean =>
  YEAR.test(intent?.text ?? '') &&
  !endpoints.some(({ point }) =>
    // A search or a filter may take one in its own syntax.
    point.parameters.some(
      ({ name, format = '' }) => /^date/.test(format) || NAMES.dated.test(name) || NAMES.filter.test(name),
    ),
  )

/** Whether an endpoint takes a word of the query that the other one lacks. */
export function takesMore(intent: QueryIntent, endpoint: Endpoint, other: Endpoint): boolean {
  const { matchName } = createMatcher(intent)
  const taken = (each: Endpoint) =>
    takenTexts(each).flatMap((text) => matchName(text).hits.flatMap(({ index, factor }) => (factor > 0.5 ? index : [])))
  const own = taken(other)
  return taken(endpoint).some((at) => {
    const { word, weight, isInSdkTitle, isVerb } = intent.words[at]!
    const isKey = weight >= MIN_WEIGHT && !word.light && !isInSdkTitle && !(isVerb && !intent.hasSpecificVerb)
    return isKey && !own.includes(at)
  })
}

/** Whether the queries have a word of a name, which says more than that it is an id. */
export const namedIn =
  (intents: readonly QueryIntent[]) =>
  (name: string): boolean =>
    intents.some((intent) =>
      createMatcher(intent)
        .matchName(name)
        .hits.some(
          ({ index, factor }) =>
            factor > 0.7 && intent.words[index]!.weight >= MIN_WEIGHT && !intent.words[index]!.isInSdkTitle,
        ),
    )

/** Whether what an endpoint takes has a word that says what a step is about: "comment" in "comment on it". */
export function namesStep(intent: QueryIntent, endpoint: Pick<Endpoint, 'entity' | 'point'>): boolean {
  const { matchName } = createMatcher(intent)
  const text = foldAccents(intent.text)
  const typed = intent.words
    .map(({ word: { text: word, light }, weight, isInSdkTitle, isVerb }, index) => {
      const isHead = word === intent.headNoun
      const isKey = isVerb ? !wordsOfName(word)[0]?.isNoise : isHead || weight >= MIN_WEIGHT
      return { index, at: isKey && !light && !isInSdkTitle ? text.indexOf(word) : -1, isHead }
    })
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)
  const nouns = typed.filter(({ index }) => !intent.words[index]!.isVerb)
  const keys = typed.flatMap(({ index, isHead }) =>
    isHead || index === nouns[0]?.index || intent.words[index]!.isVerb ? index : [],
  )
  const isNamed = () =>
    takenTexts(endpoint).some((each) => matchName(each).hits.some(({ index }) => keys.includes(index)))
  return keys.length === 0 || isNamed()
}

interface Listed {
  endpoints: readonly Endpoint[]
  /** Lines of more operations, in short. */
  others: readonly string[]
}

/** Whether one of the operations that the reader sees may do what a step writes. */
export function mayDo(step: QueryIntent, { endpoints, others }: Listed): boolean {
  const isKey = (at: number): boolean => step.words[at]!.isVerb || step.words[at]!.word.text === step.headNoun
  const { matchName } = createMatcher(step)
  // What is read may be in another answer.
  if (isReading(step)) return false
  return (
    endpoints.some((each) => namesStep(step, each)) ||
    others.some((line) => matchName(line).hits.some(({ index }) => isKey(index)))
  )
}

const takenTexts = ({
  entity,
  point: { path, parameters, purpose = '' },
}: Pick<Endpoint, 'entity' | 'point'>): string[] => [
  ...[entity, path, purpose],
  ...parameters.flatMap(({ name, enum: choices = [], members = {} }) => [
    name,
    ...choices.map(String),
    ...memberNames(members),
  ]),
]

const textsOf = (endpoint: Endpoint): string[] => [
  ...takenTexts(endpoint),
  ...memberNames(endpoint.point.answer?.fields ?? {}),
]
