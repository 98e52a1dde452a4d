/** What a query says, before its words are looked up: its language, its constraints, its words and their roles, its parts. */

import { type BrandMention, brandsIn } from './brands.ts'
import { type Command, readCommand } from './command.ts'
import { type Constraints, extractConstraints } from './constraints.ts'
import { type Knowledge, type Translation, translate } from './languages/translate.ts'
import { contentOf, type Role, readSentence, type Sentence, type SentenceToken } from './sentence.ts'
import { isPrompt, markUse, type Need, needsIn, saidIn } from './split-needs.ts'
import { type ValueWords, valuesIn } from './values.ts'

/** A need, or the whole sentence: what is searched for together. */
export interface Part extends Need {
  /** Services that it names. */
  brands: BrandMention[]
  command: Command
  /** Its words without those of what is to be done next. */
  asked: readonly SentenceToken[]
}

export interface ParsedQuery {
  sentence: Sentence
  /** Of a query in another language than English. */
  translation?: Translation
  constraints: Constraints
  /** It tells an agent what to do, and names things beside the need. */
  isPrompt: boolean
  /** The whole sentence without its constraints, then its parts that may be needs of their own. */
  parts: [whole: Part, ...needs: Part[]]
}

/**
 * Who is to do it ("You are …"), and what is not to be done: sentences under a heading with a "no", such as "Out of scope: …".
 */
const ASIDE =
  /(?<=^|[.!?;:] )(?:(?:you are|you're|you will act as|act as) [^,.!?;:]+|(?:[\p{L}'-]+ ){0,2}?(?:out of|outside|non|not?|without|never|ignore|skip|exclude[ds]?|won't)\b(?:[ -][\p{L}'-]+){0,3}: [^.!?]+)[,.!?;:]?(?= |$)/giu

/** With blanks of the same length; a query that says nothing else keeps its words. */
function withoutAside(text: string): string {
  const left = text.replace(ASIDE, (aside) => `${' '.repeat(aside.length - 1)}.`)
  return /\p{L}/u.test(left) ? left : text
}

/** Words of these roles are no part of the need. */
const UNSEARCHED: ReadonlySet<Role> = new Set(['excluded', 'constraint', 'program'])
/** With fewer meaningful words the use of a value is unknown. */
const MIN_CONTENT = 3

export function parseQuery(query: string, knowledge: Knowledge): ParsedQuery {
  const translation = translate(query, knowledge)
  const text = (translation?.text ?? query).replace(/[’‘]/g, "'").replace(/\s+/g, ' ')
  const values = valuesIn(withoutAside(text), knowledge)
  const { constraints, left, spans } = extractConstraints(values.left, knowledge)
  const { tokens } = readSentence(values.left)
  for (const token of tokens) {
    const isIn = ([start, end]: [number, number]): boolean => token.start >= start && token.end <= end
    if (spans.excluded.some(isIn)) token.role = 'excluded'
    else if (spans.constraint.some(isIn)) token.role = 'constraint'
    else if (token.role === 'need' && values.words.has(token.text)) token.role = 'value'
  }
  const sentence = { text, tokens }
  const isLong = isPrompt(sentence) || isPrompt(readSentence(query))
  if (!isLong) markUse(tokens, knowledge.isNamed)
  // A prompt says how the program is written, and what it does: "in Go", "no login". The SDK need not be so.
  if (isLong)
    Object.assign(constraints, {
      ...{ languages: [], readOnly: false, licence: undefined },
      noKey: constraints.noKey && /\bkey/i.test(query),
    })
  const need = { text: left, tokens: tokens.filter(({ role }) => !UNSEARCHED.has(role)) }
  const parts = partsOf(need, isLong, values, knowledge)
  return { sentence, ...(translation && { translation }), constraints, isPrompt: isLong, parts }
}

/** @param need the sentence without its constraints */
function partsOf(need: Sentence, isLong: boolean, { kinds }: ValueWords, knowledge: Knowledge): ParsedQuery['parts'] {
  const needs = needsIn(need, isLong)
  const said = isLong ? saidIn(need) : [...need.tokens]
  const isFew = contentOf(said).filter(({ role }) => role !== 'value').length < MIN_CONTENT
  // A query of hardly more than a value asks for what the value is: "where is 8.8.8.8".
  if (isFew) said.push(...readSentence(kinds.join(' ')).tokens)
  const parts = needs.map((each) => partOf(each, knowledge))
  const [first] = parts
  const whole = partOf({ typed: need.text, tokens: said, followUps: [] }, knowledge, first)
  return first && parts.length === 1
    ? [{ ...whole, followUps: first.followUps, asked: first.tokens }]
    : [whole, ...parts]
}

function partOf(need: Need, knowledge: Knowledge, first?: Part): Part {
  const { typed, tokens } = need
  const isValue = (word: string): boolean => tokens.some((token) => token.text === word && token.role === 'value')
  const brands = brandsIn({ text: typed, tokens }, knowledge).filter(({ words }) => !words.every(isValue))
  for (const token of tokens) {
    if (token.role === 'need' && brands.some(({ words }) => words.includes(token.text))) token.role = 'service'
  }
  return { ...need, brands, command: first?.command ?? readCommand({ tokens }), asked: tokens }
}
