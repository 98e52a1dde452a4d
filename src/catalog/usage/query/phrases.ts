/** Values that the words beside them tell: amounts, counts, codes, numbers of things. */
import { once } from '../../../system/once.ts'
import type { Parameter } from '../../record/facts.ts'
import { both, isNumeric, isRequired, isText, N, numberOf, ofNoun, type Rule, rule, TITLE, taken } from './rule.ts'
import { formOf, singularNoun, type Test, type Value } from './slots.ts'
import { countryCode, currencyCode, languageCode, NAMES } from './vocabulary.ts'

const UNIT =
  '(?:seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?|km|kilometers?|kilometres?|miles?|m|meters?|metres?|kg|grams?|percent|degrees?|dollars?|euros?|pounds?|usd|eur|gbp)'
const LESS =
  'under|below|less than|lower than|cheaper than|smaller than|shorter than|fewer than|at most|no more than|up to|max(?:imum)?(?: of)?'
const MORE =
  'over|above|more than|greater than|higher than|larger than|bigger than|longer than|stronger than|at least|no less than|exceeding|min(?:imum)?(?: of)?'

const SIZES = [
  /^(?:limit|per page|page ?size|max ?results?|count|size|page ?limit|pagination limit|(?:hits|results|items|records) per page)$/,
  /^(?:amount|number|quantity|n|num|rows|take|top|first|max|total|results|max (?:records|items)|num(?:ber)? (?:of )?(?:results|items|records))$/,
]

/** In the case of the example. */
const inCase =
  (code: string): Value =>
  ({ parameter: { example, default: usual } }) =>
    /^[a-z,_]+$/.test(String(example ?? usual ?? '')) ? code.toLowerCase() : code

/** The code, or the name, as the example says; undefined where nothing does. */
function codeOrName(
  code: string,
  name: string,
  { example, default: usual, enum: choices = [], name: parameter }: Parameter,
) {
  const sample = String(example ?? usual ?? '')
  const own = [code, name].find((text) => choices.some((each) => String(each).toLowerCase() === text.toLowerCase()))
  if (own !== undefined) return own
  if (/^[a-z]{2}(?:,[a-z]{2})*$/.test(sample)) return code.toLowerCase()
  if (/^[A-Z]{2}$/.test(sample)) return code.toUpperCase()
  if (/^[A-Z][a-z]{3,}/.test(sample)) return name.replace(/^\p{Ll}/u, (first) => first.toUpperCase())
  return sample === '' && /code|iso|alpha|^(?:lang|hl|gl|cc)$/i.test(parameter) ? code : undefined
}

const MONEY = /from|to|base|source|target|want|quote|symbol|currenc|amount|value|convert|have|sell|buy|qty/

