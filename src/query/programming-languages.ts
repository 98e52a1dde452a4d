/** "in Go", "a Ruby gem", "for Kotlin": the programming languages that a query asks the SDK to come in. */

import type { Language } from '../catalog/record/languages.ts'
import { once } from '../system/once.ts'
import { type Extraction, extract } from './extract.ts'
import { programmingLanguages } from './words/word-lists.ts'

const TOOL =
  '(?:sdks?|clients?|librar(?:y|ies)|libs?|packages?|modules?|wrappers?|bindings?|gems?(?! (?:prices?|stones?|values?))|crates?|devs?|developers?|programmers?|students?|learners?|beginners?|shops?|teams?|homework|exercises?|people|folks|(?:micro)?services?|projects?|programs?|backends?|apps?(?! ?stores?)|applications?|scripts?|bots?|sites?|cli|codebase|only)'
const AFTER = `(?: (?:${TOOL}|code|servers?|games?))?`
const BEFORE =
  '(?:written |coded |available |implemented |usable |callable )?(?:in|for|using|with|from|via|on)(?: (?:a|an|the|my|our|plain|pure|modern))*'
const START = '(?<![\\p{L}\\p{N}.#+-])'
const END = '(?![\\p{L}\\p{N}#+-]|\\.\\p{L})'
const STOPS =
  '(?=$|[ ]*[,.;:!?()]|[ ]+(?:with|without|that|which|and|or|no|not|but|please|to|for|from|so|because|if|when|where|i|we|as|who|sdks?|api)\\b)'
/** After these the language is what the need is about: "run python code". */
const NOT_ABOUT =
  '(?<!\\b(?:no|not|without) )(?<!\\b(?:run|execute|compile|evaluate|eval|lint|format|learn|teach|running|executing|compiling|parse|highlight)(?: [a-z]+)? )'

const languages = once(() => {
  const { clear, ambiguous, managers } = programmingLanguages()
  const anyOf = (...lists: ReadonlyMap<string, Language>[]): string =>
    lists
      .flatMap((names) => [...names.keys()])
      .sort((a, b) => b.length - a.length)
      .map((name) => name.replace(/[.+*?^$()[\]{}|\\]/g, '\\$&'))
      .join('|')
  const [CLEAR, AMBIGUOUS, MANAGER, ANY] = [anyOf(clear), anyOf(ambiguous), anyOf(managers), anyOf(clear, ambiguous)]
  const MORE = `(?:(?: or | and |/| / |, )(?:${ANY})${END})*`
  const patterns = [
    // "in Go", "for my Ruby backend".
    `${START}${BEFORE} ((?:${AMBIGUOUS})${END}${MORE})(?: ${TOOL}|${AFTER}${STOPS})`,
    // "Ruby client", "Go module".
    `${START}(?<!\\bpok[eé]mon )((?:${ANY})${END}) ${TOOL}\\b`,
    // "a gem for", "pip install", "via npm", "npm, …", "npm package", but "the npm package express".
    `${START}(?:(?:as |is there |any )?an? (gem|crate)(?= (?:for|to|that|which)|$)|(?:^(?=[a-z]+,)|(?:with|via|using|from|on) )(${MANAGER})${STOPS}|(?<!\\b(?:the|each|every|our|its|this|that) )(${MANAGER}) (?:install|add|require|i|package|module|library|dependency)\\b(?! (?:downloads?|stats|search|info|metadata|versions?)))`,
    // "from Ruby send a text message", "Ruby: send a text message".
    `(?:(?:^|, )from (${AMBIGUOUS})${END}[:,]?|^(${AMBIGUOUS})${END}[:;,]) (?=\\p{L})`,
    // Anywhere.
    `${NOT_ABOUT}${START}(?<!\\b(?:monty|ball|burmese) )(${CLEAR})${END}(?! (?:snakes?|code|snippets?|docs?|documentation|tutorials?|jobs?|interpreter|compiler|jokes?|quiz|questions?))`,
    // "currency conversion, Go".
    `,\\s*((?:${AMBIGUOUS})${END})(?: please)?(?=$|[.;!?])`,
    // "currency conversion ruby": the last word.
    `(?<=[\\p{L}\\p{N}] )(?<!\\b(?:to|we|you|can|lets|pokemon|and|the|a|of|taylor|iban|bic|bank|code|things|where|i|[a-z]+ly|people|trains|buses|should|must|will|would|could|may|might|did|does|do|it|they|he|she|who|how|far) )((?:${AMBIGUOUS}|gem|pip|npm|crate|nuget))$`,
  ].map((source) => new RegExp(source, 'giu'))
  /** What every pattern needs: most queries have none, and the others take long to compile. */
  const name = new RegExp(`(?<![a-z])(?:${ANY}|${MANAGER}|gem|crate)(?![a-z])`, 'i')
  return { name, patterns, codes: new Map([...clear, ...ambiguous, ...managers]) }
})

/** @returns the languages, each a choice between those joined by "or", and the text without them */
export function extractProgrammingLanguages(text: string): Extraction<Language[]> {
  const { name, patterns, codes } = languages()
  if (!name.test(text)) return { values: [], left: text, spans: [] }
  return extract(text, patterns, (match) => {
    const names = match.slice(1).find((group) => group !== undefined) ?? ''
    const choice = names
      .toLowerCase()
      .split(/ or | and |\/|, /)
      .map((name) => codes.get(name.trim()))
      .filter((code) => code !== undefined)
    return choice.length > 0 ? [...new Set(choice)] : undefined
  })
}
