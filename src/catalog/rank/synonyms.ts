/**
 * Expressions for one thing, a thing a line in synonyms/: whichever of them is typed, the others are found at nearly the
 * same rank. The first of a line names the thing. Words that only speak of a topic are in topic-words.ts.
 */
import { leisure } from './synonyms/leisure.ts'
import { nature } from './synonyms/nature.ts'
import { places } from './synonyms/places.ts'
import { web } from './synonyms/web.ts'
import { work } from './synonyms/work.ts'

export const SYNONYMS: readonly (readonly string[])[] = [places, nature, work, web, leisure].flatMap((lines) =>
  lines
    .trim()
    .split('\n')
    .map((line) => line.split(',').map((expression) => expression.trim())),
)

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
