/** The quality of the embedded data set: what a reader may rely on in each of its 722 entries. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { renderReadme } from '../../../src/catalog/readme/template.ts'
import { embedded } from '../../embedded.ts'

const folder = new URL('../../../src/catalog/embedded/', import.meta.url)
const { records, readmes } = embedded
const glosses = JSON.parse(readFileSync(new URL('topics.json', folder), 'utf8')) as Record<string, string>
const topics = Object.keys(glosses)

const length = (text: string) => [...text].length
/** What breaks a rule, by slug; a failing test then shows all of it. */
const breaking = (breaks: (record: (typeof records)[number]) => unknown) =>
  records.filter(breaks).map(({ slug, title, description }) => `${slug}: ${title}: ${description}`)

function repeated(values: readonly string[]): string[] {
  const seen = new Set<string>()
  return values.filter((value) => seen.size === seen.add(value.toLowerCase()).size)
}

describe('the entries', () => {
  test('are 722, sorted by slug, each slug once', () => {
    const slugs = records.map(({ slug }) => slug)
    expect(slugs.length).toBe(722)
    expect(slugs).toEqual([...new Set(slugs)].sort())
    expect(slugs.filter((slug) => !/^[a-z0-9][a-z0-9-]{0,115}-sdk$/.test(slug))).toEqual([])
  })

  test('share no title and no description, in any case', () => {
    expect(repeated(records.map(({ title }) => title))).toEqual([])
    expect(repeated(records.map(({ description }) => description ?? ''))).toEqual([])
  })

  test('describe the API in one sentence-like line of 40 to 160 characters that ends with a full stop', () => {
    expect(breaking(({ description = '' }) => length(description) < 40 || length(description) > 160)).toEqual([])
    expect(breaking(({ description = '' }) => !/^[^\r\n]+[^.\s]\.$/.test(description))).toEqual([])
    expect(breaking(({ description = '' }) => !/^[\p{Lu}\p{N}"“]/u.test(description))).toEqual([])
  })

  test('hold text that is trimmed, in normal form C, and without control characters', () => {
    const texts = ({ title, description = '', aliases }: (typeof records)[number]) => [title, description, ...aliases]
    expect(breaking((record) => texts(record).some((text) => text !== text.trim().normalize('NFC')))).toEqual([])
    expect(breaking((record) => texts(record).some((text) => /\p{Cc}|\p{Cf}|\p{Co}| {2}|\ufffd/u.test(text)))).toEqual(
      [],
    )
    expect(
      breaking((record) => texts(record).some((text) => /â€|Ã[\u0080-\u00bf]|&(amp|quot|#\d+);/.test(text))),
    ).toEqual([])
  })

  test('hold nothing that stands for something else to come', () => {
    const placeholder =
      /lorem ipsum dolor|\b(TODO|TBD|FIXME|XXX|N\/A|Untitled|changeme)\b|your[- _]api|\bexample\.(com|org|net)\b/
    expect(breaking(({ title, description = '' }) => placeholder.test(`${title} ${description}`))).toEqual([])
    const generic =
      /^(fast ?api|test|tests|demo|sample|example|api|rest api|my api|swagger|swagger petstore|openapi|api documentation|documentation|service|server|default|untitled|unknown|none|null|undefined)$/i
    expect(breaking(({ title }) => generic.test(title))).toEqual([])
    expect(breaking(({ title }) => length(title) < 2 || length(title) > 80)).toEqual([])
  })

  test('do not praise: a description says what the API gives', () => {
    const praise =
      /\b(world-class|powerful|seamless|cutting-edge|easy-to-use|blazing|amazing|leading|revolutionary|robust|state-of-the-art|comprehensive|effortless)\b/i
    expect(breaking(({ description = '' }) => praise.test(description))).toEqual([])
  })

  test('are about an API other than the SDK itself', () => {
    expect(breaking(({ description = '' }) => /\bSDK\b|generated client/.test(description))).toEqual([])
  })

  test('have 2 to 6 topics of the vocabulary, each once', () => {
    expect(breaking((record) => record.topics.length < 2 || record.topics.length > 6)).toEqual([])
    expect(breaking((record) => new Set(record.topics).size < record.topics.length)).toEqual([])
    expect(breaking((record) => record.topics.some((topic) => !topics.includes(topic)))).toEqual([])
  })

  test('say in 15 to 40 short lower-case phrases what people need them for', () => {
    expect(breaking(({ needs }) => needs.length < 15 || needs.length > 40 || repeated(needs).length > 0)).toEqual([])
    const phrases = records.flatMap(({ needs }) => needs)
    expect(phrases.filter((phrase) => length(phrase) > 90 || phrase !== phrase.toLowerCase().trim())).toEqual([])
  })

  test('have aliases that say more than the title does', () => {
    expect(breaking(({ aliases, title }) => aliases.some((alias) => alias === title))).toEqual([])
    expect(breaking(({ aliases }) => repeated(aliases).length > 0)).toEqual([])
  })

  test('have absolute web addresses, none of them a stand-in', () => {
    const addresses = ({
      github_url,
      source_website,
      source_openapi_url,
      freepublicapis_url,
    }: (typeof records)[number]) =>
      [github_url, source_website, source_openapi_url, freepublicapis_url].filter((address) => address !== undefined)
    expect(
      breaking((record) => addresses(record).some((address) => !/^https?:\/\/[^\s/]+\.[^\s]+$/.test(address))),
    ).toEqual([])
    const standIn = /\/\/(localhost|127\.|0\.0\.0\.0|10\.|192\.168\.|(www\.|api\.)?example\.(com|org|net))/
    expect(breaking((record) => addresses(record).some((address) => standIn.test(address)))).toEqual([])
  })

  test('name the repository by their slug, and the description of the API as its raw file', () => {
    expect(
      breaking(({ slug, github_url }) => !new RegExp(`^https://github\\.com/[\\w-]+/${slug}$`).test(github_url)),
    ).toEqual([])
    expect(
      breaking(({ slug, source_openapi_url: raw }) => {
        const form = new RegExp(
          `^https://raw\\.githubusercontent\\.com/[\\w-]+/${slug}/HEAD/\\.sdk/def/[\\w.!%-]+\\.(json|ya?ml)$`,
        )
        return raw !== undefined && !form.test(raw)
      }),
    ).toEqual([])
  })

  test('name each entity once', () => {
    expect(breaking(({ entities }) => repeated(entities.map(({ name }) => name)).length > 0)).toEqual([])
  })
})

describe('the vocabulary', () => {
  test('is 60 to 100 kebab-case tags in order, each with a gloss', () => {
    expect(topics.length).toBeGreaterThanOrEqual(60)
    expect(topics.length).toBeLessThanOrEqual(100)
    expect(topics.filter((topic) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(topic))).toEqual([])
    expect(topics).toEqual([...topics].sort())
    expect(Object.entries(glosses).filter(([, gloss]) => length(gloss.trim()) < 8)).toEqual([])
    expect(repeated(Object.values(glosses))).toEqual([])
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

  test('are 3 to 10 KB each and the same each time', () => {
    const sizes = all.map(([slug, text]) => [slug, Buffer.byteLength(text)] as const)
    expect(sizes.filter(([, size]) => size < 3_000 || size > 10_240)).toEqual([])
    for (const record of records) expect(renderReadme(record)).toBe(readmes.get(record.slug))
  })

  test('close every fence, begin with the title, and say that the repository has the full one', () => {
    for (const record of records) {
      const text = readmes.get(record.slug)!
      expect((text.match(/^```/gm) ?? []).length % 2, record.slug).toBe(0)
      expect(text.match(/^# .*$/gm)?.[0], record.slug).toContain(record.title.replaceAll('|', '\\|'))
      expect(text).toContain(`${record.github_url}#readme) is the full one`)
      expect(text).not.toMatch(/undefined|\[object Object\]|NaN\b/)
    }
  })

  test('name the host of the API server as the one that is called, and no other', () => {
    const said = (slug: string) => /the SDK calls (.+) directly/.exec(readmes.get(slug)!)?.[1]
    const host = (address = '') => /^https?:\/\/([^/{}]+)(?:\/|$)/.exec(address)?.[1] ?? 'the provider'
    const wrong = records.filter(({ slug, servers }) => said(slug) !== host(servers[0]?.url))
    expect(wrong.map(({ slug, servers }) => `${slug} at ${servers[0]?.url}: ${said(slug)}`)).toEqual([])
  })

  test('are all different', () => {
    expect(new Set(all.map(([, text]) => text)).size).toBe(all.length)
  })
})
