/** Choices of a parameter that a query names: "open issues" is `state=open`. */
import type { Scalar } from '../../record/facts.ts'
import { jsonChoice } from '../sample-values.ts'
import { inWords, type Slot, singularNoun } from './slots.ts'

interface Choice {
  slot: Slot
  value: Scalar
  /** As the query has it. */
  said: string
}

/** Choices that queries have by chance. */
const ORDINARY =
  /^(?:all|any|none|both|other|default|auto|name|title|date|time|text|number|value|list|get|show|find|search|and|not|the|for|with|new|type|user|users|count|account|create|update|delete|remove|add|edit|load|read|write|send|json|xml|csv|true|false|yes)$/
/** Words before a verb. */
const LEADS = /^(?:to|and|then|please)$/
const ORDER = /^(?:sort|order|sort ?by|order ?by|sorting|sort ?field)$/
const NO_CHOICE =
  /^(?:direction|sort ?(?:order|dir(?:ection)?)|order ?dir(?:ection)?|dir|fields?|expand|include|select|format|embed|facets?|group ?by)$/
/** Each where only one parameter has it. @param reads false where a verb may be a choice: to close is `state=closed` */
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
    : words.filter((word, at) => !ORDINARY.test(word) && (at === 0 || LEADS.test(words[at - 1]!)))
  const verbOf = (choice: string): string | undefined => verbs.find((verb) => isDone(verb, choice))
  const isSaid = (words: string): boolean =>
    (typed.includes(` ${words} `) && !typed.startsWith(` ${words} `)) || verbOf(words) !== undefined
  const matches = slots.flatMap((slot) => choicesOf(slot, nouns, isSaid))
  const isName = (words: string) => slots.some(({ names }) => names.includes(words))
  return matches.flatMap((choice) => {
    const rivals = matches.filter(({ words }) => words === choice.words)
    const needed = rivals.filter(({ slot }) => slot.required)
    // In "a due date" the word is the parameter `due`.
    const isSure = !isName(choice.words) && (rivals.length === 1 || (needed.length === 1 && choice.slot.required))
    const typed = verbOf(choice.words) ?? choice.words
    const said = new RegExp(typed.replaceAll(' ', '[^\\p{L}\\p{N}]+'), 'iu').exec(text)?.[0]
    return isSure && said !== undefined ? [{ slot: choice.slot, value: choice.value, said }] : []
  })
}

/** Whether a choice is the verb, or says that it is done: close and "closed", cancel and "canceled" or "cancelled". */
const isDone = (verb: string, choice: string): boolean =>
  choice.startsWith(verb) && /^(?:|e?d|[lpt]ed)$/.test(choice.slice(verb.length))

function choicesOf(slot: Slot, nouns: ReadonlySet<string>, isSaid: (words: string) => boolean) {
  const { parameter, names } = slot
  const { enum: choices = [] } = parameter
  if (names.some((name) => NO_CHOICE.test(name)) || jsonChoice(parameter) !== undefined) return []
  const isOrder = names.some((name) => ORDER.test(name))
  const matches = choices.flatMap((value) => {
    const words = inWords(String(value))
    const isPlain = /^[a-z]{3,}(?: [a-z]+)*$/.test(words) && !ORDINARY.test(words) && !nouns.has(singularNoun(words))
    if (isOrder) return isSaid(`sorted by ${words}`) || isSaid(`ordered by ${words}`) ? [{ slot, value, words }] : []
    return isPlain && isSaid(words) ? [{ slot, value, words }] : []
  })
  return matches.length === 1 ? matches : []
}
