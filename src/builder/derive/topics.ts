/** Topics of an SDK, from its package's keywords, its repository's topics and the operator's topics file. */
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import * as z from 'zod'
import { readWordList } from '../../system/word-list.ts'

/** Words that fit every generated SDK. */
const GENERIC = new Set(readWordList(new URL('word-lists/generic-topics.txt', import.meta.url)))
const MAX_TOPICS = 20
const MAX_LENGTH = 50

/** `["Air Quality", "sdk"]` as `["air-quality"]`: each once, in the order given. */
export function cleanTopics(words: readonly unknown[], slug: string): string[] {
  const base = slug.replace(/-sdk$/, '')
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
