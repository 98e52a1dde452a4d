/**
 * Topics of an SDK: from its package's keywords and its repository's topics, else from the words of title and description.
 */
import { readFileSync } from 'node:fs'
import { baseName } from '../../code/install.ts'
import { readKeyedLists, readWordList } from '../../system/word-list.ts'

/** Words that fit every generated SDK. */
const GENERIC = new Set(readWordList(new URL('word-lists/generic-topics.txt', import.meta.url)))
const MAX_TOPICS = 20
const MAX_LENGTH = 50

/** `["Air Quality", "sdk"]` as `["air-quality"]`: each once, in the order given. */
export function cleanTopics(words: readonly unknown[], slug: string): string[] {
  const base = baseName(slug)
  const topics = words
    .filter((word) => typeof word === 'string')
    .filter((word) => word.length <= 4 * MAX_LENGTH)
    .map((word) =>
      word
        .normalize('NFKC')
        .toLowerCase()
        .replace(/[^\p{L}\p{N}+#.]+/gu, '-')
        .replace(/^[-.]+|[-.]+$/g, ''),
    )
    .filter((topic) => topic.length > 1 && topic.length <= MAX_LENGTH && !/^\d+$/.test(topic))
    .filter((topic) => !GENERIC.has(topic) && topic !== base && topic !== slug)
  return [...new Set(topics)].slice(0, MAX_TOPICS)
}

/** Topics of the embedded data set. */
const VOCABULARY = Object.keys(
  JSON.parse(readFileSync(new URL('../../catalog/embedded/topics.json', import.meta.url), 'utf8')) as object,
)

/** Precision on real repositories: docs/decisions.md. */
const PHRASES = readKeyedLists(new URL('word-lists/topic-phrases.txt', import.meta.url))

/** Topic -> the phrases that mean it; in titles its name as well. */
const IN_TITLES = phrases(VOCABULARY.map((topic) => [topic, topic.replaceAll('-', ' ')]))
const ANYWHERE = phrases(PHRASES.flatMap(([topic, list]) => list.map((phrase) => [topic, phrase])))

/**
 * Topics that title and description are about, in the order of the vocabulary. A title may be a mere name, so its
 * phrases count only where the description has none.
 */
export function topicsOfText(title: string, description = ''): string[] {
  const named = ` ${normal(withoutNames(title))} `
  const described = ` ${normal(withoutNames(description))} `
  const topicsIn = (text: string, phrases: ReadonlyMap<string, string[]>) =>
    VOCABULARY.filter((topic) => phrases.get(topic)?.some((phrase) => text.includes(phrase)))
  const ofDescription = topicsIn(described, ANYWHERE)
  const topics = [
    ...topicsIn(named, IN_TITLES),
    ...(ofDescription.length > 0 ? ofDescription : topicsIn(named, ANYWHERE)),
  ]
  return VOCABULARY.filter((topic) => topics.includes(topic))
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
