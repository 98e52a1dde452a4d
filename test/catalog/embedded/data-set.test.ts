/** The quality of the embedded data set: what a reader may rely on in each of its 722 entries. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { embedded } from '../../embedded.ts'

const folder = new URL('../../../src/catalog/embedded/', import.meta.url)
const { records, readmes } = embedded
const glosses = JSON.parse(readFileSync(new URL('topics.json', folder), 'utf8')) as Record<string, string>
const topics = Object.keys(glosses)

type SdkRecord = (typeof records)[number]

const length = (text: string) => [...text].length
const hasRepeats = (values: readonly string[]): boolean =>
  new Set(values.map((value) => value.toLowerCase())).size < values.length
const textsOf = ({ title, description = '', aliases }: SdkRecord) => [title, description, ...aliases]
const addressesOf = ({ github_url, source_website, source_openapi_url, freepublicapis_url }: SdkRecord) =>
  [github_url, source_website, source_openapi_url, freepublicapis_url].filter((address) => address !== undefined)

const PLACEHOLDER =
  /lorem ipsum dolor|\b(TODO|TBD|FIXME|XXX|N\/A|Untitled|changeme)\b|your[- _]api|\bexample\.(com|org|net)\b/
const GENERIC_TITLE =
  /^(fast ?api|test|tests|demo|sample|example|api|rest api|my api|swagger|swagger petstore|openapi|api documentation|documentation|service|server|default|untitled|unknown|none|null|undefined)$/i
const PRAISE =
  /\b(world-class|powerful|seamless|cutting-edge|easy-to-use|blazing|amazing|leading|revolutionary|robust|state-of-the-art|comprehensive|effortless)\b/i
const LOCAL_OR_EXAMPLE = /\/\/(localhost|127\.|0\.0\.0\.0|10\.|192\.168\.|(www\.|api\.)?example\.(com|org|net))/
const RAW_FILE = (slug: string) =>
  new RegExp(`^https://raw\\.githubusercontent\\.com/[\\w-]+/${slug}/HEAD/\\.sdk/def/[\\w.!%-]+\\.(json|ya?ml)$`)

describe('the entries', () => {
  test('are 722, sorted by slug, each slug once', () => {
    const slugs = records.map(({ slug }) => slug)
    expect(slugs.length).toBe(722)
    expect(slugs).toEqual([...new Set(slugs)].sort())
  })

  test('share no title and no description, in any case', () => {
    expect(hasRepeats(records.map(({ title }) => title))).toBe(false)
    expect(hasRepeats(records.map(({ description }) => description ?? ''))).toBe(false)
  })

  test.each<[rule: string, breaks: (record: SdkRecord) => boolean]>([
    ['have a title of 2 to 80 characters', ({ title }) => length(title) < 2 || length(title) > 80],
    ['have a description of 40 to 160', ({ description: { length } = '' }) => length < 40 || length > 160],
    ['have one line that ends with a full stop', ({ description = '' }) => !/^[^\r\n]+[^.\s]\.$/.test(description)],
    ['begin a description as a sentence', ({ description = '' }) => !/^[\p{Lu}\p{N}"“]/u.test(description)],
    ['have trimmed texts in NFC', (record) => textsOf(record).some((text) => text !== text.trim().normalize('NFC'))],
    [
      'have no control characters and no double spaces',
      (record) => textsOf(record).some((text) => /\p{Cc}|\p{Cf}|\p{Co}| {2}|\ufffd/u.test(text)),
    ],
    [
      'have no text that was decoded wrongly',
      (record) => textsOf(record).some((text) => /â€|Ã[\u0080-\u00bf]|&(amp|quot|#\d+);/.test(text)),
    ],
    ['have no placeholders', ({ title, description = '' }) => PLACEHOLDER.test(`${title} ${description}`)],
    ['have no generic title', ({ title }) => GENERIC_TITLE.test(title)],
    ['do not praise', ({ description = '' }) => PRAISE.test(description)],
    ['are about an API, not the SDK', ({ description = '' }) => /\bSDK\b|generated client/.test(description)],
    ['have 2 to 6 topics', (record) => record.topics.length < 2 || record.topics.length > 6],
    ['have each topic once', (record) => hasRepeats(record.topics)],
    ['have topics of the vocabulary', (record) => record.topics.some((topic) => !topics.includes(topic))],
    ['have 15 to 40 needs, each once', ({ needs }) => needs.length < 15 || needs.length > 40 || hasRepeats(needs)],
    [
      'have needs that are short lower-case phrases',
      ({ needs }) => needs.some((phrase) => length(phrase) > 90 || phrase !== phrase.toLowerCase().trim()),
    ],
    ['have no alias that is the title', ({ aliases, title }) => aliases.includes(title)],
    ['have each alias once', ({ aliases }) => hasRepeats(aliases)],
    ['have public web addresses', (record) => addressesOf(record).some((address) => LOCAL_OR_EXAMPLE.test(address))],
    [
      'name the repository by the slug',
      ({ slug, github_url }) => !new RegExp(`^https://github\\.com/[\\w-]+/${slug}$`).test(github_url),
    ],
    [
      'link the OpenAPI description as its raw file',
      ({ slug, source_openapi_url: raw }) => raw !== undefined && !RAW_FILE(slug).test(raw),
    ],
    ['name each entity once', ({ entities }) => hasRepeats(entities.map(({ name }) => name))],
  ])('%s', (_, breaks) =>
    expect(records.filter(breaks).map(({ slug, title, description }) => ({ slug, title, description }))).toEqual([]),
  )
})

describe('the vocabulary', () => {
  test('is 60 to 100 kebab-case tags in order, each with a gloss', () => {
    expect(topics.length).toBeGreaterThanOrEqual(60)
    expect(topics.length).toBeLessThanOrEqual(100)
    expect(topics.filter((topic) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(topic))).toEqual([])
    expect(topics).toEqual([...topics].sort())
    expect(Object.entries(glosses).filter(([, gloss]) => length(gloss.trim()) < 8)).toEqual([])
    expect(hasRepeats(Object.values(glosses))).toBe(false)
  })

  test('has no tag that no entry uses, and none that says nothing by being everywhere', () => {
    const used = new Map(
      topics.map((topic) => [topic, records.filter((record) => record.topics.includes(topic)).length]),
    )
    expect(topics.filter((topic) => used.get(topic) === 0)).toEqual([])
    expect(topics.filter((topic) => used.get(topic)! > records.length / 4)).toEqual([])
  })
})

describe('the READMEs', () => {
  const all = [...readmes]

  test('are 3 to 12 KB each', () => {
    const sizes = all.map(([slug, text]) => [slug, Buffer.byteLength(text)] as const)
    expect(sizes.filter(([, size]) => size < 3_000 || size > 12_288)).toEqual([])
  })
})
