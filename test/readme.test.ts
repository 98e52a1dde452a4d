import { expect, test } from 'vitest'
import { currentReadme, generatedReadme } from '../scripts/readme.ts'

test('README shows the settings and answers that the code gives (npm run generate)', async () => {
  expect(currentReadme()).toBe(await generatedReadme())
})
