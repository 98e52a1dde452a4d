/** Topics from the words of an API's title and description, in the vocabulary of the embedded data set. */
import { readFileSync } from 'node:fs'
import { readKeyedLists } from '../../system/word-list.ts'

/** Topic -> what it is about, for people. */
const VOCABULARY = Object.keys(
  JSON.parse(readFileSync(new URL('../../catalog/embedded/topics.json', import.meta.url), 'utf8')) as Record<
    string,
    string
  >,
)

/** Precision on real repositories: docs/decisions.md. */
const PHRASES = readKeyedLists(new URL('word-lists/topic-phrases.txt', import.meta.url))

/** Everything a topic may be found by: in titles its own name too, where it is what the API is about. */
const IN_TITLES = phrases(VOCABULARY.map((topic) => [topic, topic.replaceAll('-', ' ')]))
const ANYWHERE = phrases(PHRASES.flatMap(([topic, all]) => all.map((phrase) => [topic, phrase])))

/** In the order of the vocabulary. A title may be a mere name: what the description means goes before its words. */
export function meantTopics(title: string, description = ''): string[] {
  const named = ` ${normal(withoutNames(title))} `
  const described = ` ${normal(withoutNames(description))} `
  const means = (topics: ReadonlyMap<string, string[]>, text: string) => (topic: string) =>
    topics.get(topic)?.some((phrase) => text.includes(phrase)) ?? false
  const isDescribed = VOCABULARY.some(means(ANYWHERE, described))
  return VOCABULARY.filter(
    (topic) =>
      means(IN_TITLES, named)(topic) ||
      means(ANYWHERE, described)(topic) ||
      (!isDescribed && means(ANYWHERE, named)(topic)),
  )
}

/** Words that mean nothing of their own in "Game of Thrones" and "web service". */
const NAMES =
  /\p{Lu}[\p{L}\p{N}]*(?: (?:of|and|in|at)(?: the)? \p{Lu}[\p{L}\p{N}]*)+|\b[Ww][Ee][Bb] (?:[Ss]ervices?|API|[Aa]pps?)\b/gu

const withoutNames = (text: string): string => text.replace(NAMES, ' · ')

function phrases(pairs: readonly (readonly string[])[]): ReadonlyMap<string, string[]> {
  const grouped = Map.groupBy(pairs, ([topic]) => topic!)
  return new Map([...grouped].map(([topic, words]) => [topic, words.map(([, word]) => ` ${normal(word!)} `)]))
}

function normal(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map(singular).join(' ')
}

/** "recipes" and "stories" as "recipe" and "story"; "news", "status" and "analysis" stay. */
function singular(word: string): string {
  if (/^(?:news|sms|dns|gps|series)$/.test(word)) return word
  return word
    .replace(/(?<=ss|x|z|ch|sh)es$/, '')
    .replace(/(?<=..)ies$/, 'y')
    .replace(/(?<=...)(?<!s|u|i)s$/, '')
}
