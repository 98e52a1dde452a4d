/** What a sentence asks an operation to do: its verb, the noun that it is about, and what qualifies that. */

import { isRead } from '../catalog/record/languages.ts'
import type { Sentence, SentenceToken } from './sentence.ts'
import { type OperationVerb, operationVerbs } from './words/word-lists.ts'
import { wordsOfRole } from './words/words.ts'

/** "I want to send" */
const LEADING = wordsOfRole('leading')
const QUESTIONS = wordsOfRole('question')
export const OBJECTS = wordsOfRole('object')
const PARTICLES = wordsOfRole('particle')
const PREPOSITIONS = wordsOfRole('preposition')

export const isPreposition = (word: string): boolean => PREPOSITIONS.has(word)
/** Whether a word is a value by its form: it begins with a digit, or is a single letter. */
export const isLiteral = (word: string): boolean => /^(?:\d.*|[a-z])$/.test(word)
const isPlural = ({ text, stem }: SentenceToken): boolean => text.endsWith('s') && stem !== text

/** Whether a word commands: "messages posted since May" posts none, and "donations" donates nothing. */
const commands = ({ text }: SentenceToken, { word }: OperationVerb): boolean =>
  text === word || (text.endsWith('ing') && text.startsWith(word.replace(/e$/, '')))

/** Words of a name before a colon: "met museum: search paintings". */
const MAX_NAME = 3
/** A particle may stand so many words behind its verb: "call the whole meeting off"; one that is often a preposition, right there. */
const MAX_APART = 4
export const LOOSE = /^(?:again|aside|away|back|down|off|out|over|together|up)$/

/** The particle of a verb of two words: "off" of "call off". */
function particleOf(tokens: readonly SentenceToken[], at: number): SentenceToken | undefined {
  const next = tokens.slice(at + 1, at + 1 + MAX_APART)
  return next.find(
    ({ text }, apart) => (apart === 0 || LOOSE.test(text)) && operationVerbs().has(`${tokens[at]!.stem} ${text}`),
  )
}

export interface Verb extends Pick<OperationVerb, 'ops' | 'specific' | 'mustBeNamed'> {
  text: string
  particle?: SentenceToken | undefined
}

export interface Command {
  verb?: Verb | undefined
  /** The noun that it is about: "contact" in "find an Intercom contact by e-mail". */
  headNoun?: string | undefined
  /** It asks for several things: "shows in 1997". */
  isPlural: boolean
}

/** Reads the command of a sentence, and marks its verb and details. */
export function readCommand({ tokens }: Pick<Sentence, 'tokens'>): Command {
  const verb = findVerb(tokens)
  const isContent = ({ text, role }: SentenceToken): boolean =>
    role !== 'function' && text !== verb?.text && text !== verb?.particle?.text && !isPreposition(text)
  const isNoun = (token: SentenceToken): boolean => isContent(token) && !isLiteral(token.text)
  const start = tokens.findIndex(isContent)
  const preposition = tokens.findIndex(
    (token, at) => start >= 0 && at > start && token !== verb?.particle && isPreposition(token.text),
  )
  const main = (preposition < 0 ? tokens : tokens.slice(0, preposition)).filter(isContent)
  for (const [at, token] of tokens.entries()) {
    if (token.role !== 'need' && token.role !== 'service') continue
    if (token.text === verb?.text) token.role = 'verb'
    else if (preposition >= 0 && at >= preposition) token.role = 'detail'
  }
  return {
    verb,
    headNoun: (main.findLast(isNoun) ?? main.at(-1))?.text,
    isPlural: main.some(isPlural),
  }
}

/** The verb of the first command. */
function findVerb(tokens: readonly SentenceToken[]): Verb | undefined {
  const textAt = (at: number): string => tokens[at]?.text ?? ''
  const isObject = (word: string): boolean => OBJECTS.has(word) || isLiteral(word)
  const isQuestion = QUESTIONS.has(textAt(0))
  const candidates = tokens.map((token, at) => {
    const hasObject = isObject(textAt(at + 1)) || (PARTICLES.has(textAt(at + 1)) && isObject(textAt(at + 2)))
    const isAfterName = at > 0 && at <= MAX_NAME && tokens[at - 1]!.end + 2 === token.start
    const isCommand =
      tokens.slice(0, at).every(({ text }) => LEADING.has(text)) || textAt(at - 1) === 'to' || isAfterName
    const particle = particleOf(tokens, at)
    const known = operationVerbs().get(particle ? `${token.stem} ${particle.text}` : token.stem)
    const listed = known && (particle || commands(token, known)) ? known : undefined
    const mayAsk = !isQuestion || listed?.ops.some(isRead)
    const verb = mayAsk && (!listed?.ordinary || hasObject) ? listed : undefined
    return { token, hasObject: hasObject || particle !== undefined, isCommand, verb, particle }
  })
  const found =
    candidates.find(({ verb, isCommand }) => verb && isCommand) ??
    candidates.find(({ verb, hasObject }) => verb && (hasObject || !verb.specific)) ??
    // "mint a token" is a command, though no list has its verb.
    candidates.find(
      ({ isCommand, token: { text } }, at) => isCommand && OBJECTS.has(textAt(at + 1)) && !LEADING.has(text),
    )
  return found && { ...(found.verb ?? UNKNOWN_VERB), text: found.token.text, particle: found.verb && found.particle }
}

/** A verb that is in no list. */
const UNKNOWN_VERB: Omit<Verb, 'text'> = {
  ops: ['create', 'update', 'patch', 'load', 'list'],
  specific: true,
  mustBeNamed: true,
}
