/** All repositories of a source as records in one order, with distinct slugs and titles. */
import { isUtf8 } from 'node:buffer'
import { Readable } from 'node:stream'
import type { OperationsFile } from '../catalog/record/facts.ts'
import { bySlug } from '../catalog/record/order.ts'
import { SdkRecord } from '../catalog/record/record.ts'
import { digest } from '../store/catalog-files.ts'
import { replaceUnsafeIn } from '../text/unsafe-characters.ts'
import type { Answers } from './answers.ts'
import { type Derived, derive } from './derive/derive.ts'
import { hasGeneratorMark } from './derive/readme-facts.ts'
import { distinguishTitles, nameVendors } from './derive/title.ts'
import type { DerivedCache } from './derived-cache.ts'
import type { Warning } from './facts/repository-files.ts'
import { type Candidate, type Repository, RepositorySkipped, type Skipped, type Source } from './sources/repository.ts'
import { completeRenamed, type Texts } from './written-texts.ts'

interface CollectOptions {
  texts?: Texts | undefined
  answers?: Answers | undefined
  /** Slugs of repositories to leave out. */
  exclude?: readonly string[] | undefined
  cache?: DerivedCache | undefined
  /** Called for each record, sorted by slug, with README and operations. */
  onRecord(slug: string, files: { readme: Buffer; operations?: OperationsFile | undefined }): void
  /** Called when the number is known and after each candidate. */
  progress?(done: number, total: number): void
}

/** How many repositories are read at a time. */
const CONCURRENCY = 8

/** A record as JSON, and what depends on the others: as objects all records would take gigabytes. */
type Draft = Pick<SdkRecord, 'slug' | 'title' | 'renamed_from'> & { json: Buffer }

/** Records, to be read once, and warnings are sorted by slug. */
export async function collect(
  source: Source,
  { texts, answers, exclude = [], cache, onRecord, progress }: CollectOptions,
): Promise<{ records: Iterable<SdkRecord>; skipped: Skipped[]; warnings: Warning[] }> {
  const named = (await source.candidates()).map(({ name, read }) => ({ name, read, slug: excludable(name) }))
  const candidates = named.sort(bySlug)
  const drafts = new Map<string, Draft>()
  const skipped: Skipped[] = []
  const warnings: Warning[] = []
  let done = 0
  progress?.(done, candidates.length)
  // The results come in the order of the candidates.
  const read = (candidate: Candidate) => readOne(candidate, texts, exclude, cache)
  for await (const result of Readable.from(candidates).map(read, { concurrency: CONCURRENCY })) {
    if ('reason' in result) skipped.push(result)
    else if (drafts.has(result.record.slug))
      skipped.push(skippedAs(result.name, new RepositorySkipped('duplicate_slug')))
    else {
      const { record } = result
      warnings.push(...result.warnings)
      warnings.push(...addAnswer(record, answers))
      const { slug, title, renamed_from } = record
      drafts.set(slug, { slug, title, renamed_from, json: Buffer.from(JSON.stringify(record)) })
      onRecord(slug, result)
    }
    progress?.(++done, candidates.length)
  }
  const sorted = [...drafts.values()]
  const isTitled = ({ slug }: Draft) => texts?.bySlug.get(slug)?.title !== undefined
  nameVendors(sorted.filter((record) => !isTitled(record)))
  for (const slug of distinguishTitles(sorted)) {
    const detail = `another SDK has the same title; it became "${drafts.get(slug)!.title}"`
    warnings.push({ slug, about: 'title', detail })
  }
  if (texts) warnings.push(...completeRenamed(drafts, texts))
  for (const slug of answers?.keys() ?? []) {
    if (!drafts.has(slug))
      warnings.push({ slug, about: 'answers', detail: 'is in the answers file, but not in the catalogue' })
  }
  const names = new Set(candidates.map(({ name }) => excludable(name)))
  for (const slug of exclude) {
    if (!names.has(slug)) warnings.push({ slug, about: 'exclude', detail: 'no repository has this name' })
  }
  return { records: sorted.values().map(recordOf), skipped, warnings: warnings.sort(bySlug) }
}

function addAnswer(record: SdkRecord, answers: Answers | undefined): Warning[] {
  const answered = answers?.get(record.slug)
  if (!answered) return []
  const { operation } = answered
  if (record.entities.some(({ name, ops }) => ops.some((op) => `${name}.${op}` === operation))) {
    record.answered = answered
    return []
  }
  return [
    { slug: record.slug, about: 'answers', detail: `${operation} is no operation of it; the answer was left out` },
  ]
}

/** Validated here, because a server trusts what a build of its own version wrote. */
const recordOf = ({ json, title, renamed_from }: Draft): SdkRecord =>
  SdkRecord.parse(replaceUnsafeIn({ ...JSON.parse(json.toString()), title, ...(renamed_from && { renamed_from }) }))

/** The name of a repository as a list of those to leave out has it. */
const excludable = (name: string): string => name.replace(/\.git$/, '').toLowerCase()

async function readOne(
  { name, read }: Candidate,
  texts: Texts | undefined,
  exclude: readonly string[],
  cache: DerivedCache | undefined,
) {
  try {
    if (exclude.includes(excludable(name))) throw new RepositorySkipped('excluded')
    const to = texts?.renamed.get(excludable(name))
    if (to !== undefined) throw new RepositorySkipped('renamed', `it is ${to} now`)
    const repository = await read()
    return { name, readme: repository.readme, ...(await deriveRecord(repository, texts, cache)) }
  } catch (error) {
    if (error instanceof RepositorySkipped) return skippedAs(name, error)
    throw error
  }
}

const skippedAs = (name: string, { reason, message }: RepositorySkipped): Skipped => ({ name, reason, detail: message })

async function deriveRecord(
  repository: Repository,
  texts: Texts | undefined,
  cache: DerivedCache | undefined,
): Promise<Derived> {
  if (!isUtf8(repository.readme)) throw new RepositorySkipped('readme_not_utf8')
  const readme = repository.readme.toString('utf8')
  if (!repository.folders.includes('.sdk') && !hasGeneratorMark(readme)) throw new RepositorySkipped('not_generated')
  const written = texts?.bySlug.get(repository.slug)
  const key = cache && digest(JSON.stringify([await repository.fingerprint(), written]))
  const known = key && cache.get(key)
  if (known) return known
  const derived = await derive(repository, readme, written)
  if (key) cache.set(key, derived)
  return derived
}
