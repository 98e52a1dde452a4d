/** Every command of sdk-catalog in README and docs exists, with each of its flags. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { JSON_OUTPUT } from '../../src/commands/options.ts'
import { commands, groups } from '../../src/commands/table.ts'

const FILES = ['README.md', 'docs/operating.md', 'docs/building.md', 'docs/runbook.md', 'docs/proof.md', 'SECURITY.md']

/** In shell blocks `sdk-catalog …` or `npm run --silent NAME -- …`, up to the next command; in text only the first. */
const written = FILES.flatMap((file) => {
  const text = readFileSync(fileURLToPath(new URL(`../../${file}`, import.meta.url)), 'utf8')
  const direct = [...text.matchAll(/(?:^|[`"]|&& |\S=\S+ )sdk-catalog ((?:[a-z-][^\n`"&#|]*))/gm)].map(
    ([, words]) => words!,
  )
  const scripts = [...text.matchAll(/npm run (?:--silent )?(inbox|catalog) -- ([^\n`&#|]*)/g)].map(
    ([, name, words]) => `${name} ${words}`,
  )
  return [...direct, ...scripts].map((words) => ({ file, words: words.trim() }))
})

/** `inbox list` -> its flags */
const flagsOf = new Map(
  Object.entries(commands).map(([usage, { options = [], json }]) => {
    const words = usage.split(' ').filter((word) => /^[a-z]+$/.test(word))
    const accepted = [...options, ...(groups[words[0]!]?.options ?? []), ...(json === false ? [] : [JSON_OUTPUT])]
    return [words.join(' '), ['--help', ...accepted.map(({ long }) => long!)]]
  }),
)

test('what the documents tell to type is there', () => {
  expect(written.length).toBeGreaterThan(15)
  const wrong = written.filter(({ words }) => {
    const [first = '', second = ''] = words.split(/\s+/)
    const flags = flagsOf.get(first in groups ? `${first} ${second}` : first)
    return !(words.match(/(?<=\s|^)--[a-z-]+/g) ?? []).every((flag) => flags?.includes(flag)) || !flags
  })
  expect(wrong).toEqual([])
})
