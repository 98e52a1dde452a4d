/** Codes of countries, languages and currencies by their English names, from the tables of the runtime. */
import { once } from '../../../system/once.ts'
import type { Parameter, Scalar } from '../../record/facts.ts'

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const PAIRS = once(() => [...LETTERS].flatMap((a) => [...LETTERS].map((b) => a + b)))

/** Names in lower case -> codes. @param others names that the tables of the runtime lack */
function codesByName(type: 'region' | 'language' | 'currency', codes: readonly string[], others: string) {
  const names = new Intl.DisplayNames('en', { type, fallback: 'none' })
  const entries = codes.flatMap((code) => {
    const name = names.of(code)
    return name ? [[name.toLowerCase(), code] as const] : []
  })
  const more = others.split(', ').map((each) => each.split(': ') as [string, string])
  return new Map([...entries, ...more])
}

const COUNTRIES = once(() =>
  codesByName(
    'region',
    PAIRS().map((pair) => pair.toUpperCase()),
    'usa: US, united states of america: US, uk: GB, great britain: GB, czech republic: CZ, turkey: TR, holland: NL',
  ),
)
const LANGUAGES = once(() => codesByName('language', PAIRS(), 'mandarin: zh'))
const CURRENCIES = once(() =>
  codesByName(
    'currency',
    Intl.supportedValuesOf('currency'),
    'dollar: USD, yen: JPY, yuan: CNY, rupee: INR, bitcoin: BTC, ether: ETH, btc: BTC, eth: ETH',
  ),
)

/** The country as the parameter wants it; undefined if unknown. */
export const countryValue = (name: string, parameter: Parameter): Scalar | undefined =>
  spellCode(name, COUNTRIES().get(name.toLowerCase()), parameter)

/** The language as the parameter wants it; undefined if unknown. */
export const languageValue = (name: string, parameter: Parameter): Scalar | undefined =>
  spellCode(name, LANGUAGES().get(name.toLowerCase()), parameter)

export const isLanguage = (name: string): boolean => LANGUAGES().has(name.toLowerCase())

function spellCode(name: string, code: string | undefined, parameter: Parameter): Scalar | undefined {
  if (code === undefined) return undefined
  const { name: parameterName, enum: choices = [], example, default: usual } = parameter
  const spellings = [code, name].map((text) => text.toLowerCase())
  if (choices.length > 0) return choices.find((choice) => spellings.includes(String(choice).toLowerCase()))
  const sample = String(example ?? usual ?? '')
  if (/^[A-Z]{2}$/.test(sample) || (sample === '' && /code|iso/i.test(parameterName))) return code.toUpperCase()
  if (/^[a-z]{2}$/.test(sample)) return code.toLowerCase()
  return /^\p{Lu}\p{Ll}{3,}/u.test(sample) ? name : undefined
}

/** Source of a pattern for the names of currencies. */
export function currencyNames(): string {
  const names = [...CURRENCIES().keys()].filter((name) => /^\p{L}{4}[\p{L} ]*$|^\p{L}+ [\p{L} ]+$|^yen$/u.test(name))
  return `(?:${names.toSorted((a, b) => b.length - a.length).join('|')})s?`
}

/** The currency of a code or an English name; undefined if the text is neither. */
export function currencyCode(text: string): string | undefined {
  const name = text.toLowerCase()
  if (/^[a-z]{3}$/.test(name)) {
    const code = name.toUpperCase()
    return Intl.supportedValuesOf('currency').includes(code) ? code : CURRENCIES().get(name)
  }
  return CURRENCIES().get(name) ?? CURRENCIES().get(name.replace(/s$/, ''))
}
