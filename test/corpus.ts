/** Real generated repositories, where they are at hand: `../shared/corpus` beside the checkout, or CORPUS. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const CORPUS = process.env.CORPUS ?? fileURLToPath(new URL('../../shared/corpus', import.meta.url))
export const hasCorpus = existsSync(CORPUS)
