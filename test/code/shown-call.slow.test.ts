/** Every program that the embedded catalogue may show: each argument is told, and each program is code. */
import { expect, it } from 'vitest'
import { catalog } from '../embedded.ts'
import { PARSERS } from './parsers.ts'
import { examplesIn, untold } from './shown.ts'

it('every argument of every endpoint is marked, a placeholder or a key, and all programs parse', async () => {
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
  for (const [language, parse] of Object.entries(PARSERS)) expect(parse(codes[language]!) ?? [], language).toEqual([])
}, 900_000)
