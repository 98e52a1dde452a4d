/** Two pages near the end of a README of the largest size and half a million lines. */

import { excerpt, openingLine, pageOf } from '../../src/catalog/readme/excerpt.ts'
import { parseMarkdown } from '../../src/catalog/readme/readme.ts'
import { MAX_README_BYTES } from '../../src/catalog/record/bounds.ts'
import type { WorkOf } from './counted.ts'

const full = (unit: string, before = ''): string =>
  before + unit.repeat((MAX_README_BYTES - before.length) / unit.length)

const READMES = { 'blank lines': full('\n'), 'short lines': full('a\n'), 'lines of code': full('a\n', '```ts\n') }

export default async function pageWork(workOf: WorkOf): Promise<Record<string, number>> {
  const work: Record<string, number> = {}
  for (const [what, text] of Object.entries(READMES)) {
    const document = parseMarkdown(text)
    const from = text.length - 20_000
    work[what] = await workOf(() => {
      for (const language of [undefined, 'ts'] as const) {
        const part = excerpt(document, undefined, language)
        pageOf(part, Math.min(from, part.text.length / 2), 16_000)
        openingLine(part, from)
      }
    })
  }
  return work
}
