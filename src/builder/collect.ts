/** All repositories of a source as records in one order, with distinct slugs and titles. */
import { Readable } from 'node:stream'
import { bySlug } from '../catalog/record/entry.ts'
import type { SdkRecord } from '../catalog/record/record.ts'
import { type Derived, derive, type Warning } from './derive/derive.ts'
import { hasGeneratorMark } from './derive/readme-facts.ts'
import { distinguishTitles } from './derive/title.ts'
import type { TopicsFile } from './derive/topics.ts'
import { type Candidate, type Repository, type Skipped, type Source, skip } from './sources/repository.ts'

export interface Collected {
  /** Sorted by slug. */
  records: SdkRecord[]
  skipped: Skipped[]
  warnings: Warning[]
}

export interface CollectOptions {
  topics?: TopicsFile | undefined
  /** Called for each record in the order of the candidates, with the README's bytes; they are not kept. */
  onReadme(slug: string, readme: Buffer): Promise<void>
  /** Called when the number is known and after each candidate. */
  progress?(done: number, total: number): void
}

/** How many repositories are read at a time. */
const CONCURRENCY = 8

export async function collect(source: Source, { topics, onReadme, progress }: CollectOptions): Promise<Collected> {
  const candidates = await source.candidates()
  const records = new Map<string, SdkRecord>()
  const skipped: Skipped[] = []
  const warnings: Warning[] = []
  let done = 0
  progress?.(done, candidates.length)
  const read = (candidate: Candidate) => candidate.read()
  const repositories: AsyncIterable<Repository | Skipped> = Readable.from(candidates).map(read, {
    concurrency: CONCURRENCY,
  })
  // In the order of the candidates, whichever is read first.
  for await (const repository of repositories) {
    const derived = 'reason' in repository ? repository : deriveRecord(repository, topics)
    if ('reason' in derived) skipped.push(derived)
    else {
      const { slug } = derived.record
      records.set(slug, derived.record)
      warnings.push(...derived.warnings)
      await onReadme(slug, derived.readme)
    }
    progress?.(++done, candidates.length)
  }
  const sorted = [...records.values()].sort(bySlug)
  for (const slug of distinguishTitles(sorted)) {
    const detail = `another SDK has the same title; it became "${records.get(slug)!.title}"`
    warnings.push({ slug, about: 'title', detail })
  }
  for (const slug of topics?.keys() ?? []) {
    if (!records.has(slug)) {
      warnings.push({ slug, about: 'topics', detail: 'is in the topics file, but not in the catalogue' })
    }
  }
  return { records: sorted, skipped, warnings: warnings.sort(bySlug) }

  function deriveRecord(
    repository: Repository,
    topics: TopicsFile | undefined,
  ): (Derived & Pick<Repository, 'readme'>) | Skipped {
    const { name, slug, readme } = repository
    let text: string
    try {
      text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readme)
    } catch {
      return skip(name, 'readme_not_utf8')
    }
    if (!repository.folders.includes('.sdk') && !hasGeneratorMark(text)) return skip(name, 'not_generated')
    const derived = derive(repository, text, topics)
    if ('reason' in derived) return derived
    if (records.has(slug)) return skip(name, 'duplicate_slug', `the slug ${slug} is already taken`)
    return { ...derived, readme }
  }
}
