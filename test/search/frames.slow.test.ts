/** What people say around a need takes nothing from it: each need on record, in frames of every kind. */
import { expect, it } from 'vitest'
import { catalog } from '../embedded.ts'

/** The frames of each kind; X is the need. */
const FRAMES: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries({
    wish: `
      I'd like X | I would like X | I'd like X, but keep it simple | I would like X but only for our team |
      we want X | I want X please | I wish I had X | I'm looking for X | we are looking for X |
      I am trying to find X | it would be nice to have X | I'd love X`,
    task: `
      we need X | I need X | need X | I have to do this: X | help me with X | please help me with this: X |
      my boss wants X | X, please | X asap | task: X | goal: X | todo: X`,
    question: `
      X? | is there something for X? | is there an API for X? | do you have anything for X? | which SDK is for X? |
      what can I use for X? | can you help with X? | could you find something for X? | what is the best API for X? |
      do you know an SDK for X? | how about X? | any API for X?`,
    greeting: `
      hi, X | hello, X | hey, X | good morning, X | good evening! X | hello there, X | hi all, X | hi team! X |
      dear all, X | X, thanks | X. thank you! | X, thanks in advance`,
    apology: `
      sorry, X | sorry to bother you, X | excuse me, X | sorry for asking, X | apologies, X |
      I was wondering about X | just a quick question: X | quick question: X`,
    tool: `
      use an SDK: X | use a tool for X | find an SDK: X | find me an API for X | search the catalogue for X |
      recommend an SDK for X | suggest an API for X | X. Answer with JSON.`,
    scope: `
      X. Out of scope: a web page, authentication, PDF export. | X. Non-goals: dashboards, translations. |
      X. Not needed: tests, Docker, CI. | X. Out of scope: e-mail.`,
  }).map(([kind, frames]) => [kind, frames.split('|').map((frame) => frame.trim())]),
)

/** One of as many needs is asked in each frame. */
const STEP = 421
const needs = [...catalog.entries()].flatMap(({ slug }) => catalog.record(slug)!.needs.map((need) => ({ slug, need })))
/** What a need excludes itself, and what has no right answer as it is. */
const asked = needs.filter(({ slug, need }, at) => at % STEP === 0 && isFound(slug, need))

function isFound(slug: string, query: string): boolean {
  return catalog.find(query, {}, 5).hits.some(({ record }) => record.slug === slug)
}

it('has frames of seven kinds, and needs of many SDKs', () => {
  expect(Object.values(FRAMES).flat().length).toBeGreaterThanOrEqual(60)
  expect(asked.length).toBeGreaterThan(40)
})

const excludedIn = (constraints: readonly string[]) => constraints.filter((name) => name.startsWith('not '))

it.each(Object.entries(FRAMES))(
  'a %s around a need excludes nothing, and leaves its SDK among the first five in 97 of 100',
  (_, frames) => {
    const answers = frames.flatMap((frame) =>
      asked.map((one) => ({
        ...one,
        ...catalog.find(
          frame.replace('X', () => one.need),
          {},
          5,
        ),
      })),
    )
    const more = answers.filter(({ need, constraints }) => {
      const excluded = excludedIn(constraints)
      if (excluded.length === 0) return false
      const own = excludedIn(catalog.find(need, {}, 1).constraints)
      return excluded.some((name) => !own.includes(name))
    })
    expect(more.map(({ need, constraints }) => [need, constraints])).toEqual([])
    const found = answers.filter(({ slug, hits }) => hits.some(({ record }) => record.slug === slug))
    expect(found.length / answers.length).toBeGreaterThanOrEqual(0.97)
  },
)
