/** Reading on in a README of the largest size and half a million lines. In a process of its own: vitest slows code down. */
import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'

/** Three to six times less than lists of all lines would take. */
const MOST = 3

const READMES = {
  'blank lines': '"\\n".repeat(MAX)',
  'short lines': '"a\\n".repeat(MAX / 2)',
  'lines of code': '"```ts\\n" + "a\\n".repeat(MAX / 2 - 3)',
}

/** Prints how many times longer two pages near the end take than splitting the text into lines. */
const script = (text: string) => `
import { parseMarkdown } from './document.ts'
import { excerpt, openingLine, pageOf } from './excerpt.ts'
const MAX = 512 * 1024
const text = ${text}
const document = parseMarkdown(text)
const from = text.length - 20_000
const least = (work) => Math.min(...Array.from({ length: 12 }, () => {
  const began = performance.now()
  work()
  return performance.now() - began
}))
const pages = () => [undefined, 'ts'].map((language) => {
  const part = excerpt(document, undefined, language)
  return [pageOf(part, Math.min(from, part.text.length / 2), 16_000), openingLine(part, from)]
})
const ofPages = least(pages)
console.log(ofPages / least(() => text.split('\\n').map((line) => line.length)))`

it.each(Object.entries(READMES))('pages near the end of %s cost little more than splitting it', (_, text) => {
  const cwd = new URL('../../../src/catalog/readme/', import.meta.url)
  const ratio = execFileSync(process.execPath, ['--input-type=module', '-e', script(text)], { cwd, encoding: 'utf8' })
  expect(Number(ratio)).toBeLessThan(MOST)
})
