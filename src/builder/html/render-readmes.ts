/** READMEs to HTML in threads: one that takes too long costs its page, not the build. */
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { openTexts, scanLines } from '../../catalog/packed/texts.ts'
import { RENDERER } from '../../catalog/readme/renderer.ts'
import { createReadmeThread, type ThreadOptions } from '../../catalog/readme/thread.ts'
import type { Records } from '../../catalog/record/records.ts'
import { packedFile } from '../../store/catalog-files.ts'
import type { DigestedCatalog } from '../../store/loading/check.ts'
import { lineFrom } from '../../store/loading/read-texts.ts'
import { openStored } from '../../system/bytes.ts'
import type { Warning } from '../facts/repository-files.ts'
import { createTexts } from '../stored-texts.ts'

/** With four a build of 10,000 repositories takes 549 MB; the limit is 500 MB on any machine. */
const MAX_THREADS = 2
/** A thread takes as long to start as so many READMEs to render. */
const WORTH_A_THREAD = 32

interface PagesOptions {
  records: Records
  /** Digests by slug of the READMEs in `staged`. */
  readmes: ReadonlyMap<string, string>
  staged: string
  /** The catalogue that is replaced. */
  old: DigestedCatalog | undefined
  onPage(done: number): void
}

/** Writes the pages; one whose README and renderer are as before is copied. */
export async function writePages({ records, readmes, staged, old, onPage }: PagesOptions) {
  const pages = createTexts('html', staged)
  const failures: Warning[] = []
  const file = openStored(join(staged, packedFile('readme')))
  const readReadme = openTexts({ file: file.path, ends: scanLines(file) })
  const repositoryOf = ({ at, positionOf }: Records, slug: string) => at(positionOf(slug)).github_url
  const oldPages = old?.html?.renderer === RENDERER ? old.html : undefined
  const isSame = (slug: string): boolean =>
    oldPages?.digests.has(slug) === true &&
    old!.readmes.get(slug) === readmes.get(slug) &&
    repositoryOf(old!.records, slug) === repositoryOf(records, slug)
  const others = new Set(readmes.keys().filter((slug) => !isSame(slug)))
  const queue = others.values().map((slug) => ({
    readme: JSON.parse(readReadme(records.lineOf(slug))!.toString()),
    repository: repositoryOf(records, slug),
  }))
  const rendered = renderAll(queue, others.size)
  for (const slug of readmes.keys()) {
    const result = others.has(slug) ? (await rendered.next()).value! : undefined
    if (result && 'error' in result) failures.push({ slug, about: 'html', detail: result.error })
    const html = result && 'html' in result ? lineFrom('html', Buffer.from(result.html)) : undefined
    pages.add(slug, result ? html : oldPages!.lineOf(slug))
    onPage(pages.digests.size + failures.length)
  }
  await rendered.return(undefined)
  return { digest: pages.close(), count: pages.digests.size, failures }
}

/** A README, and the repository that its relative links lead to. */
interface ReadmeToRender {
  readme: string
  repository: string
}

export type Rendered = { html: string } | { error: string }

/** Each README rendered or given up, in their order. @param count about how many they are */
export async function* renderAll(
  readmes: Iterable<ReadmeToRender>,
  count: number,
  options: ThreadOptions = {},
): AsyncGenerator<Rendered, undefined> {
  const concurrency = Math.max(1, Math.min(MAX_THREADS, Math.ceil(count / WORTH_A_THREAD)))
  const idle = Array.from({ length: concurrency }, () => createReadmeThread(options))
  const render = async ({ readme, repository }: ReadmeToRender) => {
    const thread = idle.pop()!
    const result = await thread.run({ render: readme, repository })
    idle.push(thread)
    return result as Rendered
  }
  try {
    yield* Readable.from(readmes).map(render, { concurrency })
  } finally {
    await Promise.all(idle.map(({ end }) => end()))
  }
  return undefined
}
