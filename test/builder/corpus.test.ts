import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'

import { topicsOfText } from '../../src/builder/derive/derive-topics.ts'
import { at } from '../../src/builder/facts/data.ts'
import { readModel } from '../../src/builder/facts/model/read-model.ts'
import { folderSource } from '../../src/builder/sources/folders.ts'
import { SdkRecord } from '../../src/catalog/record/record.ts'
import { CORPUS, hasCorpus } from '../corpus.ts'
import { embedded } from '../embedded.ts'
import { collectAll } from './collect-all.ts'

describe.runIf(hasCorpus)('each of the real repositories', () => {
  const readmes = new Map<string, Buffer>()
  let collected: Awaited<ReturnType<typeof collectAll>>

  beforeAll(async () => {
    collected = await collectAll(folderSource(CORPUS), {
      onRecord: async (slug, { readme }) => void readmes.set(slug, readme),
    })
  })

  it('is taken, valid, with its README byte for byte', () => {
    const { records, skipped } = collected
    expect(skipped).toEqual([])
    expect(records.map(({ slug }) => slug)).toEqual(readdirSync(CORPUS).sort())
    for (const record of records) {
      expect(SdkRecord.parse(record)).toEqual(record)
      expect(readmes.get(record.slug)!.equals(readFileSync(join(CORPUS, record.slug, 'README.md')))).toBe(true)
    }
  })

  it('has a title of its own that reads as a name', () => {
    const { records } = collected
    expect(new Set(records.map(({ title }) => title.toLowerCase())).size).toBe(records.length)
    for (const { title } of records) {
      expect(title).toMatch(/^[\p{L}\p{N}]/u)
      expect(title.length).toBeLessThanOrEqual(100)
      expect(title).not.toMatch(/openapi|swagger|documentation|\bApi\b|\bSDK\b|[<>`*_\n]|\s$/)
    }
  })

  it('has languages and entities, and nearly each a description and a site', () => {
    const { records, warnings } = collected
    const lacking = (member: string) => warnings.filter(({ about }) => about === member).length
    expect(records.filter(({ languages }) => languages.length === 0)).toEqual([])
    expect(records.filter(({ entities }) => entities.length === 0)).toEqual([])
    expect(lacking('description')).toBeLessThan(records.length / 20)
    expect(lacking('source_website')).toBeLessThan(records.length / 40)
  })

  it('comes in languages and surfaces that the embedded catalogue says', () => {
    for (const { slug, languages, cli, mcp } of collected.records) {
      const record = embedded.records.find((entry) => entry.slug === slug)!
      // A README may leave out a language that has a folder.
      expect(record.languages, slug).toEqual(expect.arrayContaining(languages))
      expect([cli !== undefined, mcp !== undefined], slug).toEqual([record.cli !== undefined, record.mcp !== undefined])
    }
  })

  it('is said to need no key only where its model names no credentials', () => {
    const secured = (slug: string) => {
      const directory = join(CORPUS, slug, '.sdk/model/api')
      const [file] = readdirSync(directory)
      const { model } = readModel(readFileSync(join(directory, file!), 'utf8'))
      return at(model, 'main', 'kit', 'info', 'security') !== undefined
    }
    const keyless = embedded.records.filter(({ slug, auth }) => auth.scheme === 'none' && readmes.has(slug))
    expect(keyless.map(({ slug }) => slug).filter(secured)).toEqual([])
  })

  it('gets topics of which four in five, at least, are those that people chose for it', () => {
    const chosen = new Map(embedded.records.map(({ slug, topics }) => [slug, topics]))
    const derived = collected.records.flatMap(({ slug, title, description }) =>
      topicsOfText(title, description).map((topic) => chosen.get(slug)?.includes(topic) ?? false),
    )
    expect(derived.length).toBeGreaterThan(100)
    expect(derived.filter(Boolean).length / derived.length).toBeGreaterThan(0.8)
  })

  it('is described in whole, plain sentences', () => {
    for (const { description } of collected.records) {
      if (description === undefined) continue
      expect(description.length).toBeLessThanOrEqual(300)
      expect(description).toMatch(/[.!?…。！？)]$/u)
      expect(description).not.toMatch(
        /<[a-z/]|\]\(|&amp;|\*\*|Welcome to|Please|generated from|⭐|REST conventions|source ?code available/i,
      )
      expect(description).not.toMatch(/\p{L}…$/u)
    }
  })
})
