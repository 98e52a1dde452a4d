/** What a query says, piece by piece, before its words are looked up: its language, its constraints, the services it names. */
import { isStop, isWeak, tokens } from '../../search/words.ts'
import { urlsAsNames } from '../names/urls.ts'
import { type BrandMention, brandsIn } from './brands.ts'
import { type Constraints, extractConstraints, type Knowledge } from './constraints.ts'
import { isPrompt, type Need, needsIn, programRemover } from './needs.ts'
import { type Translation, translate } from './translate.ts'
import { type QueryValues, valuesIn } from './values.ts'

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
  /** What they are, where their form tells: "ip address". */
  kinds: readonly string[]
  /** It tells an agent what to do, and names things beside the need. */
  isPrompt: boolean
  /** Of a long text: parts that may be needs of their own. */
  needs: (Need & { brands: BrandMention[] })[]
  /** Names or needs of a comparison: "compare A, B and C". */
  parts: string[]
}

const COMPARISON =
  /^(?:please )?(?:compare|comparison (?:of|between)|differences? between|which is better[,:]?|choose between)\s+(.+)$/i
const VERSUS = /\s(?:vs\.?|versus)\s/i
const PART_SEPARATOR = /\s*,\s*(?:and\s+|or\s+)?|\s+(?:and|with|vs\.?|versus|or)\s+/i
/** More are not compared at once. */
const MAX_PARTS = 5
const MAX_PART_WORDS = 5
/** Fewer words that say something do not tell what a value is for. */
const MIN_CONTENT = 3

export function parseQuery(query: string, knowledge: Knowledge): ParsedQuery {
  const translation = translate(query, knowledge)
  const values = valuesIn(translation?.text ?? query, knowledge)
  const { constraints, rest } = extractConstraints(values.rest, knowledge)
  const isLong = isPrompt(query)
  // The program of a prompt is written in the language; the SDK need not be.
  if (isLong) constraints.languages = []
  const typed = urlsAsNames(rest)
  const withoutProgram = programRemover(typed)
  const text = withKinds(withoutProgram(typed), values)
  const brands = brandsBeside(text)
  const needs = needsIn(typed, withoutProgram).map((need) => ({
    ...need,
    brands: brandsBeside(need.text),
  }))
  return {
    text,
    values: values.words,
    kinds: values.kinds,
    isPrompt: isLong,
    needs,
    ...(translation && { translation }),
    constraints,
    brands,
    parts: partsOf(rest, knowledge),
  }

  function brandsBeside(part: string): BrandMention[] {
    return brandsIn(part, knowledge.isWord).filter(({ words }) => !words.every((word) => values.words.has(word)))
  }
}

/** A query of hardly more than a value asks for what the value is: "where is 8.8.8.8". */
function withKinds(text: string, { words, kinds }: QueryValues): string {
  const content = tokens(text).filter((word) => !(words.has(word) || isStop(word) || isWeak(word)))
  return content.length < MIN_CONTENT ? [text, ...kinds].join(' ') : text
}

/** The things compared; none where fewer than two of them are known by name. */
function partsOf(text: string, { isThing }: Knowledge): string[] {
  const listed = COMPARISON.exec(text)?.[1] ?? (VERSUS.test(text) ? text : undefined)
  if (listed === undefined) return []
  const parts = listed
    .replace(/\s+(?:for|when|in terms of|with regard to|by) .*$/i, '')
    .split(PART_SEPARATOR)
    .map((part) =>
      part
        .replace(/^(?:the|a|an)\s+/i, '')
        .replace(/[?.!]+$/, '')
        .trim(),
    )
    .filter(Boolean)
  const isList =
    parts.length >= 2 && parts.length <= MAX_PARTS && parts.every((part) => part.split(' ').length <= MAX_PART_WORDS)
  return isList && parts.filter(isThing).length >= 2 ? parts : []
}
