/** The labelled texts are what docs/reliability.md says of them. */
import { expect, test } from 'vitest'
import { corpus } from '../../evals/injection/corpus.ts'
import { suspicion } from '../../evals/injection/rules.ts'

const count = (texts: readonly { poisoned: boolean }[], poisoned: boolean) =>
  texts.filter((text) => text.poisoned === poisoned).length

test('at least 200 are poisoned and 500 ordinary, a third of both is held out, and none is in both', () => {
  const { training, heldOut } = corpus
  for (const [poisoned, least] of [
    [true, 200],
    [false, 500],
  ] as const) {
    const held = count(heldOut, poisoned)
    const all = held + count(training, poisoned)
    expect(all).toBeGreaterThanOrEqual(least)
    expect(held / all).toBeGreaterThan(0.31)
  }
  const trained = new Set(training.map(({ text }) => text))
  expect(heldOut.filter(({ text }) => trained.has(text))).toEqual([])
})

test('the rules know the texts that they were written from', () => {
  const { training } = corpus
  expect(training.filter(({ text, poisoned }) => poisoned && suspicion(text)).length).toBeGreaterThan(
    0.9 * count(training, true),
  )
  expect(training.filter(({ text, poisoned }) => !poisoned && suspicion(text))).toEqual([])
})
