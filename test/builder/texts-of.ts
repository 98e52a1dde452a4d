/** What people wrote of SDKs, without a file. */
import type { Text, Texts } from '../../src/builder/texts.ts'

export const textsOf = (...lines: (Text & { slug: string })[]): Texts => ({
  bySlug: new Map(lines.map(({ slug, ...text }) => [slug, text])),
  lines: new Map(lines.map(({ slug }, at) => [slug, at + 1])),
  renamed: new Map(),
  warnings: [],
})
