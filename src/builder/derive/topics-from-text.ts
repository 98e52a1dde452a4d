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

/** In the order of the vocabulary. */
export function meantTopics(title: string, description = ''): string[] {
  const inTitle = ` ${normal(title)} `
  const anywhere = `${inTitle}· ${normal(description)} `
  return VOCABULARY.filter(
    (topic) =>
      IN_TITLES.get(topic)?.some((phrase) => inTitle.includes(phrase)) ||
      ANYWHERE.get(topic)?.some((phrase) => anywhere.includes(phrase)),
  )
}

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
