/** Everything a source offers, as records in one order: each repository read, judged and derived, duplicates told apart. */
import type { SdkRecord } from '../catalog/record/record.ts'
import { derive, type Warning } from './derive/derive.ts'
import { hasGeneratorMark } from './derive/readme-facts.ts'
import { tellApart } from './derive/title.ts'
import type { TopicsFile } from './derive/topics.ts'
import { type Candidate, type Repository, type Skipped, type Source, skip } from './sources/repository.ts'

export interface Collected {
  /** Sorted by slug. */
  records: SdkRecord[]
  skipped: Skipped[]
  warnings: Warning[]
}

export interface Collecting {
  topics?: TopicsFile | undefined
  /** Called for each record in the order of the candidates, with the README's bytes; they are not kept. */
  take(record: SdkRecord, readme: Buffer): Promise<void>
  /** Called when the number is known and after each candidate. */
  progress?(done: number, total: number): void
}

/** So many repositories are read at a time. */
const AT_A_TIME = 8

export async function collect(source: Source, { topics, take, progress }: Collecting): Promise<Collected> {
  const candidates = await source.candidates()
  const records = new Map<string, SdkRecord>()
  const skipped: Skipped[] = []
  const warnings: Warning[] = []
  let done = 0
  progress?.(done, candidates.length)
  for await (const found of inOrder(candidates, AT_A_TIME, ({ read }: Candidate) => read())) {
    const judged = 'reason' in found ? found : judge(found, topics)
    if ('reason' in judged) skipped.push(judged)
    else if (records.has(judged.record.slug)) {
      skipped.push(skip(judged.name, 'duplicate_slug', `the slug ${judged.record.slug} is already taken`))
    } else {
      records.set(judged.record.slug, judged.record)
      warnings.push(...judged.warnings)
      await take(judged.record, judged.readme)
    }
    progress?.(++done, candidates.length)
  }
  const sorted = [...records.values()].sort(bySlug)
  for (const slug of tellApart(sorted)) {
    warnings.push({
      slug,
      about: 'title',
      detail: `another SDK has the same title; it became "${records.get(slug)!.title}"`,
    })
  }
  for (const slug of topics?.keys() ?? []) {
    if (!records.has(slug))
      warnings.push({ slug, about: 'topics', detail: 'is in the topics file, but not in the catalogue' })
  }
  return { records: sorted, skipped, warnings: warnings.sort(bySlug) }
}

function judge(repository: Repository, topics: TopicsFile | undefined) {
  const { name, readme } = repository
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readme)
  } catch {
    return skip(name, 'readme_not_utf8')
  }
  if (!repository.top.includes('.sdk') && !hasGeneratorMark(text)) return skip(name, 'not_generated')
  const derived = derive(repository, text, topics)
  return 'reason' in derived ? derived : { ...derived, name, readme }
}

const bySlug = (a: { slug: string }, b: { slug: string }): number => (a.slug < b.slug ? -1 : a.slug > b.slug ? 1 : 0)

/** Results in the order of the items, with at most so many under way. */
async function* inOrder<T, R>(items: readonly T[], limit: number, work: (item: T) => Promise<R>): AsyncGenerator<R> {
  const running: Promise<R>[] = []
  let next = 0
  const start = () => {
    const result = work(items[next++]!)
    // Awaited in its turn; until then a failure must not count as unhandled.
    result.catch(() => undefined)
    running.push(result)
  }
  while (next < items.length && running.length < limit) start()
  while (running.length > 0) {
    yield await running.shift()!
    if (next < items.length) start()
  }
}
