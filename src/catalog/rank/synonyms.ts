/**
 * Expressions for one thing, a thing a line in synonyms/: whichever of them is typed, the others are found at nearly the
 * same rank. The first of a line names the thing. What stands after a bar is not the thing but near it, and is found at a
 * lower rank. Words joined by a hyphen mean something only together: a red-tide is no tide. Words that only speak of a topic are in topic-words.ts.
 */
import { cities } from './synonyms/cities.ts'
import { countries } from './synonyms/countries.ts'
import { leisure } from './synonyms/leisure.ts'
import { nature } from './synonyms/nature.ts'
import { places } from './synonyms/places.ts'
import { web } from './synonyms/web.ts'
import { work } from './synonyms/work.ts'

interface Thing {
  same: readonly string[]
  near: readonly string[]
}

export const SYNONYMS: readonly Thing[] = [countries, cities, places, nature, work, web, leisure].flatMap(things)
/** What a list of all countries is good for. */
export const COUNTRIES: ReadonlySet<string> = new Set(things(countries).map(({ same }) => same[0]!))
export const CITIES: ReadonlySet<string> = new Set(things(cities).map(({ same }) => same[0]!))

/** What is done to a thing: found by each other's names, but the thing matters more. */
export const ACTIONS: readonly (readonly string[])[] = [
  ['check', 'verify', 'validate', 'valid', 'checker'],
  ['convert', 'converter', 'transform', 'turn into', 'turn'],
  ['generate', 'generator', 'create', 'creator', 'make up'],
  ['parse', 'parser', 'extract', 'read out'],
  ['search', 'lookup', 'look up', 'finder'],
  ['random', 'at random', 'surprise'],
  ['compare', 'comparison'],
  ['remove', 'delete', 'remover'],
  ['download', 'save'],
  ['watch', 'monitor', 'track', 'tracker'],
]

function things(lines: string): Thing[] {
  return lines
    .trim()
    .split('\n')
    .map((line) => {
      const [same = '', near = ''] = line.split('|')
      return { same: expressions(same), near: expressions(near) }
    })
}

function expressions(text: string): string[] {
  return text
    .split(',')
    .map((expression) => expression.trim())
    .filter(Boolean)
}
