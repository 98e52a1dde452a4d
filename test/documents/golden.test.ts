/** `npm run generate` changes nothing: what is generated and committed is what the code generates. */
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { generatedExamples, generatedFiles } from '../../scripts/generate.ts'

const ROOT = new URL('../../', import.meta.url).href

test('the generated files that are committed are what `npm run generate` writes', async () => {
  const files = [await generatedExamples(), ...generatedFiles()]
  const stale = files.filter(({ file, content }) => !existsSync(file) || readFileSync(file, 'utf8') !== content)
  expect(stale.map(({ file }) => file.href.replace(ROOT, ''))).toEqual([])
})
