/**
 * Topics of an SDK: from its package's keywords, its repository's topics and the operator's topics file, else from the
 * words of title and description.
 */
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import * as z from 'zod'
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

/** The operator's topics by slug. */
export type TopicsFile = ReadonlyMap<string, readonly string[]>

const TopicsDocument = z.record(z.string().regex(/^[a-z0-9][a-z0-9-]*-sdk$/, 'must be a slug'), z.array(z.string()))

/** Thrown for a topics file that cannot be read; the message says what is wrong where. */
export class InvalidTopics extends Error {
  override name = 'InvalidTopics'
}

/** A JSON or YAML object from slug to list of topics. */
export function readTopicsFile(path: string): TopicsFile {
  let document: unknown
  try {
    document = parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new InvalidTopics(`${path}: ${(error as Error).message.split('\n')[0]}`, { cause: error })
  }
  const result = TopicsDocument.safeParse(document)
  if (!result.success) {
    const issue = result.error.issues[0]!
    const rule = issue.code === 'invalid_key' ? issue.issues[0]?.message : issue.message
    throw new InvalidTopics(`${path}: ${issue.path.join('.') || 'the file'}: ${rule}`)
  }
  return new Map(Object.entries(result.data))
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
