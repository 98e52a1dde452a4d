/** Parameters in the order in which readers need them. */
import type { Parameter } from '../../catalog/record/facts.ts'

/** What narrows an answer, which nobody can guess: what to look for, when, where. */
const NARROWS =
  /^(?:q|query|search|keywords?|terms?|text|name|title|symbols?|ids?|date|day|year|start|end|from|to|since|until|before|after|lat|lon|lng|latitude|longitude|country|city|region|currency|base|categor(?:y|ies)|type|status|tags?|lang|language|units?|(?:min|max|start|end)[-_a-z]+|[-_a-z]+[-_](?:from|to|min|max))$/i
/** Pages and orders the answer, as in any other API. */
const PAGES =
  /^(?:limit|page|offset|cursor|skip|top|per_?page|page_?(?:size|number|token)|size|count|max_?results|sort|sort_?(?:by|order)|order|order_?by|(?:starting|ending)_(?:after|before))$/i
/** What few calls set. */
const RARE =
  /^(?:callback|jsonp|pretty|verbose|debug|locale|accept.*|x-.*|if-.*|user-?agent|.*encoding|format|fields|expand|include.*)$/i

/** Required ones first, then what narrows the answer, what has an example, what pages the answer, and last what few calls set. */
export function byUse(parameters: readonly Parameter[]): Parameter[] {
  return parameters.toSorted((a, b) => useOf(b) - useOf(a))
}

function useOf({ name, in: where, required, example, default: usual, enum: choices }: Parameter): number {
  if (required) return 10
  if (RARE.test(name) || where === 'header') return -3
  if (PAGES.test(name)) return 0.5
  return (
    (NARROWS.test(name) ? 3 : 0) + Number(example !== undefined) + Number(choices !== undefined || usual !== undefined)
  )
}
