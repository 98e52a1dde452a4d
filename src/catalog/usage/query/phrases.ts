/** Rules for values that the words beside them explain: amounts, counts, codes, numbers of things. */
import { once } from '../../../system/once.ts'
import { currencyCode, currencyNames } from './codes.ts'
import {
  allOf,
  INTEGER,
  isNumeric,
  isRequired,
  isText,
  matchesNoun,
  numberOf,
  type Rule,
  rule,
  TITLE,
  valueRule,
} from './rule.ts'
import { type SlotTest, type SlotValue, singularNoun, textShape } from './slots.ts'

const UNIT =
  '(?:seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?|km|kilomet(?:er|re)s?|miles?|m|met(?:er|re)s?|kg|grams?|percent|degrees?|dollars?|euros?|pounds?|usd|eur|gbp)'
const LESS =
  'under|below|(?:less|lower|cheaper|smaller|shorter|fewer) than|at most|no more than|up to|max(?:imum)?(?: of)?'
const MORE =
  'over|above|(?:more|greater|higher|larger|bigger|longer|stronger) than|at least|no less than|exceeding|min(?:imum)?(?: of)?'

const SIZES = [
  /^(?:limit|per page|page ?size|max ?results?|count|size|page ?limit|pagination limit|(?:hits|results|items|records) per page)$/,
  /^(?:amount|number|quantity|n|num|rows|take|top|first|max|total|results|max (?:records|items)|num(?:ber)? (?:of )?(?:results|items|records))$/,
].map((names) => allOf(names, isNumeric))
const BEFORE_SIZE = '(?:first|top|last|latest|newest|limit(?:ed)?(?: of| to)?|up to|at most|only|just|most recent) '
const AFTER_SIZE =
  ' (?:of (?:them|those|these)|(?:per|a) page|random|latest|newest|most \\p{L}+|top|first|best|cheapest|nearest|closest|biggest|largest|results?|items|records|entries|examples|rows|hits|matches)\\b'

const TO = /^(?:to|target|want|quote|(?:to|target|quote) ?(?:currency|code|symbol)(?: code)?|currency ?to|buy)$/
const FROM = /^(?:from|base|source|(?:from|base|source) ?(?:currency|code|symbol)(?: code)?|currency ?from|have|sell)$/
const CURRENCY = /^(?:currency|vs ?currenc(?:y|ies)|currency ?codes?|convert)$/
/** A currency code in the case of the example; undefined if the text is no currency. */
const currency =
  (text: string): SlotValue =>
  ({ parameter: { example, default: usual } }) => {
    const code = currencyCode(text)
    if (code === undefined) return undefined
    return /^[a-z,_]+$/.test(String(example ?? usual ?? '')) ? code.toLowerCase() : code
  }

/** Source of a pattern for a currency. */
const MONEY = (): string => `(?:${currencyNames()}|[a-z]{3})`

/** A word that is no name of anything. */
const NO_NAME = '(?!(?:of|to|on|in|from|for|and|with|the|an?|as)\\b)'

