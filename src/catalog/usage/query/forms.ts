/** Values that their form tells: quoted texts, addresses, days, coordinates. */
import { once } from '../../../system/once.ts'
import { DAY, dateFor, dayAfter, dayFromNow, dayOf, isRelativeDay, isTime } from './dates.ts'
import {
  ACCOUNT,
  both,
  type Gift,
  isLike,
  isNumeric,
  isRequired,
  isText,
  N,
  numberOf,
  ofNoun,
  type Rule,
  rule,
  SEARCH,
  TITLE,
  taken,
} from './rule.ts'
import type { Test, Value } from './slots.ts'

const MESSAGE = /^(?:text|message|content|body|comment|msg|message text)$/
const hasFormat =
  (pattern: RegExp): Test =>
  ({ parameter: { format = '' } }) =>
    pattern.test(format)

const START: Test = both(
  ({ parameter }) => isTime(parameter),
  /^(?:start|begin|from|since|min|after)\b|\b(?:start|from|after|since|min|gte?)$|^(?:start|from|begin)(?=date|time)/,
)
const END: Test = both(
  ({ parameter }) => isTime(parameter),
  /^(?:end|to|until|max|before|till)\b|\b(?:end|to|until|before|max|lte?)$|^(?:end|to)(?=date|time)/,
)
const ON = [
  /^(?:date|day|on|for date|on date|query date|target date)$/,
  /^(?!.*(?:start|end|from|to|min|max|due|birth|since|until|before|after)).*\bdate$/,
]

const day =
  (text: string): Value =>
  ({ parameter }) =>
    dateFor(text, parameter)

function days(from: string | undefined, to: string | undefined, now: number): Gift[] {
  return [[START, from] as const, [END, to] as const].flatMap(([test, text]) => {
    const value = text && dayOf(text, now)
    return value ? [{ to: [test], value: day(value), isRelative: isRelativeDay(text) }] : []
  })
}

