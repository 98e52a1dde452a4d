/** Rules for values that have a form of their own: quoted texts, addresses, days, coordinates. */
import { once } from '../../../system/once.ts'
import { DAY, dateFor, isTime } from './dates.ts'
import {
  ACCOUNT,
  type Assignment,
  allOf,
  exampleMatches,
  isRequired,
  isText,
  matchesNoun,
  type Rule,
  rule,
  SEARCH,
  TITLE,
  valueRule,
} from './rule.ts'
import type { SlotTest } from './slots.ts'

const MESSAGE = /^(?:text|message|content|body|comment|msg|message text)$/
const UUID = '\\b[\\da-f]{8}-(?:[\\da-f]{4}-){3}[\\da-f]{12}\\b'
const hasFormat =
  (pattern: RegExp): SlotTest =>
  ({ parameter: { format = '' } }) =>
    pattern.test(format)

const time = (names: RegExp): SlotTest => allOf(({ parameter }) => isTime(parameter), names)
const START = time(
  /^(?:start|begin|from|since|min|after)\b|\b(?:start|from|after|since|min|gte?)$|^(?:start|from|begin)(?=date|time)/,
)
const END = time(/^(?:end|to|until|max|before|till)\b|\b(?:end|to|until|before|max|lte?)$|^(?:end|to)(?=date|time)/)
const ON = [
  /^(?:date|day|on|for date|on date|query date|target date)$/,
  /^(?!.*(?:start|end|from|to|min|max|due|birth|since|until|before|after)).*\bdate$/,
]
const REPOSITORY = /^(?:repo|repository|repo(?:sitory)? ?(?:name|slug))$/

const day = (to: readonly SlotTest[], text: string): Assignment => ({
  to,
  value: ({ parameter }) => dateFor(text, parameter),
})

