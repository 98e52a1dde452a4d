/** Real generated repositories, where they are at hand: `../shared/corpus` beside the checkout, or CORPUS. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const CORPUS = process.env.CORPUS ?? fileURLToPath(new URL('../../shared/corpus', import.meta.url))
export const hasCorpus = existsSync(CORPUS)

/** READMEs of the repositories by slug: the longest and every twentieth, or all of them where CORPUS is set. */
export function corpusReadmes(): Map<string, string> {
  const files = (hasCorpus ? readdirSync(CORPUS) : [])
    .map((slug) => [slug, `${CORPUS}/${slug}/README.md`] as const)
    .filter(([, file]) => existsSync(file))
  const readmes = files.map(([slug, file]) => [slug, readFileSync(file, 'utf8')] as const)
  const byLength = readmes.toSorted(([, a], [, b]) => b.length - a.length)
  return new Map(byLength.filter((_, at) => process.env.CORPUS !== undefined || at < 20 || at % 20 === 0))
}
