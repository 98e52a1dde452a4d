/** Names that stand for codes: of currencies (ISO 4217), languages (ISO 639) and countries (ISO 3166). */
import { once } from '../../../system/once.ts'

const LANGUAGES =
  'ar bg bn ca cs da de el en es et fa fi fr ga he hi hr hu id is it ja ko lt lv ms nl no pl pt ro ru sk sl sr sv sw ta th tr uk ur vi zh'
/** Beside the names of Unicode. */
const COUNTRIES = { usa: 'US', us: 'US', uk: 'GB', 'great britain': 'GB', turkey: 'TR', 'czech republic': 'CZ' }
const CURRENCIES = { euro: 'EUR', yen: 'JPY', 'british pound': 'GBP', 'pound sterling': 'GBP', yuan: 'CNY' }

type Codes = ReadonlyMap<string, string>

const withPlurals = (entries: readonly (readonly [string, string])[]): [string, string][] =>
  entries.flatMap(([name, code]) => [[name, code] as [string, string], [`${name}s`, code] as [string, string]])

const VOCABULARY = once(() => {
  const named = (type: 'currency' | 'language' | 'region', codes: readonly string[]): [string, string][] => {
    const names = new Intl.DisplayNames(['en'], { type, fallback: 'none' })
    return codes.flatMap((code) => {
      const name = names.of(code)
      return name === undefined ? [] : [[name.toLowerCase(), code]]
    })
  }
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const regions = letters.flatMap((first) => letters.map((second) => first + second))
  const currencies = Intl.supportedValuesOf('currency')
  return {
    currencies: new Map(withPlurals([...Object.entries(CURRENCIES), ...named('currency', currencies)])) as Codes,
    currencyCodes: new Set([...currencies, 'BTC', 'ETH']) as ReadonlySet<string>,
    languages: new Map(named('language', LANGUAGES.split(' '))) as Codes,
    countries: new Map([...named('region', regions), ...Object.entries(COUNTRIES)]) as Codes,
  }
})

/** The code of the language; undefined for what is none. */
export const languageCode = (name: string): string | undefined => VOCABULARY().languages.get(name.toLowerCase())

/** The code of the country, which a short form has in capitals. */
export function countryCode(name: string): string | undefined {
  const isShort = name.length < 4
  return isShort && name !== name.toUpperCase() ? undefined : VOCABULARY().countries.get(name.toLowerCase())
}

/** The code of the currency. @param isLoose small letters will do */
export function currencyCode(text: string, isLoose = false): string | undefined {
  const { currencies, currencyCodes } = VOCABULARY()
  const code = isLoose ? text.toUpperCase() : text
  return currencyCodes.has(code) ? code : currencies.get(text.toLowerCase())
}

const alternatives = (names: Iterable<string>): string =>
  [...names]
    .toSorted((a, b) => b.length - a.length)
    .map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('|')

/** Sources of patterns for the names. */
export const NAMES = once(() => ({
  language: `(?:${alternatives(VOCABULARY().languages.keys())})`,
  country: `(?:${alternatives(VOCABULARY().countries.keys())})`,
  currency: `(?:${alternatives(VOCABULARY().currencies.keys())}|[a-z]{3})`,
}))
