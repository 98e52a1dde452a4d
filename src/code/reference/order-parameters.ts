/** Parameters in the order in which readers need them. */
import type { Parameter } from '../../catalog/record/facts.ts'

/** What most calls set: what to look for, when, where, and how much of it. */
const COMMON =
  /^(?:q|query|search|keywords?|terms?|text|name|title|symbols?|ids?|date|day|year|start|end|from|to|since|until|before|after|limit|page|offset|cursor|per_?page|page_?size|size|count|sort|order|order_?by|lat|lon|lng|latitude|longitude|country|city|region|currency|base|categor(?:y|ies)|type|status|tags?|lang|language|units?|(?:min|max)[a-z_]+|(?:start|end)[a-z_]+|[a-z_]+_(?:from|to|min|max))$/i
/** What few calls set. */
const RARE =
  /^(?:callback|jsonp|pretty|verbose|debug|locale|accept.*|x-.*|if-.*|user-?agent|.*encoding|format|fields|expand|include.*)$/i

/** Required ones first, then what most calls set and what has an example, then the others; otherwise as given. */
export function byUse(parameters: readonly Parameter[]): Parameter[] {
  return parameters.toSorted((a, b) => useOf(b) - useOf(a))
}

function useOf({ name, in: where, required, example, default: usual, enum: choices }: Parameter): number {
  if (required) return 10
  const states = Number(example !== undefined) + Number(choices !== undefined || usual !== undefined)
  return (COMMON.test(name) ? 3 : 0) + states - (RARE.test(name) || where === 'header' ? 3 : 0)
}
