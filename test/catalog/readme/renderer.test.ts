/** The name of the renderer changes with everything that the HTML of a README depends on. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { RENDERER } from '../../../src/catalog/readme/renderer.ts'

const FOLDER = new URL('../../../src/catalog/readme/', import.meta.url)
/** Only the maximum size of a README comes from it, and a larger one is in no catalogue. */
const RECORD = new URL('../record/record.ts', FOLDER).href

/** The file and what it imports, by URL. */
function sources(file: URL, texts = new Map<string, string>()): Map<string, string> {
  if (texts.has(file.href) || file.href === RECORD) return texts
  const text = readFileSync(file, 'utf8')
  texts.set(file.href, text)
  for (const [, path] of text.matchAll(/^(?:import|export)\b[^'"]*'(\.[^']+)'/gm)) sources(new URL(path!, file), texts)
  return texts
}

test('the renderer is named after its sources and its libraries', () => {
  const texts = sources(new URL('render-html.ts', FOLDER))
  const { dependencies } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))
  const hash = createHash('sha256')
  for (const url of [...texts.keys()].sort()) hash.update(texts.get(url)!)
  for (const library of ['highlight.js', 'markdown-it', 'sanitize-html'])
    hash.update(`${library}@${dependencies[library]}`)
  const name = hash.digest('hex').slice(0, 16)
  expect(RENDERER, `Write '${name}' into src/catalog/readme/renderer.ts`).toBe(name)
})
