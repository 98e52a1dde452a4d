/** Pictures for links that are shared (1200 × 630) and for home screens, drawn from SVG when they are requested. */
import { fileURLToPath } from 'node:url'
import type { SdkRecord } from '../catalog/record/record.ts'
import type { Representation } from '../http/representation.ts'
import { escapeMarkup } from '../text/markup.ts'
import type { Services } from '../tools/define/define.ts'
import { badgesOf, cellsOf } from './html/components.ts'
import { PICTURE_SIZE } from './html/layout.ts'
import { DAY, pictureFont } from './html/static-files.ts'

const FACE = 'Source Serif 4 SemiBold'
const COLOUR = { paper: '#f8f7f3', ink: '#1d1e20', soft: '#56585c', accent: '#a3361a', edge: '#85827a' } as const

const { width, height } = PICTURE_SIZE
const MARGIN = 80
/** Average width of a letter of the face, as a share of its size. */
const LETTER = 0.5

/** The words in lines that fit the width; what does not fit the last line is cut. */
function wrap(words: string, size: number, maxLines: number): string[] {
  const maxLength = Math.floor((width - 2 * MARGIN) / (size * LETTER))
  const lines = ['']
  for (const word of words.split(/\s+/)) {
    const longer = `${lines.at(-1)} ${word}`.trimStart()
    if (longer.length > maxLength && lines.at(-1) !== '') lines.push(word)
    else lines[lines.length - 1] = longer
  }
  if (lines.length <= maxLines) return lines
  return [...lines.slice(0, maxLines - 1), `${lines[maxLines - 1]!.slice(0, maxLength - 1)}…`]
}

/** The six cells of the mark; `size` is the side of one. */
const cellsSvg = (filled: readonly boolean[], x: number, y: number, size: number): string =>
  filled
    .map((isFilled, at) => {
      const step = size * 1.22
      const place = `x="${x + (at % 3) * step}" y="${y + Math.floor(at / 3) * step}" width="${size}" height="${size}"`
      const paint = isFilled ? `fill="${COLOUR.accent}"` : `fill="none" stroke="${COLOUR.edge}" stroke-width="2"`
      return `<rect ${place} ${paint}/>`
    })
    .join('')

const text = (content: string, x: number, y: number, size: number, fill: string, more = ''): string =>
  `<text x="${x}" y="${y}"${more} font-family="${FACE}" font-size="${size}" fill="${fill}">${escapeMarkup(content)}</text>`

/** Of an SDK, or of the site if there is no record. */
export function picture(record: SdkRecord | undefined, { site, catalog }: Services): Promise<Representation> {
  const title = record?.title ?? 'SDKs for public APIs, ready for your agent'
  const sentence = record
    ? (record.description ?? `A generated client for ${title}.`)
    : `${catalog.count} generated SDKs to search by name or by what you need.`
  const badges = record ? badgesOf(record).map((badge) => badge.text) : ['MCP', 'REST', 'Markdown']
  const cells = record ? cellsOf(record).map(({ filled }) => filled) : ALL_CELLS
  const size = title.length > 34 ? 64 : 80
  const titleLines = wrap(title, size, 2)
  const below = 300 + titleLines.length * size * 1.1
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">`,
    `<rect width="${width}" height="${height}" fill="${COLOUR.paper}"/>`,
    `<rect width="${width}" height="12" fill="${COLOUR.accent}"/>`,
    cellsSvg(cells, MARGIN, 80, 44),
    text(site.name, width - MARGIN, 120, 32, COLOUR.soft, ' text-anchor="end"'),
    ...titleLines.map((line, at) => text(line, MARGIN, 290 + at * size * 1.1, size, COLOUR.ink)),
    ...wrap(sentence, 34, 3).map((line, at) => text(line, MARGIN, below + at * 44, 34, COLOUR.soft)),
    text(badges.join(' · '), MARGIN, 590, 28, COLOUR.ink),
    '</svg>',
  ]
  return draw(svg.join(''))
}

const ALL_CELLS = Array.from({ length: 6 }, () => true)

/** The mark for home screens, with room around it: systems cut the corners. */
export const touchIcon = (): Promise<Representation> =>
  draw(
    `<svg xmlns="http://www.w3.org/2000/svg" width="180" height="180"><rect width="180" height="180" fill="${COLOUR.paper}"/>${cellsSvg(ALL_CELLS, 30, 50, 35)}</svg>`,
  )

/**
 * The library is large and drawing takes a while: it is loaded with the first picture, and draws in a thread. Where it
 * is not installed, as there is none for the platform, the picture stays SVG, which some sites show.
 */
async function draw(svg: string): Promise<Representation> {
  const library = await import('@resvg/resvg-js').catch(() => undefined)
  if (!library) return { content: svg, type: 'image/svg+xml', cacheControl: DAY }
  const font = { fontFiles: [fileURLToPath(pictureFont)], loadSystemFonts: false, defaultFontFamily: FACE }
  const image = await library.renderAsync(svg, { font })
  return { content: image.asPng(), type: 'image/png', cacheControl: DAY }
}