export const FORM_RULES = once((): readonly Rule[] => [
  rule(
    `(?<=(?:(?:\\b(?<before>\\p{L}+) )?\\b(?<noun>\\p{L}+)(?:\\s+(?:is|as|of|with))?(?<colon>:)?\\s+)|)(?:"(?<a>[^"\\uE000]+)"|“(?<b>[^”\\uE000]+)”|(?<![\\p{L}\\p{N}])'(?<c>(?:[^'\\uE000]|(?<=\\p{L})'(?=\\p{L}))+)'(?!\\p{L}))`,
    ({ before = '', noun = '', colon, a, b, c }, { reads, isSdkWord }) => {
      const isName = /^(?:named|called|titled|name|title)$/i.test(noun)
      // "create a card 'Order laptops'" gives the name of the card.
      const isNew = !reads && noun !== '' && isSdkWord(noun)
      const isMessage = /^(?:saying|says?|text|message|comment|content|reply|post|send|write|translate)$/i.test(noun)
      const fromCue = isMessage
        ? [MESSAGE]
        : isNew
          ? [TITLE, allOf(isRequired, /^(?:text|message|content|comment)$/)]
          : isName
            ? [TITLE]
            : []
      const searched = [SEARCH, allOf(isRequired, isText, /^(?!.*\bid$)/), /^(?:track|song)(?: ?(?:name|title))?$/]
      const isOther =
        /^\p{Ll}/u.test(noun) && !colon && !isMessage && !/^(?:to|with|of|for|is|in|on|a|an|the)$/i.test(noun)
      const others = reads ? searched : isOther ? [] : [allOf(isRequired, MESSAGE), MESSAGE]
      const isCalled: SlotTest = ({ names }) => names.includes(`${before} ${noun}`.toLowerCase())
      return [
        {
          to: [allOf(isCalled, isText), allOf(matchesNoun(noun), isText), ...fromCue, ...others],
          value: a ?? b ?? c ?? '',
        },
      ]
    },
  ),
  valueRule(
    /https?:\/\/[^\s"'<>]*[^\s"'<>.,;:!?)]/giu,
    /^(?:url|uri|link|href|target ?url|page ?url|long ?url|original ?url|website|site)$/,
    /\b(?:url|uri|link)$/,
    hasFormat(/^ur[il]$/),
    exampleMatches(/^https?:\/\//),
  ),
  rule(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/gu, ({ v }, { reads }) => [
    {
      to: [
        /\be ?mail(?: address)?$/,
        hasFormat(/^email$/),
        exampleMatches(/^\S+@\S+\.\w+$/),
        reads ? /^address$/ : /^(?:address|to|recipients?)$/,
      ],
      value: v,
    },
  ]),
  valueRule(
    /(?<![\d.])(?:(?:\d{1,3}\.){3}\d{1,3}|(?:[\da-f]{1,4}:){3,7}[\da-f:]+)(?![\d.]\d)/giu,
    /^ip(?: ?v[46])?(?: ?addr(?:ess)?)?$|\bip(?: ?address)?$/,
    hasFormat(/^ipv/),
    allOf(isRequired, /^(?:host|address|query|target|q)$/),
    exampleMatches(/^(?:\d{1,3}\.){3}\d{1,3}$/),
  ),
  valueRule(
    /(?<![\w/@.-])(?:[a-z\d-]+\.)+(?:com|org|net|io|dev|app|co|ai|gov|edu|info|me|tv|xyz|de|uk|fr|eu|jp|ch|nl)\b(?![\w/@])/giu,
    /^(?:domain|host|hostname|domain ?name|fqdn)$/,
    allOf(isRequired, /^(?:site|website|target|query)$/),
    exampleMatches(/^(?:[a-z\d-]+\.)+[a-z]{2,3}$/),
  ),
  valueRule(UUID, allOf(isRequired, exampleMatches(new RegExp(UUID, 'i'))), hasFormat(/^uuid$/)),
  rule(/#(?:[\da-f]{6}|[\da-f]{3})\b/giu, ({ v }) => [
    {
      to: [/^(?:hex|colou?r|hex ?(?:code|colou?r)|colou?r ?(?:hex|code))$/],
      value: ({ parameter }) => (String(parameter.example).startsWith('#') ? v : v.slice(1)),
    },
  ]),
  rule(
    /(?<![\d.,-])(?<a>-?\d{1,2}(?:\.\d+)?)\s*°?\s*(?<ns>[NS])?\b(?:\s*,\s*|\s+(?:and\s+)?(?=\S*[EW]\b|-?\d+\.\d))(?<b>-?\d{1,3}(?:\.\d+)?)\s*°?\s*(?<ew>[EW])?(?![\d.]*\d)/gu,
    ({ a = '', b = '', ns, ew }) => {
      if (!(ns && ew) && !(a.includes('.') && b.includes('.'))) return []
      const [lat, lon] = [Number(a) * (ns === 'S' ? -1 : 1), Number(b) * (ew === 'W' ? -1 : 1)]
      return [
        { to: [/\blat(?:itude)?$/], value: lat },
        { to: [/\b(?:lon|lng|long|longitude)$/], value: lon },
      ]
    },
  ),
  rule(/(?<![\d.,-])-?\d{1,2}\.\d+\s*,\s*-?\d{1,3}\.\d+(?![\d.]*\d)/gu, ({ v }) => [
    { to: [exampleMatches(/^-?\d+(?:\.\d+)?,-?\d+(?:\.\d+)?(?:$|\|)/)], value: v.replaceAll(/\s/g, '') },
  ]),
  rule(`(?<=\\b(?:between|from) )(?<a>${DAY}) (?:and|to|until|till|-) (?<b>${DAY})`, ({ a = '', b = '' }) => [
    day([START], a),
    day([END], b),
  ]),
  rule(`(?<=\\b(?:since|after|from|starting(?: on)?|(?<until>until|before|till|up to)) )${DAY}`, ({ v, until }) => [
    day([until ? END : START], v),
  ]),
  rule(`(?<!\\b(?:since|after|before|until|till|between|from|and|to|by) )\\b${DAY}`, ({ v }) => [day(ON, v)]),
  valueRule(
    '(?<=\\b(?:in|of|for|from|year|during) (?:the year )?)(?:19|20)\\d\\d\\b(?!-)',
    /^(?:year|season)$/,
    allOf(isRequired, exampleMatches(/^(?:19|20)\d\d$/)),
  ),
  rule(
    '(?<![\\w/.:-])(?<owner>[a-z\\d](?:[\\w-]*[a-z\\d])?)/(?<repo>[\\w.-]*[a-z\\d])(?![\\w/])',
    ({ owner = '', repo = '' }) =>
      /\p{L}/u.test(owner) && /\p{L}/u.test(repo)
        ? [
            { to: [/^(?:owner|org|organization|workspace)$/, ACCOUNT], value: owner },
            { to: [REPOSITORY], value: repo },
          ]
        : [],
  ),
  valueRule('(?<![\\w&/])#\\p{L}[\\w-]*', /^channel(?: ?(?:name|id))?$/),
  valueRule('(?<=(?<![\\w.])@)\\w[\\w.-]*', ACCOUNT, allOf(isRequired, /^(?:name|id)$/)),
])
