/** What people wrote of SDKs, without a file. */
import type { Texts, WrittenText } from '../../src/builder/written-texts.ts'

export const textsOf = (...lines: (WrittenText & { slug: string })[]): Texts => ({
  bySlug: new Map(lines.map(({ slug, ...text }) => [slug, text])),
  lines: new Map(lines.map(({ slug }, at) => [slug, at + 1])),
  renamed: new Map(),
  warnings: [],
})
