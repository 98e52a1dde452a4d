/** Every program that the embedded catalogue may show: each argument is told, and each program that is parsed is code. */
import { expect, it } from 'vitest'
import { catalog } from '../embedded.ts'
import { PARSERS } from './parsers.ts'
import { examplesIn, untold } from './shown.ts'

/** Of each language one in so many is parsed, which the templates of a language make alike. */
const STEP = 4

it('every argument of every endpoint is marked, a placeholder or a key, and the programs parse', async () => {
  const codes: Record<string, string[]> = {}
  const silent: string[] = []
  let count = 0
  for await (const example of examplesIn(catalog, catalog.records)) {
    const { name, target, start } = example
    count += 1
    silent.push(...untold(example).map((argument) => `${name} in ${target}: ${argument}`))
    codes[target] ??= []
    codes[target].push(start.code!)
  }
  expect(count).toBeGreaterThan(100_000)
  expect(silent).toEqual([])
  for (const [language, parse] of Object.entries(PARSERS)) {
    const some = codes[language]!.filter((_, at) => at % STEP === 0)
    expect(parse(some) ?? [], language).toEqual([])
  }
}, 900_000)
