/** What a query says, piece by piece, before its words are looked up: its language, its constraints, the services it names. */
import { urlsAsNames } from '../names/urls.ts'
import { type BrandMention, brandsIn } from './brands.ts'
import { type Constraints, type Knowledge, readConstraints } from './constraints.ts'
import { type Translation, translate } from './translate.ts'

export interface Reading {
  /** The need: in English, without the constraints. */
  text: string
  /** Of a query in another language than English. */
  translation?: Translation
  constraints: Constraints
  /** Services that the need names. */
  brands: BrandMention[]
  /** Names or needs that are asked for side by side: "compare A, B and C". */
  parts: string[]
}

const COMPARISON =
  /^(?:please )?(?:compare|comparison (?:of|between)|differences? between|which is better[,:]?|choose between)\s+(.+)$/i
const VERSUS = /\s+(?:vs\.?|versus|or)\s+/i
/** More are not compared at once. */
const MAX_PARTS = 5
const MAX_PART_WORDS = 5

export function readQuery(query: string, knowledge: Knowledge): Reading {
  const translation = translate(query, knowledge)
  const { constraints, text } = readConstraints(translation?.text ?? query, knowledge)
  const need = urlsAsNames(text)
  return {
    text: need,
    ...(translation && { translation }),
    constraints,
    brands: brandsIn(need, knowledge.isWord),
    parts: partsOf(text, knowledge),
  }
}

/** The things compared; none where fewer than two of them are known by name. */
function partsOf(text: string, { isThing }: Knowledge): string[] {
  const listed = COMPARISON.exec(text)?.[1]
  const isVersus = listed === undefined && /\s(?:vs\.?|versus)\s/i.test(text)
  if (listed === undefined && !isVersus) return []
  const parts = (listed ?? text)
    .replace(/\s+(?:for|when|in terms of|with regard to|by) .*$/i, '')
    .split(/\s*,\s*(?:and\s+|or\s+)?|\s+and\s+|\s+with\s+/i)
    .flatMap((part) => part.split(VERSUS))
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
