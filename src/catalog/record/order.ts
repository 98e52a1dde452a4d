/** The orders of SDKs: by slug, and by title, which is that of the catalogue. No schemas, which would be half of a command's start. */
import { once } from '../../system/once.ts'

/** Node reads its data about languages for it, which takes milliseconds of a start. */
const collator = once(() => new Intl.Collator('en', { sensitivity: 'base', numeric: true }))

export const bySlug = (a: { slug: string }, b: { slug: string }): number =>
  a.slug < b.slug ? -1 : a.slug > b.slug ? 1 : 0

/** The one catalogue order: by title, ties by slug. */
export const byTitle = (a: { title: string; slug: string }, b: { title: string; slug: string }): number =>
  collator().compare(a.title, b.title) || bySlug(a, b)
