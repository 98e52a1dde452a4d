/** Finds the choices of parameters that a query names: "open issues" is `state=open`. */
import type { Scalar } from '../../record/facts.ts'
import { jsonChoice } from '../sample-values.ts'
import { inWords, type Slot, singularNoun } from './slots.ts'

interface Choice {
  slot: Slot
  value: Scalar
  /** The words of the query that name it. */
  phrase: string
}

/** Choices that are in queries by chance. */
const ORDINARY =
  /^(?:all|any|none|both|other|default|auto|name|title|date|time|text|number|value|list|get|show|find|search|and|not|the|for|with|new|type|user|users|count|account|create|update|delete|remove|add|edit|load|read|write|send|json|xml|csv|true|false|yes)$/
/** Words before a verb. */
const BEFORE_VERB = /^(?:to|and|then|please)$/
const SORT_PARAMETER = /^(?:sort|order|sort ?by|order ?by|sorting|sort ?field)$/
const IGNORED_PARAMETER =
  /^(?:direction|sort ?(?:order|dir(?:ection)?)|order ?dir(?:ection)?|dir|fields?|expand|include|select|format|embed|facets?|group ?by)$/
/** @param reads false if a verb may be a choice: to close is `state=closed` */
export function choicesIn(
  text: string,
  slots: readonly Slot[],
  nouns: ReadonlySet<string>,
  { reads }: { reads: boolean },
): Choice[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const typed = ` ${words.join(' ')} `
  const verbs = reads
    ? []
    : words.filter((word, at) => !ORDINARY.test(word) && (at === 0 || BEFORE_VERB.test(words[at - 1]!)))
  const verbOf = (choice: string): string | undefined => verbs.find((verb) => isVerbForm(verb, choice))
  const isNamed = (words: string): boolean =>
    (typed.includes(` ${words} `) && !typed.startsWith(` ${words} `)) || verbOf(words) !== undefined
  const matches = slots.flatMap((slot) => choicesOf(slot, nouns, isNamed))
  const isName = (words: string) => slots.some(({ names }) => names.includes(words))
  return matches.flatMap((choice) => {
    const same = matches.filter(({ words }) => words === choice.words)
    const required = same.filter(({ slot }) => slot.required)
    const isUnique = same.length === 1 || (required.length === 1 && choice.slot.required)
    // In "a due date" the word is the parameter `due`.
    if (!isUnique || isName(choice.words)) return []
    const words = verbOf(choice.words) ?? choice.words
    const phrase = new RegExp(words.replaceAll(' ', '[^\\p{L}\\p{N}]+'), 'iu').exec(text)?.[0]
    return phrase === undefined ? [] : [{ slot: choice.slot, value: choice.value, phrase }]
  })
}

/** Whether a choice is the verb or its participle: close and "closed", cancel and "canceled" or "cancelled". */
const isVerbForm = (verb: string, choice: string): boolean =>
  choice.startsWith(verb) && /^(?:|e?d|[lpt]ed)$/.test(choice.slice(verb.length))

function choicesOf(slot: Slot, nouns: ReadonlySet<string>, isNamed: (words: string) => boolean) {
  const { parameter, names } = slot
  const { enum: choices = [] } = parameter
  if (names.some((name) => IGNORED_PARAMETER.test(name)) || jsonChoice(parameter) !== undefined) return []
  const isOrder = names.some((name) => SORT_PARAMETER.test(name))
  const matches = choices.flatMap((value) => {
    const words = inWords(String(value))
    const isPlain = /^[a-z]{3,}(?: [a-z]+)*$/.test(words) && !ORDINARY.test(words) && !nouns.has(singularNoun(words))
    if (isOrder) return isNamed(`sorted by ${words}`) || isNamed(`ordered by ${words}`) ? [{ slot, value, words }] : []
    return isPlain && isNamed(words) ? [{ slot, value, words }] : []
  })
  return matches.length === 1 ? matches : []
}
