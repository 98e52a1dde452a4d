/** One line on what an API gives, chosen from what its documents say. */
import { prose, sentences } from './text.ts'

const MOST = 240
const ENOUGH = 60

/** Greetings, warnings and instructions, which stand before what the API is. */
const NOT_ABOUT_IT =
  /^(?:welcome|bienvenue|willkommen|bienvenid|hello|hi\b|please|note\b|warning|important|attention|disclaimer|deprecated|timestamp|base url|authentication|for further information|more information|see\b|contact\b)/i
/** Sections that come before or instead of what the API is. */
const OTHER_SECTION =
  /^\s*(?:#{1,6}\s*|<h[1-6][^>]*>\s*)[^\n<]*(?:conduct|limit|authenti|timestamp|format|error|terms|change|version|getting started)/i
/** What templates leave behind. */
const PLACEHOLDER =
  /^(?:description|todo|tbd|n\/?a|none|no description(?: provided)?|api description|unofficial generated|your description)\b/i

export interface Texts {
  title: string
  /** Summary and description of the API, in this order. */
  api: readonly (string | undefined)[]
  /** Whatever else may describe it, likeliest first. */
  others: readonly (string | undefined)[]
}

/** Nothing where no text says more than the title. */
export function describe({ title, api, others }: Texts): string | undefined {
  const [summary = '', description = ''] = api.map(aboutIt)
  // The generator cuts summaries at the first full stop, that of "U.S." too; the whole text knows better.
  const first = summary && description.startsWith(summary) ? description : summary
  for (const text of [first, description, ...others.map(aboutIt)]) {
    const line = sentences(afterGreeting(text), { most: MOST, enough: ENOUGH })
    if (saysSomething(line, title)) return /[.!?…。！？)]$/u.test(line) ? line : `${line}.`
  }
  return undefined
}

const aboutIt = (text = ''): string => (OTHER_SECTION.test(text.slice(0, 200)) ? '' : prose(text))

function afterGreeting(text: string): string {
  for (let rest = text, steps = 0; steps < 4; steps++) {
    if (!NOT_ABOUT_IT.test(rest)) return rest
    const first = sentences(rest, { most: rest.length, enough: 1 })
    if (first.length >= rest.length) return ''
    rest = rest.slice(first.length).trim()
  }
  return ''
}

function saysSomething(line: string, title: string): boolean {
  if (line.length < 12 || line.endsWith(':') || PLACEHOLDER.test(line)) return false
  const words = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const told = new Set([
    ...words(title),
    'the',
    'a',
    'an',
    'api',
    'apis',
    'sdk',
    'is',
    'for',
    'of',
    'client',
    'documentation',
  ])
  return words(line).some((word) => !told.has(word))
}
