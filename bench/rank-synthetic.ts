/** Many records that look like the real ones: their words, recombined by a fixed generator. */
import type { SdkRecord } from '../src/catalog/record/record.ts'

/** Same seed, same numbers (mulberry32). */
export function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** The real records, and as many more as make `count`: each with a name of its own and a mixture of two descriptions. */
export const grow = (records: readonly SdkRecord[], count: number): SdkRecord[] => [...grown(records, count)]

/** The same, one after the other. */
export function* grown(records: readonly SdkRecord[], count: number): Generator<SdkRecord> {
  const random = generator(722)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  yield* records.slice(0, count)
  for (let at = records.length; at < count; at++) {
    const [one, two] = [pick(records), pick(records)]
    const description = [...halfOf(one.description), ...halfOf(two.description)].join(' ') || one.description
    const number = at.toString(36)
    const slug = `${pick(one.slug.split('-'))}-${number}-sdk`
    yield {
      ...one,
      slug,
      title: `${pick(one.title.split(' '))} ${pick(two.title.split(' '))} ${number}`,
      ...(description !== undefined && { description }),
      aliases: [],
      github_url: `https://github.com/synthetic/${slug}`,
      source_website: `https://${number}.example`,
      servers: [{ url: `https://${number}.example` }],
      packages: renamed(one.packages, slug),
    }
  }

  function halfOf(text = ''): string[] {
    return text.split(' ').filter(() => random() < 0.5)
  }
}

/** Packages have names of their own, too. */
function renamed(packages: SdkRecord['packages'], slug: string): SdkRecord['packages'] {
  return Object.fromEntries(
    Object.entries(packages).map(([language, names]) => [language, { ...names, name: `${language}/${slug}` }]),
  )
}
