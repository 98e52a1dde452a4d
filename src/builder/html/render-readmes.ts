/** READMEs to HTML in threads: one that takes too long costs its page, not the build. */
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { RENDERER } from '../../catalog/readme/renderer.ts'
import { createReadmeThread, type ThreadOptions } from '../../catalog/readme/thread.ts'
import type { Records } from '../../catalog/record/records.ts'
import { digest } from '../../store/catalog-files.ts'
import type { DigestedCatalog } from '../../store/loading/check.ts'
import type { Warning } from '../derive/derive.ts'

/** With four a build of 10,000 repositories takes 549 MB; the limit is 500 MB on any machine. */
const MAX_THREADS = 2
/** A thread takes as long to start as so many READMEs to render. */
const WORTH_A_THREAD = 32

interface PagesOptions {
  records: Records
  /** Digests by slug of the READMEs in `staged`. */
  readmes: ReadonlyMap<string, string>
  staged: string
  out: string
  /** The published catalogue in `out`. */
  old: DigestedCatalog | undefined
  onPage(done: number): void
}

/** Writes html/{slug}.html; a page whose README and renderer are as before is copied. Returns the digests of the pages. */
export async function writePages({ records, readmes, staged, out, old, onPage }: PagesOptions) {
  await mkdir(join(staged, 'html'))
  const pages = new Map<string, string>()
  const failures: Warning[] = []
  const repositoryBefore = (slug: string) => old?.records.at(old.records.positionOf(slug)).github_url
  const oldPages = old?.html?.renderer === RENDERER ? old.html.pages : undefined
  const queue: ReadmeToRender[] = []
  let done = 0
  for (const { slug, github_url: repository } of records) {
    const page = oldPages?.get(slug)
    if (page && old?.readmes.get(slug) === readmes.get(slug) && repositoryBefore(slug) === repository) {
      await copyFile(join(out, `html/${slug}.html`), join(staged, `html/${slug}.html`))
      pages.set(slug, page)
      onPage(++done)
    } else queue.push({ slug, repository, readme: join(staged, `readme/${slug}.md`) })
  }
  await renderAll(queue, async (slug, result) => {
    if ('html' in result) {
      pages.set(slug, digest(result.html))
      await writeFile(join(staged, `html/${slug}.html`), result.html)
    } else failures.push({ slug, about: 'html', detail: result.error })
    onPage(++done)
  })
  return { pages, failures }
}

/** Path of a README, and the repository that its relative links lead to. */
interface ReadmeToRender {
  slug: string
  readme: string
  repository: string
}

export type Rendered = { html: string } | { error: string }

/** Calls `onRendered` for each README, rendered or given up. */
export async function renderAll(
  readmes: readonly ReadmeToRender[],
  onRendered: (slug: string, rendered: Rendered) => Promise<void>,
  options: ThreadOptions = {},
): Promise<void> {
  const queue = readmes.values()
  const threads = Math.min(MAX_THREADS, Math.ceil(readmes.length / WORTH_A_THREAD))
  await Promise.all(
    Array.from({ length: threads }, async () => {
      const thread = createReadmeThread(options)
      try {
        for (const { slug, readme, repository } of queue) {
          const result = await thread.run({ render: await readFile(readme, 'utf8'), repository })
          await onRendered(slug, result as Rendered)
        }
      } finally {
        await thread.end()
      }
    }),
  )
}
