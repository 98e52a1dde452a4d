/** What is generated and committed is what the code generates. */
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Generated, generatedExamples, generatedFiles } from '../../scripts/generate.ts'

const ROOT = new URL('../../', import.meta.url).href

function expectCommitted({ file, content }: Generated): void {
  const committed = existsSync(file) ? readFileSync(file, 'utf8') : undefined
  expect(committed, `${file.href.replace(ROOT, '')} is not what the code generates; run: npm run generate`).toBe(
    content,
  )
}

test('the examples of the OpenAPI description are what the service answers', async () => {
  expectCommitted(await generatedExamples())
})

for (const generated of generatedFiles()) {
  test(`${generated.file.href.replace(ROOT, '')} is what the code generates`, () => expectCommitted(generated))
}
