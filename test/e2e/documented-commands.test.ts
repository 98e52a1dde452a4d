/** Every command of sdk-catalog in README and docs exists, with each of its flags. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { run } from './service.ts'

const FILES = ['README.md', 'docs/operating.md', 'docs/building.md', 'docs/proof.md', 'SECURITY.md']

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

test('what the documents tell to type is there', async () => {
  expect(written.length).toBeGreaterThan(15)
  const helps = new Map<string, Promise<string>>()
  const wrong = await Promise.all(
    written.map(async ({ file, words }) => {
      const [first = '', second = ''] = words.split(/\s+/)
      const path = ['inbox', 'catalog'].includes(first) ? [first, second] : [first]
      const key = path.join(' ')
      helps.set(key, helps.get(key) ?? run({}, { args: [...path, '--help'] }).ended.then(({ stdout }) => stdout))
      const help = await helps.get(key)!
      const flags = words.match(/(?<=\s|^)--[a-z-]+/g) ?? []
      const isThere = help.startsWith(`Usage: sdk-catalog ${key} `) || help.startsWith(`Usage: sdk-catalog ${key}\n`)
      return isThere && flags.every((flag) => help.includes(flag)) ? [] : [`${file}: sdk-catalog ${words}`]
    }),
  )
  expect(wrong.flat()).toEqual([])
})
