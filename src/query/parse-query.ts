/** What a query says, piece by piece, before its words are looked up: its language, its constraints, the services it names. */

import { type BrandMention, brandsIn } from './brands.ts'
import { type Constraints, extractConstraints } from './constraints.ts'
import { type Knowledge, type Translation, translate } from './languages/translate.ts'
import { isPrompt, type Need, needsIn, withoutProgram } from './split-needs.ts'
import { urlsAsNames } from './url-names.ts'
import { type ValueWords, valuesIn } from './values.ts'
import { isStop, isWeak, tokens } from './words/words.ts'

export interface ParsedQuery {
  /** The need: in English, without the constraints. */
  text: string
  /** Of a query in another language than English. */
  translation?: Translation
  constraints: Constraints
  /** Services that the need names. */
  brands: BrandMention[]
  /** Folded words of values that go to an operation. */
  values: ReadonlySet<string>
  /** It tells an agent what to do, and names things beside the need. */
  isPrompt: boolean
  /** Of a long text: parts that may be needs of their own. */
  needs: (Need & { brands: BrandMention[] })[]
}

/** With fewer meaningful words the use of a value is unknown. */
const MIN_CONTENT = 3

export function parseQuery(query: string, knowledge: Knowledge): ParsedQuery {
  const translation = translate(query, knowledge)
  const values = valuesIn(translation?.text ?? query, knowledge)
  const { constraints, rest } = extractConstraints(values.rest, knowledge)
  const isLong = isPrompt(query)
  // A prompt says how the program is written, and what it does: "in Go", "no login". The SDK need not be so.
  if (isLong)
    Object.assign(constraints, { languages: [], readOnly: false, noKey: constraints.noKey && /\bkey/i.test(query) })
  const typed = urlsAsNames(rest)
  const text = withKinds(withoutProgram(typed), values)
  const brands = brandsBeside(text)
  const needs = needsIn(typed).map((need) => ({ ...need, brands: brandsBeside(need.text) }))
  const parsed = { text, values: values.words, isPrompt: isLong, needs, constraints, brands }
  return translation ? { ...parsed, translation } : parsed

  function brandsBeside(part: string): BrandMention[] {
    return brandsIn(part, knowledge).filter(({ words }) => !words.every((word) => values.words.has(word)))
  }
}

/** A query of hardly more than a value asks for what the value is: "where is 8.8.8.8". */
function withKinds(text: string, { words, kinds }: ValueWords): string {
  const content = tokens(text).filter((word) => !(words.has(word) || isStop(word) || isWeak(word)))
  return content.length < MIN_CONTENT ? [text, ...kinds].join(' ') : text
}
