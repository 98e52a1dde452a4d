import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { useSite } from './browser.ts'
import { PICTURE, textInSight, textOf } from './readme-picture.ts'

const { watch } = useSite()

it('the picture in README is of the page of today: npx node scripts/screenshots.ts, then copy readme.png to docs/sdk-page.png', async () => {
  const { page } = await watch({ viewport: PICTURE.viewport })
  await page.goto(PICTURE.path)
  const text = await textInSight(page)
  expect(text).toContain('git clone')
  expect(textOf(readFileSync('docs/sdk-page.png'))).toBe(text)
})