export const PHRASE_RULES = once((): readonly Rule[] => [
  rule(`(?<=\\d ?|\\b)(?<a>${MONEY()}) ?(?:/|to|into|in|→) ?(?<b>${MONEY()})\\b`, ({ a = '', b = '' }) => [
    { to: [FROM], value: currency(a) },
    { to: [TO, /^(?:symbols?|currencies)$/], value: currency(b) },
  ]),
  ...[/[A-Z]{3}/gu, new RegExp(currencyNames(), 'giu')].flatMap(({ source, flags }) => [
    rule(new RegExp(`(?<=\\b(?:in|into|to) )${source}\\b`, flags), ({ v }) => [
      { to: [CURRENCY, TO], value: currency(v) },
    ]),
    rule(new RegExp(`(?<=\\b(?:of|for|on|base|currency) (?:the )?)${source}\\b`, flags), ({ v }) => [
      { to: [FROM, CURRENCY], value: currency(v) },
    ]),
  ]),
  rule(/(?<![\d.,])\d[\d,]*(?:\.\d+)?(?= ?(?:[A-Z]{3}\b|\uE000))/gu, ({ v }, { reads }) =>
    reads ? [{ to: [allOf(isNumeric, /^(?:amount|value|quantity|qty|amt)$/)], value: numberOf(v) }] : [],
  ),
  rule(
    `(?<=(?:\\b(?<n0>\\p{L}+) (?:of |is |are )?)?\\b(?:(?<more>${MORE})|(?<less>${LESS})) (?:an? )?(?:(?<n1>\\p{L}+) (?:of )?)?(?<cur>[$€£])?)(?<![\\d.])\\d+(?:\\.\\d+)?(?! ?%)(?= ?(?<n2>\\p{L}+)|)`,
    ({ n0, n1, n2 = '', more, cur, v }) => {
      const isMoney = cur !== undefined || /^(?:dollars?|euros?|pounds?|usd|eur|gbp)$/i.test(n2)
      const isUnit = !isMoney && new RegExp(`^${UNIT}$`, 'i').test(n2)
      const nouns = [n0, n1, n2, ...(isMoney ? ['price', 'amount', 'cost'] : [])].flatMap((noun) =>
        noun ? singularNoun(noun.toLowerCase()) : [],
      )
      const side = more ? 'min(?:imum)?|lower|gte?|from|above|over' : 'max(?:imum)?|upper|lte?|to|below|under'
      const isLimit: SlotTest = ({ names }) =>
        names.some((name) => {
          const compact = name.replaceAll(' ', '')
          const noun = compact.replace(new RegExp(`^(?:${side})|(?:${side})$`), '')
          return noun !== compact && nouns.includes(singularNoun(noun)) && (!isUnit || noun.includes(singularNoun(n2)))
        })
      return [{ to: [allOf(isLimit, isNumeric)], value: Number(v) }]
    },
  ),
  valueRule(
    '(?<=\\bpages? (?:number )?)\\d+\\b',
    allOf(/^(?:page(?: ?(?:no|num|number))?|p)$/, ({ parameter }) => parameter.default !== 0),
  ),
  rule(
    /(?<=(?:\b(?<before>\p{L}+) )?\b(?<noun>\p{L}{2,})(?:(?: with)?(?: the)? (?:id|number|no\.?|nr\.?|code|key))?(?:: ?| #?))(?<![\w-])(?!v\d)[\w-]*\d[\w-]*(?![\w.^*+/=(])/gu,
    ({ before, noun = '', v }) => [
      {
        to: [
          allOf(matchesNoun(before && `${before} ${noun}`, noun), /^(?!(?:page|limit|offset|count)$)/),
          ...(/^(?:id|number)$/i.test(noun) ? [allOf(isRequired, /\b(?:id|number)$/)] : []),
        ],
        value: v,
      },
    ],
  ),
  rule(`${INTEGER}(?= (?:\\p{L}+ing )?(?<noun>\\p{L}+s)\\b|[ -](?<unit>${UNIT})\\b)`, ({ v, noun, unit }) => [
    { to: [allOf(matchesNoun(noun ?? unit), isNumeric, /^(?!.*\b(?:id|page)$)/)], value: numberOf(v) },
  ]),
  rule(`(?<=\\b${BEFORE_SIZE})${INTEGER}(?! ?(?:${UNIT}\\b|[%/.-]))|${INTEGER}(?=${AFTER_SIZE})`, ({ v }) => [
    { to: SIZES, value: numberOf(v) },
  ]),
  rule(
    `(?<=^\\W*(?:please )?(?:(?:i (?:want|need)|\\p{L}+) )?(?:me |up )?|[,;] (?:only |just )?)${INTEGER}(?! ${UNIT}\\b)(?= (?:\\p{L}+ ){0,2}\\p{L}+s\\b)`,
    ({ v }, { reads }) => (reads ? [{ to: SIZES, value: numberOf(v) }] : []),
  ),
  rule(
    /(?<![\p{L}\p{N}-])(?=[A-Za-z-]*\d)(?=[\d-]*[A-Za-z])[A-Z][A-Za-z\d]*(?:-[A-Za-z\d]+)*(?![\p{L}\p{N}-])/gu,
    ({ v }) => [
      {
        to: [allOf(isRequired, isShapedLike(v)), isShapedLike(v), allOf(isRequired, matchesNoun(v.split('-')[0]))],
        value: v,
      },
    ],
  ),
  rule(/\b[A-Z]{2,10}\b/gu, ({ v }, { isSdkWord }) =>
    isSdkWord(v)
      ? []
      : [
          {
            to: [
              /^(?:stock ?)?(?:symbols?|tickers?)$/,
              allOf(/^(?:icao|iata|airport|station)(?: ?(?:code|id))?$/, isText),
            ],
            value: v,
          },
        ],
  ),
  rule(
    `(?<=\\b(?<noun>tag|label)(?:s|g?ed|led)?(?: as| with)? )${NO_NAME}[\\w-]+`,
    ({ noun, v }, { isEndpointWord }) =>
      isEndpointWord(v) ? [] : [{ to: [allOf(matchesNoun(noun), isText)], value: v }],
  ),
  rule(/(?<=\brename .* to )[\p{L}\p{N}][\w.-]*\w(?=$|[\uE000.,;!?])/giu, ({ v }) => [{ to: [TITLE], value: v }]),
  valueRule(
    `(?<=\\b(?:named|called|titled) )${NO_NAME}\\p{L}[\\w.-]*(?=$|[\\uE000.,;!?]| (?:in|on|for|from|with|by|to|of|and|at)\\b)`,
    allOf(TITLE, isText),
  ),
])

const isShapedLike =
  (text: string): SlotTest =>
  ({ parameter: { example } }) =>
    example !== undefined && textShape(example) === textShape(text)
