/** A long text -> its needs, each of which is searched alone; a prompt for an agent also says how the program is written. */
import { isStop, isWeak, stem, tokens } from '../../search/words.ts'
import { operationVerbs, programWords } from '../word-lists.ts'

/** A shorter text is one need. */
const MIN_WORDS = 12
/** A longer one tells an agent what to do. */
const MIN_PROMPT_WORDS = 25
/** Fewer words about programs may be about the need. */
const MIN_PROGRAM_WORDS = 3
/** Words of one need that say something. */
const MIN_NEED_WORDS = 2
const MAX_NEEDS = 12

const SENTENCE_END = /(?<=[.!?;:])\s+|\s*[\n\r]+\s*|\s+[-–—•*]\s+/
const JOINTS =
  /,\s*(?:and|or|but|then|plus|also)?\s+|\s+(?:and then|and also|and|plus|as well as|then|along with|together with|while|before|after|when|so that|because|since|which|that)\s+/i

const wordsIn = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? []

export const isPrompt = (text: string): boolean => wordsIn(text).length > MIN_PROMPT_WORDS

/** A prompt without the words that are about the program; the text itself where there are hardly any. */
export function withoutProgram(text: string): string {
  const isProgram = (word: string): boolean => programWords().has(word.toLowerCase())
  const count = new Set(wordsIn(text).filter(isProgram)).size
  return count < MIN_PROGRAM_WORDS ? text : text.replace(/[\p{L}\p{N}]+/gu, (word) => (isProgram(word) ? '' : word))
}

const STEP = /,?\s+(?:and\s+)?(then\s+)?(?:and\s+)?(?=(\p{L}+)\s)/giu

/** "weather in Rome and then send it by SMS": what is to be done one after the other. */
function stepsIn(text: string): string[] {
  const parts = ['']
  let end = 0
  for (const match of text.matchAll(STEP)) {
    const [joint, then, next = ''] = match
    const verb = operationVerbs().get(stem(next.toLowerCase()))
    const isStep = then !== undefined || (/\band\b/i.test(joint) && verb !== undefined && !verb.ordinary)
    parts[parts.length - 1] += text.slice(end, match.index) + (isStep ? '' : joint)
    if (isStep) parts.push('')
    end = match.index + joint.length
  }
  parts[parts.length - 1] += text.slice(end)
  return parts
}

/** The parts of a text that may be needs of their own; empty where it is one need. */
export function needsIn(text: string): string[] {
  // A step says what is done, which counts as a word.
  const isShort = wordsIn(text).length < MIN_WORDS
  const parts = (isShort ? stepsIn(text) : text.split(SENTENCE_END).flatMap((sentence) => sentence.split(JOINTS)))
    .map((part) => part.trim())
    .filter(
      (part) => tokens(part).filter((word) => !isStop(word) && !isWeak(word)).length >= (isShort ? 1 : MIN_NEED_WORDS),
    )
  return parts.length > 1 ? [...new Set(parts)].slice(0, MAX_NEEDS) : []
}
