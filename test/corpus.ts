/** Real generated repositories, where they are at hand: `../shared/corpus` beside the checkout, or CORPUS. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const CORPUS = process.env.CORPUS ?? fileURLToPath(new URL('../../shared/corpus', import.meta.url))
export const hasCorpus = existsSync(CORPUS)

/** How many READMEs apart those are that tests read; all of them where CORPUS is set. */
const STEP = process.env.CORPUS ? 1 : 20

/** READMEs of the repositories by slug, a sample of them. */
export function corpusReadmes(): Map<string, string> {
  const slugs = hasCorpus ? readdirSync(CORPUS).filter((_, at) => at % STEP === 0) : []
  const files = slugs.map((slug) => [slug, `${CORPUS}/${slug}/README.md`] as const)
  return new Map(files.filter(([, file]) => existsSync(file)).map(([slug, file]) => [slug, readFileSync(file, 'utf8')]))
}
