/** What parameters mean by their names, in the spellings that APIs share, and the order in which readers need them. */
import type { Parameter } from '../catalog/record/facts.ts'

const named = (...names: readonly string[]): RegExp => new RegExp(`^(?:${names.join('|')})$`, 'i')

const SEARCH = 'q|query|search|keywords?|terms?|text'
const TITLE = 'name|title'
const COORDINATE = 'lat|lon|lng|latitude|longitude'
const PAGE = 'page'
const OFFSET = 'offset|skip'
const SIZE = 'limit|per_?page|page_?size|size|count|max_?results|top'
const CURSOR = 'cursor|starting_after|page_?token'

export const NAMES = {
  /** Words to search for. */
  search: named(SEARCH, '(?:search|query)_?(?:terms?|text|query|string|phrase)?'),
  /** Words to search for, or the name of a thing. */
  text: named(SEARCH, TITLE, 's|search_?terms?'),
  /** What a search, or the load of one record, looks for. */
  sought: named(SEARCH, TITLE, 'symbols?|city|country|place|location|address|zip|ip|domain|url|word|code|ids?'),
  /** An expression in the API's own syntax. */
  filter: named('filters?|where|criteria|search_?query|filter_?query'),
  coordinate: named(COORDINATE),
  page: named(PAGE, 'page_?(?:no|num|number|index)|p'),
  offset: named(OFFSET, 'start_?index|start|from_?index'),
  /** The number of records in one answer. */
  size: named(SIZE, 'rows|take|first|pagination_?limit|num(?:ber)?_?of_?results'),
  cursor: named(
    CURSOR,
    'pagination_?cursor|after|next_?page_?token|(?:next_?)?page_?(?:cursor|key)|continuation(?:_?token)?|next_?token|marker',
  ),
  /** The other end of a range that begins with `start`. */
  end: named('end|stop|to'),
  /** The ends of a period: `date_from` and `dateTo`. */
  start: /from|start|since|after|begin|oldest/i,
  finish: /(?:^|[-_])(?:to|end|until|before)|(?:To|End|Until|Before)(?:$|[A-Z])|latest/,
  /** Any part of the name says that it is a time. */
  time: /date|time(?!out|zone)|since|until/i,
  /** It takes a year or a date. */
  moment: /date(?!d)|time(?!out|zone)|year|month|since|until|^day$/i,
  /** The same, or an end of a period. */
  dated: /date(?!d)|time(?!out|zone)|year|month|since|until|period|^(?:day|start|end|before|after|oldest|latest)$/i,
  /** The same of a sum of money. */
  money: /amount|price|^(?:total|value|budget)$/i,
  /** A query with a time in it may mean this. */
  period: /time|date|since|until|before|after|oldest|latest|^(?:from|to|start|end|year|month|day)/i,
}

/** What narrows an answer, which nobody can guess: what to look for, when, where. */
const NARROWS = named(
  SEARCH,
  TITLE,
  COORDINATE,
  'symbols?|ids?|date|day|year|start|end|from|to|since|until|before|after|country|city|region|currency|base',
  'categor(?:y|ies)|type|status|tags?|lang|language|units?|(?:min|max|start|end)[-_a-z]+|[-_a-z]+[-_](?:from|to|min|max)',
)
/** What most people who write something say of it. */
const SAYS = named(
  TITLE,
  '(?:first|last)_?name|full_?name|e?-?mail|phone|url|subject|message|content|body|text|description|amount|quantity|price',
  'items|line_?items|lines|recipients?|to|members|currency|due(?:_?(?:date|on|at))?|labels?|tags|assignees?|status|type|start(?:_?(?:date|time|at))?|end(?:_?(?:date|time|at))?',
)
/** What pages and orders the answer, as in any other API. */
const PAGES = named(
  PAGE,
  OFFSET,
  SIZE,
  CURSOR,
  'page_?number|sort|sort_?(?:by|order)|order|order_?by|ending_(?:after|before)|starting_before',
)
/** What few calls set. */
const RARE = named(
  'callback|jsonp|pretty|verbose|debug|locale|accept.*|x-.*|if-.*|user-?agent|.*encoding|format|fields|expand|include.*',
)

/** Sorts parameters: required, narrowing the answer, with an example, paging it, and last what few calls set. */
export const byUse = (parameters: readonly Parameter[]): Parameter[] =>
  parameters.toSorted((a, b) => useOf(b) - useOf(a))

function useOf({ name, in: where, required, example, default: usual, enum: choices }: Parameter): number {
  if (required) return 10
  if (RARE.test(name) || where === 'header') return -3
  if (PAGES.test(name)) return 0.5
  return (
    ((where === 'body' ? SAYS : NARROWS).test(name) ? 3 : 0) +
    Number(example !== undefined) +
    Number(choices !== undefined || usual !== undefined)
  )
}
