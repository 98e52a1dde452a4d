/** The pictures of links that are shared. */
import { fileURLToPath } from 'node:url'
import { Resvg } from '@resvg/resvg-js'
import { expect, it } from 'vitest'
import { badgesOf } from '../../src/site/html/components.ts'
import { pictureFont } from '../../src/site/html/static-files.ts'
import { textRoom } from '../../src/site/picture.ts'
import { testServices } from '../app.ts'

it('no badge is narrower than its words', () => {
  const { records } = testServices().catalog
  const badges = new Set([...records].flatMap((record) => badgesOf(record).map(({ text }) => text)))
  for (const badge of [...badges, 'MCP', 'REST', 'Markdown']) {
    const face = 'Source Serif 4 SemiBold'
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="90"><text x="0" y="50" font-family="${face}" font-size="24">${badge}</text></svg>`
    const font = { fontFiles: [fileURLToPath(pictureFont)], loadSystemFonts: false, defaultFontFamily: face }
    const { width } = new Resvg(svg, { font }).innerBBox()!
    expect([badge, width > 10 && width <= textRoom(badge)]).toEqual([badge, true])
  }
})
