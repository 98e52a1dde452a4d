/** Languages (ISO 639) and countries (ISO 3166) that a query names, as a parameter wants them. */
import { once } from '../../../system/once.ts'
import { type Rule, rule } from './rule.ts'
import type { Test, Value } from './slots.ts'

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const LANGUAGES =
  'ar bg bn ca cs da de el en es et fa fi fr ga he hi hr hu id is it ja ko lt lv ms nl no pl pt ro ru sk sl sr sv sw ta th tr uk ur vi zh'

const namesOf = (type: 'language' | 'region', codes: readonly string[]): [string, string][] => {
  const names = new Intl.DisplayNames(['en'], { type, fallback: 'none' })
  return codes.flatMap((code) => (names.of(code) ? [[names.of(code)!, code]] : []))
}
const CODES = once(() => ({
  language: new Map(namesOf('language', LANGUAGES.split(' '))),
  country: new Map([
    ...namesOf(
      'region',
      LETTERS.flatMap((first) => LETTERS.map((second) => first + second)),
    ),
    ...[['USA', 'US'] as const, ['UK', 'GB'] as const, ['Great Britain', 'GB'] as const],
  ]),
}))

/** Whether it is the name of a language or a country, so that nobody looks for it as a text. */
export const hasCode = (name: string): boolean => CODES().language.has(name) || CODES().country.has(name)

/** The code, or the name, as choices or the example say; undefined where nothing does. */
const written =
  (code: string, name: string): Value =>
  ({ parameter: { example, default: usual, enum: choices = [], name: own } }) => {
    const sample = String(example ?? usual ?? '')
    const choice = choices.find((each) =>
      [code, name].some((text) => text.toLowerCase() === String(each).toLowerCase()),
    )
    if (choice !== undefined) return choice
    if (/^[a-z]{2}(?:,[a-z]{2})*$/.test(sample)) return code.toLowerCase()
    if (/^[A-Z]{2}$/.test(sample)) return code.toUpperCase()
    if (/^[A-Z][a-z]{3,}/.test(sample)) return name
    return sample === '' && /code|iso|alpha|^(?:lang|hl|gl|cc)$/i.test(own) ? code : undefined
  }

const coded =
  (kind: 'language' | 'country', ...to: readonly Test[]): Rule['gives'] =>
  ({ v }) => {
    const code = CODES()[kind].get(v)
    return code === undefined ? [] : [{ to, value: written(code, v) }]
  }

const NAME = '\\p{Lu}[\\p{L}.]*(?: \\p{Lu}\\p{L}*)*(?!\\p{L})'

export const CODED: readonly Rule[] = [
  rule(
    /(?<=\b(?:in|into|to) )\p{Lu}\p{Ll}+(?!\p{L})/gu,
    coded('language', /^(?:(?:target|to|dest) ?)?lang(?:uages?)?(?: ?code)?$|^(?:target|to|dest|tl|locale|hl)$/),
  ),
  rule(
    new RegExp(`(?<=(?:[,\\uE000]|\\b(?:in|of|for|from|to|about)(?: the)?) )${NAME}`, 'gu'),
    coded(
      'country',
      /\bcountry(?: ?(?:code|name|iso|iso code))?$/,
      /^(?:iso ?code|alpha ?2|cc|gl|nation|region|market)$/,
    ),
  ),
]