/** Values that words beside them tell. */
export const PHRASES = once((): readonly Rule[] => {
  const { currency, language, country } = NAMES()
  return [
    rule(
      `(?:[$€£]?(?<n>\\d[\\d,]*(?:\\.\\d+)?) ?)?\\b(?<a>${currency}) ?(?:/|to|into|in|and|→) ?(?<b>${currency})\\b`,
      ({ n, a = '', b = '' }) => {
        const [from, to] = [currencyCode(a, true), currencyCode(b, true)]
        if (!from || !to) return []
        return [
          ...(n ? [{ to: [/^(?:amount|value|quantity|qty|amt)$/], value: numberOf(n) }] : []),
          {
            to: [
              /^(?:from|base|source|(?:from|base|source) ?(?:currency|code|symbol)(?: code)?|currency ?from|have|sell)$/,
            ],
            value: inCase(from),
          },
          {
            to: [
              /^(?:to|target|want|quote|(?:to|target|quote) ?(?:currency|code|symbol)(?: code)?|currency ?to|buy)$/,
              /^(?:symbols?|currencies)$/,
            ],
            value: inCase(to),
          },
        ]
      },
      { of: MONEY },
    ),
    rule(
      `\\b(?:in|into|to) (?<v>${currency})\\b`,
      ({ v = '' }) => {
        const code = currencyCode(v)
        return code
          ? [
              {
                to: [/^(?:currency|vs ?currenc(?:y|ies)|(?:target|to|quote) ?currency|currency ?code|convert)$/],
                value: inCase(code),
              },
            ]
          : []
      },
      { of: MONEY },
    ),
    rule(
      `\\b(?:of|for|on|base(?:d on)?|currency) (?:the )?(?<v>${currency})\\b`,
      ({ v = '' }) => {
        const code = currencyCode(v)
        return code
          ? [{ to: [/^(?:base|base ?currency(?: code)?|from|currency|currency ?code)$/], value: inCase(code) }]
          : []
      },
      { of: MONEY },
    ),
    rule(
      `(?:\\bfrom (?<a>${language}) )?\\b(?<cue>in|to|into) (?<b>${language})\\b(?! (?:cities|restaurants?|recipes?|food))`,
      ({ a, b = '', cue = '' }) => {
        const written =
          (name: string): Value =>
          ({ parameter }) =>
            codeOrName(languageCode(name) ?? '', name, parameter)
        const own = /^(?:lang|languages?|lang(?:uage)? ?code|locale|hl)$/
        const target = /^(?:target|to|dest|tl|(?:target|to|dest) ?lang(?:uage)?(?: code)?)$/
        return [
          ...(a ? [{ to: [/^(?:source|from|sl|(?:source|from) ?lang(?:uage)?(?: code)?)$/], value: written(a) }] : []),
          { to: /^in$/i.test(cue) ? [own] : [target, own], value: written(b) },
        ]
      },
    ),
    rule(
      `\\b(?:(?:in|of|for|from|to) (?:the )?)?(?<v>${country})\\b`,
      ({ v = '' }) => {
        const code = countryCode(v)
        return code
          ? [
              {
                to: [
                  /^country(?: ?(?:code|name|iso|iso code))?$/,
                  /\bcountry$/,
                  /^(?:iso ?code|alpha ?2|cc|gl|nation|region|market)$/,
                ],
                value: ({ parameter }) => codeOrName(code, v, parameter),
              },
            ]
          : []
      },
      { of: /country|iso|alpha|^(?:cc|gl|nation|region|market)$/ },
    ),
    rule(
      `(?:\\b(?<n0>\\p{L}+) (?:of |is |are )?)?\\b(?:(?<more>${MORE})|(?<less>${LESS})) (?:an? )?(?:(?<n1>\\p{L}+) (?:of )?)?(?<cur>[$€£])?(?<v>\\d+(?:\\.\\d+)?)(?! ?%)(?: ?(?<n2>\\p{L}+))?`,
      ({ n0, n1, n2 = '', more, cur, v = '' }) => {
        const isMoney = cur !== undefined || currencyCode(n2, true) !== undefined || /^dollars?$/i.test(n2)
        const isUnit = !isMoney && new RegExp(`^${UNIT}$`, 'i').test(n2)
        const said = [n0, n1, n2, ...(isMoney ? ['price', 'amount', 'cost'] : [])].flatMap((noun) =>
          noun ? singularNoun(noun.toLowerCase()) : [],
        )
        const side = more ? 'min(?:imum)?|lower|gte?|from|above|over' : 'max(?:imum)?|upper|lte?|to|below|under'
        const isMeant: Test = ({ names }) =>
          names.some((name) => {
            const compact = name.replaceAll(' ', '')
            const noun = compact.replace(new RegExp(`^(?:${side})|(?:${side})$`), '')
            return noun !== compact && said.includes(singularNoun(noun)) && (!isUnit || noun.includes(singularNoun(n2)))
          })
        return [{ to: [both(isMeant, isNumeric)], value: Number(v) }]
      },
    ),
    rule('\\bpages? (?:number )?(?<v>\\d+)\\b', ({ v = '' }) => [
      {
        to: [both(/^(?:page(?: ?(?:no|num|number))?|p)$/, ({ parameter }) => parameter.default !== 0)],
        value: Number(v),
      },
    ]),
    rule(
      /\b(?<noun>\p{L}{2,})(?: with)?(?: the)?(?: (?:id|number|no\.?|nr\.?|code|key))?(?:: ?| #?)(?<v>(?!v\d)[\w-]*\d[\w-]*)(?![\w.^*+/=(])/gu,
      ({ noun = '', v = '' }) => [
        {
          to: [
            both(ofNoun(noun), /^(?!(?:page|limit|offset|count)$)/),
            ...(/^(?:id|number)$/i.test(noun) ? [both(isRequired, /\b(?:id|number)$/)] : []),
          ],
          value: v,
        },
      ],
    ),
    rule(`\\b${N}(?: (?:\\p{L}+ing )?(?<noun>\\p{L}+s)|[ -](?<unit>${UNIT}))\\b`, ({ n = '', noun, unit }) => [
      { to: [both(ofNoun(noun ?? unit), isNumeric, /^(?!.*\b(?:id|page)$)/)], value: numberOf(n) },
    ]),
    rule(
      `\\b(?:first|top|last|latest|newest|limit(?:ed)?(?: of| to)?|up to|at most|only|just|most recent) ${N}\\b(?! ?(?:${UNIT}|[%/.-]))`,
      ({ n = '' }) => [{ to: SIZES.map((names) => both(names, isNumeric)), value: numberOf(n) }],
    ),
    rule(
      `\\b${N} (?:of (?:them|those|these)|per page|random|latest|newest|most recent|most \\p{L}+|top|first|best|cheapest|nearest|closest|biggest|largest|results?|items|records|entries|examples|rows|hits|matches)\\b`,
      ({ n = '' }) => [{ to: SIZES.map((names) => both(names, isNumeric)), value: numberOf(n) }],
    ),
    rule(
      `(?:^\\W*(?:please )?(?:(?:i (?:want|need)|\\p{L}+) )?(?:me |up )?|[,;] (?:only |just )?)${N} (?!${UNIT}\\b)(?=(?:\\p{L}+ )?\\p{L}+s\\b)`,
      ({ n = '' }, { reads }) =>
        reads ? [{ to: SIZES.map((names) => both(names, isNumeric)), value: numberOf(n) }] : [],
    ),
    rule(
      /(?<![\p{L}\p{N}-])(?<v>(?=[A-Za-z-]*\d)(?=[\d-]*[A-Za-z])[A-Z][A-Za-z\d]*(?:-[A-Za-z\d]+)*)(?![\p{L}\p{N}-])/gu,
      ({ v = '' }) => [
        {
          to: [both(isRequired, isShapedLike(v)), isShapedLike(v), both(isRequired, ofNoun(v.split('-')[0]))],
          value: v,
        },
      ],
    ),
    rule(/\b(?<v>[A-Z]{2,10})\b/gu, ({ v = '' }, { isKnown }) =>
      isKnown(v)
        ? []
        : [
            {
              to: [
                /^(?:stock ?)?(?:symbol|ticker)$/,
                /^(?:symbols|tickers)$/,
                both(/^(?:icao|iata|airport|station)(?: ?(?:code|id))?$/, isText),
              ],
              value: v,
            },
          ],
    ),
    rule(
      '\\b(?:labell?ed|(?:with )?(?:the )?labels?)(?: as)? (?<v>(?!of|to|on|in|from|for|and|with)[\\w-]+)',
      taken([/^labels?$/]),
    ),
    rule(
      '\\b(?:tagged|(?:with )?the tag)(?: as| with)? (?<v>(?!of|to|on|in|from|for|and|with)[\\w-]+)',
      taken([/^tags?$/]),
    ),
    rule(
      '\\b(?:named|called|titled) (?<v>\\p{L}[\\w.-]*)(?=$|[\\uE000.,;!?]| (?:in|on|for|from|with|by|to|of|and|at)\\b)',
      taken([both(TITLE, isText)]),
    ),
  ]
})

const isShapedLike =
  (text: string): Test =>
  ({ parameter: { example } }) =>
    example !== undefined && formOf(example) === formOf(text)