/** Values that their form tells. */
export const FORMS = once((): readonly Rule[] => [
  rule(
    `(?:(?:\\b(?<before>\\p{L}+) )?\\b(?<noun>\\p{L}+)(?:\\s+(?:is|as|of|with))?(?<colon>:)?\\s+)?(?:"(?<a>[^"]+)"|“(?<b>[^”]+)”|(?<![\\p{L}\\p{N}])'(?<c>[^']+)'(?![\\p{L}]))`,
    ({ before = '', noun = '', colon, a, b, c }, { reads, isKnown }) => {
      const isName = /^(?:named|called|titled|name|title)$/i.test(noun)
      // "create a card 'Order laptops'": what is made is called so.
      const isMade = !reads && noun !== '' && isKnown(noun)
      const isMessage = /^(?:saying|says?|text|message|comment|content|reply|post|send|write|translate)$/i.test(noun)
      const cued = isMessage ? [MESSAGE] : isName || isMade ? [TITLE] : []
      const sought = [SEARCH, both(isRequired, isText, /^(?!.*\bid$)/), /^(?:track|song)(?: ?(?:name|title))?$/]
      const isOther =
        /^\p{Ll}/u.test(noun) && !colon && !isMessage && !/^(?:to|with|of|for|is|in|on|a|an|the)$/i.test(noun)
      const others = reads ? sought : isOther ? [] : [both(isRequired, MESSAGE), MESSAGE]
      return [
        {
          to: [
            both(({ names }) => names.includes(`${before} ${noun}`.toLowerCase()), isText),
            both(ofNoun(noun), isText),
            ...cued,
            ...others,
          ],
          value: a ?? b ?? c ?? '',
        },
      ]
    },
  ),
  rule(
    /(?<v>https?:\/\/[^\s"'<>]*[^\s"'<>.,;:!?)])/giu,
    taken([
      /^(?:url|uri|link|href|target ?url|page ?url|long ?url|original ?url|website|site)$/,
      /\b(?:url|uri|link)$/,
      hasFormat(/^ur[il]$/),
      isLike(/^https?:\/\//),
    ]),
  ),
  rule(
    /(?<v>[\w.+-]+@[\w-]+(?:\.[\w-]+)+)/gu,
    taken([
      /^e ?mail(?: address)?$/,
      /\be ?mail(?: address)?$/,
      hasFormat(/^email$/),
      isLike(/^\S+@\S+\.\w+$/),
      /^(?:address|to|recipients?)$/,
    ]),
  ),
  rule(
    /(?<![\d.])(?<v>(?:\d{1,3}\.){3}\d{1,3}|(?:[\da-f]{1,4}:){3,7}[\da-f:]+)(?![\d.]\d)/giu,
    taken([
      /^ip(?: ?v[46])?(?: ?addr(?:ess)?)?$/,
      /\bip(?: ?address)?$/,
      hasFormat(/^ipv/),
      both(isRequired, /^(?:host|address|query|target|q)$/),
      isLike(/^(?:\d{1,3}\.){3}\d{1,3}$/),
    ]),
  ),
  rule(/\b(?<v>[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12})\b/giu, taken([/\b(?:uu|gu)?id$/, hasFormat(/^uuid/)])),
  rule(
    /(?<![\w/@.-])(?<v>(?:[a-z\d-]+\.)+(?:com|org|net|io|dev|app|co|ai|gov|edu|info|me|tv|xyz|de|uk|fr|eu|jp|ch|nl))\b(?![\w/@])/giu,
    taken([
      /^(?:domain|host|hostname|domain ?name|fqdn)$/,
      both(isRequired, /^(?:site|website|target|query)$/),
      isLike(/^(?:[a-z\d-]+\.)+[a-z]{2,3}$/),
    ]),
  ),
  rule(/(?<v>#(?:[\da-f]{6}|[\da-f]{3}))\b/giu, ({ v = '' }) => [
    {
      to: [/^(?:hex|colou?r|hex ?(?:code|colou?r)|colou?r ?(?:hex|code))$/],
      value: ({ parameter }) => (String(parameter.example).startsWith('#') ? v : v.slice(1)),
    },
  ]),
  rule(
    /(?<v>\+\d[\d ()-]{6,}\d)/gu,
    taken(
      [/^(?:phone|mobile|tel(?:ephone)?|msisdn)(?: ?(?:number|no))?$/, /^(?:to|number)$/],
      (text) => `+${text.replaceAll(/\D/g, '')}`,
    ),
  ),
  rule(
    '\\bisbn\\D{0,5}(?<v>[\\d-]{9,16}[\\dx])\\b',
    taken([/\bisbn/, both(isRequired, /^(?:id|code|q)$/)], (text) => text.replaceAll('-', '')),
  ),
  rule(
    '\\b(?:barcode|ean|gtin|upc)\\D{0,5}(?<v>\\d{8,14})\\b',
    taken([/^(?:bar ?code|ean|gtin|upc|product code|code)(?: ?(?:number|\d+))?$/]),
  ),
  rule(
    '\\b(?:zip|postal|post)[ -]?codes? +(?<v>(?=[\\w ]*\\d)[\\p{L}\\d]{2,5}(?: \\d[\\p{L}]{2}|-\\d{3,4}|\\d*)?)\\b',
    taken([/^(?:zip|postal ?code|post ?code|zip ?code|plz)$/]),
  ),
  rule(
    /(?:\b(?:lat(?:itude)?)\D{0,4})?(?<a>-?\d{1,2}(?:\.\d+)?)\s*°?\s*(?<ns>[NS])?\b(?:\s*,\s*|\s+(?:and\s+)?(?=\S*[EW]\b|lon|lng|-?\d+\.\d))(?:lon(?:gitude)?|lng)?\s*[:=]?\s*(?<b>-?\d{1,3}(?:\.\d+)?)\s*°?\s*(?<ew>[EW])?(?![\d.]*\d)/gu,
    ({ a = '', b = '', ns, ew }) => {
      if (!(ns && ew) && !(a.includes('.') && b.includes('.'))) return []
      const [lat, lon] = [Number(a) * (ns === 'S' ? -1 : 1), Number(b) * (ew === 'W' ? -1 : 1)]
      return [
        { to: [/^lat(?:itude)?$/, /\blat(?:itude)?$/], value: lat },
        { to: [/^(?:lon|lng|long|longitude)$/, /\b(?:lon|lng|longitude)$/], value: lon },
      ]
    },
    { whole: true },
  ),
  rule(
    `\\b(?:between|from) (?<a>${DAY}) (?:and|to|until|till|-) (?<b>${DAY})`,
    ({ a, b }, { now }) => days(a, b, now),
    { whole: true },
  ),
  rule(`\\b(?:since|after|from|starting(?: on| from)?) (?<a>${DAY})`, ({ a }, { now }) => days(a, undefined, now)),
  rule(`\\b(?:until|before|till|by|up to) (?<b>${DAY})`, ({ b }, { now }) => days(undefined, b, now)),
  rule(`(?<!\\b(?:since|after|before|until|till|between|from|and|to|by) )\\b(?<a>${DAY})`, ({ a = '' }, { now }) => {
    const value = dayOf(a, now)
    return value === undefined ? [] : [{ to: ON, value: day(value), isRelative: isRelativeDay(a) }]
  }),
  rule(
    `(?<!\\b(?:since|after|before|until|till|between|from|and|to|by) )\\b(?<a>${DAY})`,
    ({ a = '' }, { now, reads }) => {
      const value = dayOf(a, now)
      if (value === undefined || !reads) return []
      const isRelative = isRelativeDay(a)
      const next: Value = ({ parameter }) =>
        dateFor(/time/i.test(parameter.format ?? parameter.name) ? dayAfter(value) : value, parameter)
      return [
        { to: [START], value: day(value), isRelative },
        { to: [END], value: next, isRelative },
      ]
    },
    { whole: true },
  ),
  rule(
    `\\b(?:last|past|previous) (?:${N} )?(?<unit>days?|weeks?|months?|years?)\\b`,
    ({ n = '1', unit = '' }, { now }) => [
      {
        to: [both(ofNoun(unit), isNumeric, /^(?!year|month|day$)/), START],
        value: ({ parameter }) =>
          isTime(parameter) ? dateFor(dayFromNow(now, -numberOf(n), unit), parameter) : undefined,
        isRelative: true,
      },
    ],
  ),
  rule('\\b(?:in|of|for|from|year|during) (?:the year )?(?<v>(?:19|20)\\d\\d)\\b(?!-)', taken([/^(?:year|season)$/])),
  rule(
    '(?<![\\w/.:-])(?<owner>[a-z\\d](?:[\\w-]*[a-z\\d])?)/(?<repo>[\\w.-]*[a-z\\d])(?![\\w/])',
    ({ owner = '', repo = '' }) =>
      /\p{L}/u.test(owner) && /\p{L}/u.test(repo)
        ? [
            { to: [/^(?:owner|org|organization|workspace)$/, ACCOUNT], value: owner },
            { to: [/^(?:repo|repository|repo(?:sitory)? ?(?:name|slug))$/], value: repo },
          ]
        : [],
    { whole: true },
  ),
  rule('(?<![\\w&/])(?<v>#\\p{L}[\\w-]*)', ({ v = '' }) => [{ to: [/^channel(?: ?(?:name|id))?$/], value: v }]),
  rule('(?<![\\w&/])#(?<v>\\p{L}\\w*)', taken([/^(?:hash ?tag|tag)s?$/])),
  rule('(?<![\\w&/])#(?<v>\\d+)\\b', taken([/^(?:issue|pull|pr|ticket|story|card)? ?(?:number|iid|id)$/])),
  rule('(?<![\\w.])@(?<v>\\w[\\w.-]*)', taken([ACCOUNT, both(isRequired, /^(?:name|id)$/)])),
])
