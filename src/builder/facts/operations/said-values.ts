/** Values that the description of a parameter names in a sentence: `(e.g., bike, scooter)`, "Allowed values are: `open`, `closed`". */

/** What values follow. */
const LEAD =
  /(?:\be\.\s?g\.?|\bfor example|\bexamples?(?: values?)?\b|\bsuch as|\b(?:allowed|available|possible|valid|supported)\s[\w\s]{0,30}?\b(?:are|include)|\boptions include)[\s,:]*(?=[\w"'`])/i
const QUOTED = /^(["'`])([^"'`<>{}\s][^"'`<>{}]*?)\1(?![\w])/
/** Letters with digits or marks between them, or capitals: no word of a sentence. */
const CODE = /^(?:[A-Za-z0-9]+(?:[._/+-][A-Za-z0-9]+)+|[A-Z]{2,}|(?=\w*\d)[A-Za-z0-9]+)(?=[\s,;)]|[.:]?(?:\s|$))/
/** Words alone, up to the end of the parenthesis. */
const WORDS = /^[a-z]+(?:, ?[a-z]+)*(?=\))/
const NEXT = /^,? ?(?:and |or )?/
/** What stands for a value: `YYYY-MM-DD`. */
const PLACEHOLDER = /^(?:[YMDHSymdhs]+(?:[-/:. T]+[YMDHSymdhsZ]+)+|YYYY|HTTPS?|URL|ID|ISO.*|UTC|RFC.*|true|false|null)$/
/** At most so many are shown. */
const MAX = 3

/** An example of a text, or of values in a list that is written with commas; none where nothing says more than words. */
export function saidExample(description: string, isJoined: boolean): string | undefined {
  const values = saidValues(description)
  return isJoined || /\bcomma|\bmultiple\b/i.test(description) ? values.join(',') || undefined : values[0]
}

/** The first values that it names; none where they may be words of a sentence. */
function saidValues(description: string): string[] {
  const lead = LEAD.exec(description)
  if (!lead) return []
  let rest = description.slice(lead.index + lead[0].length)
  const words = WORDS.exec(rest)?.[0].split(/, ?/)
  if (words) return words.slice(0, MAX)
  const values: string[] = []
  while (values.length < MAX) {
    const [all, , quoted = all] = QUOTED.exec(rest) ?? CODE.exec(rest) ?? []
    if (all === undefined || quoted === undefined || PLACEHOLDER.test(quoted)) break
    values.push(quoted)
    rest = rest.slice(all.length)
    const next = NEXT.exec(rest)![0]
    if (next === '') break
    rest = rest.slice(next.length)
  }
  return values
}
