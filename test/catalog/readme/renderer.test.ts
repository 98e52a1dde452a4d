/** The name of the renderer changes with every file that the HTML of a README depends on. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { rendererName, SOURCES } from '../../../src/catalog/readme/renderer.ts'

const FOLDER = new URL('../../../src/catalog/readme/', import.meta.url)
/** From it only the largest size of a README is taken, and a larger one is in no catalogue. */
const RECORD = new URL('../record/record.ts', FOLDER).href

function dependencies(file: URL, found = new Set<string>()): Set<string> {
  if (found.has(file.href) || file.href === RECORD) return found
  found.add(file.href)
  const text = readFileSync(file, 'utf8')
  for (const [, path] of text.matchAll(/^(?:import|export)\b[^'"]*'(\.[^']+)'/gm))
    dependencies(new URL(path!, file), found)
  return found
}

test('the renderer is named by every file of ours that it consists of', () => {
  const all = [...dependencies(new URL('html.ts', FOLDER))].sort()
  expect(SOURCES.map((path) => new URL(path, FOLDER).href).sort()).toEqual(all)
  expect(rendererName()).toMatch(/^[0-9a-f]{16}$/)
})
