/**
 * Pictures of every page and state at four widths in both themes, for people to look at, and one sheet with all of them:
 * `npx node scripts/screenshots.ts FOLDER [URL of a running service] [pages]`. readme.png is for docs/sdk-page.png, the only one that
 * a test checks.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { chromiumPath, FLAGS } from '../test/browser/chromium.ts'
import { PICTURE, textInSight, withText } from '../test/browser/readme-picture.ts'
import { startService } from '../test/e2e/service.ts'

const WIDTHS = [390, 768, 1440, 2560]
const THEMES = ['light', 'dark'] as const
const PAGES: Record<string, string> = {
  home: '/',
  list: '/sdk',
  topic: '/sdk?topic=weather',
  results: '/sdk?q=weather&no_auth=true',
  none: '/sdk?q=zzzqqqxxx',
  unfit: '/sdk?q=face+recognition',
  corrected: '/sdk?q=wether',
  compare: '/sdk/compare?slugs=poetrydb-sdk,answerbook-sdk,dog-sdk',
  entry: '/example-sdk/poetrydb-sdk',
  'entry-large': '/example-sdk/gitlab-sdk',
  'entry-filtered': '/example-sdk/gitlab-sdk?entity=project',
  readme: '/example-sdk/poetrydb-sdk/readme',
  operation: '/example-sdk/poetrydb-sdk/author/list',
  'operation-large': '/example-sdk/github-sdk/issue/list',
  try: '/example-sdk/open-meteo-sdk/weather_forecast/load/try',
  surfaces: '/surfaces',
  developers: '/developers',
  using: '/developers/using-an-sdk',
  errors: '/developers/errors',
  playground: '/playground?tool=find_sdk&args=%7B%22query%22%3A%22poems%22%7D',
  changes: '/changes',
  status: '/status',
  contact: '/contact',
  jobs: '/jobs',
  thanks: '/contact/thanks',
  privacy: '/privacy',
  missing: '/no-such-page',
}

/** States of a page, by what brings it there. */
const STATES: Record<string, { path: string; act(page: Page): Promise<unknown> }> = {
  palette: {
    path: '/privacy',
    async act(page) {
      await page.keyboard.press('Control+k')
      await page.keyboard.type('weather')
      await page.getByRole('option').first().waitFor()
    },
  },
  tray: {
    path: '/sdk?q=weather',
    async act(page) {
      for (const at of [0, 2]) await page.locator('.tick input').nth(at).check()
    },
  },
  question: { path: '/', act: (page) => page.locator('.demo').getByRole('tab').nth(1).click() },
  filters: { path: '/sdk?q=weather', act: (page) => page.evaluate(`document.querySelector('.facets').open = true`) },
  'entry-none': {
    path: '/example-sdk/gitlab-sdk',
    act: (page) => page.getByRole('searchbox', { name: /^Filter/ }).fill('zzz'),
  },
  test: {
    path: '/example-sdk/poetrydb-sdk/author/list',
    act: (page) => page.getByText('A test without a network').first().click(),
  },
}

const [folder, given, only] = process.argv.slice(2)
if (!folder) throw new Error('Name the folder for the pictures: npx node scripts/screenshots.ts FOLDER')
mkdirSync(folder, { recursive: true })
const service = given ? undefined : await startService()
const url = given || service!.url
const browser = await chromium.launch({ executablePath: chromiumPath(), args: FLAGS })
const rows: string[] = []
try {
  const pages = Object.entries(PAGES).map(([name, path]) => [name, { path, act: async () => {} }] as const)
  for (const [name, { path, act }] of [...pages, ...Object.entries(STATES)]) {
    if (only && !only.split(',').includes(name)) continue
    const cells: string[] = []
    for (const width of WIDTHS) {
      for (const colorScheme of THEMES) {
        const page = await browser.newPage({ viewport: { width, height: width < 800 ? 812 : 900 }, colorScheme })
        await page.goto(url + path)
        await page.waitForLoadState('networkidle')
        await act(page)
        const file = `${name}-${width}-${colorScheme}.png`
        await page.screenshot({ path: join(folder, file), fullPage: true })
        cells.push(`<td><a href="${file}"><img src="${file}" width="240" loading="lazy" alt=""></a></td>`)
        await page.close()
      }
    }
    rows.push(`<tr><th>${name}</th>${cells.join('')}</tr>`)
  }
  const page = await browser.newPage({ viewport: PICTURE.viewport })
  await page.goto(url + PICTURE.path)
  await page.waitForLoadState('networkidle')
  writeFileSync(join(folder, 'readme.png'), withText(await page.screenshot(), await textInSight(page)))
  writeFileSync(join(folder, 'index.html'), `<!doctype html><title>Screenshots</title><table>${rows.join('')}</table>`)
} finally {
  await browser.close()
  await service?.stop()
}
