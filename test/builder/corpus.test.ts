import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'

import { topicsOfText } from '../../src/builder/derive/derive-topics.ts'
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

  it('gets topics of which four in five, at least, are those that people chose for it', () => {
    const chosen = new Map(embedded.records.map(({ slug, topics }) => [slug, topics]))
    const derived = collected.records.flatMap(({ slug, title, description }) =>
      topicsOfText(title, description).map((topic) => chosen.get(slug)?.includes(topic) ?? false),
    )
    expect(derived.length).toBeGreaterThan(100)
    expect(derived.filter(Boolean).length / derived.length).toBeGreaterThan(0.8)
  })
})
