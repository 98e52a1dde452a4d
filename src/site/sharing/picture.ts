/** Pictures for links that are shared (1200 × 630) and for home screens: SVG of our own, drawn as PNG when asked for. */
import { fileURLToPath } from 'node:url'
import type { SdkRecord } from '../../catalog/record/record.ts'
import type { Representation } from '../../http/representation.ts'
import { escapeMarkup } from '../../text/markup.ts'
import type { Services } from '../../tools/define.ts'
import { badgesOf } from '../html/badges.ts'
import { PICTURE_SIZE } from '../html/layout.ts'
import { type Cell, cellsOf } from '../html/mark.ts'
import { drawnFont } from '../html/static-files.ts'

const DAY = 'public, max-age=86400'
const FACE = 'Source Serif 4 SemiBold'
const COLOUR = { paper: '#f8f7f3', ink: '#1d1e20', soft: '#56585c', accent: '#a3361a', edge: '#85827a' } as const

const { width, height } = PICTURE_SIZE
const MARGIN = 80
/** Width of a letter of the face, on average, as a share of its size. */
const LETTER = 0.5

/** Words in lines that fit the width; what is left after the last line is cut. */
export function wrapped(text: string, size: number, most: number, room = width - 2 * MARGIN): string[] {
  const fits = Math.floor(room / (size * LETTER))
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/)) {
    if (line !== '' && line.length + 1 + word.length > fits) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  lines.push(line)
  if (lines.length <= most) return lines
  return [...lines.slice(0, most - 1), `${lines[most - 1]!.slice(0, fits - 1)}…`]
}

/** The six cells; `size` is the side of one. */
const drawnCells = (cells: readonly Cell[], x: number, y: number, size: number): string =>
  cells
    .map(({ filled }, at) => {
      const step = size * 1.22
      const place = `x="${x + (at % 3) * step}" y="${y + Math.floor(at / 3) * step}" width="${size}" height="${size}"`
      return filled
        ? `<rect ${place} fill="${COLOUR.accent}"/>`
        : `<rect ${place} fill="none" stroke="${COLOUR.edge}" stroke-width="2"/>`
    })
    .join('')

const text = (content: string, x: number, y: number, size: number, fill: string): string =>
  `<text x="${x}" y="${y}" font-family="${FACE}" font-size="${size}" fill="${fill}">${escapeMarkup(content)}</text>`

interface Card {
  title: string
  sentence: string
  cells: readonly Cell[]
  badges: readonly string[]
  site: string
}

export function cardSvg({ title, sentence, cells, badges, site }: Card): string {
  const big = title.length > 34 ? 64 : 80
  const titleLines = wrapped(title, big, 2)
  const below = 250 + titleLines.length * big * 1.1
  const sentenceLines = wrapped(sentence, 34, 3)
  let x = MARGIN
  const drawnBadges = badges.map((badge) => {
    const wide = [...badge].reduce((sum, letter) => sum + (/[A-Z]/.test(letter) ? 18 : 12), 44)
    const drawn = `<rect x="${x}" y="522" width="${wide}" height="48" rx="24" fill="none" stroke="${COLOUR.edge}" stroke-width="2"/>${text(badge, x + 22, 554, 24, COLOUR.ink)}`
    x += wide + 14
    return drawn
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">`,
    `<rect width="${width}" height="${height}" fill="${COLOUR.paper}"/>`,
    `<rect width="${width}" height="12" fill="${COLOUR.accent}"/>`,
    drawnCells(cells, MARGIN, 80, 44),
    `<text x="${width - MARGIN}" y="120" text-anchor="end" font-family="${FACE}" font-size="32" fill="${COLOUR.soft}">${escapeMarkup(site)}</text>`,
    ...titleLines.map((line, at) => text(line, MARGIN, 290 + at * big * 1.1, big, COLOUR.ink)),
    ...sentenceLines.map((line, at) => text(line, MARGIN, below + 50 + at * 44, 34, COLOUR.soft)),
    ...drawnBadges,
    '</svg>',
  ].join('')
}

const ALL_CELLS: readonly Cell[] = Array.from({ length: 6 }, () => ({ name: '', filled: true }))

const siteCard = ({ site, catalog }: Services): Card => ({
  title: 'SDKs for public APIs, ready for your agent',
  sentence: `${catalog.count} generated SDKs to search by name or by what you need.`,
  cells: ALL_CELLS,
  badges: ['MCP', 'REST', 'Markdown'],
  site: site.name,
})

const sdkCard = (record: SdkRecord, { site }: Services): Card => ({
  title: record.title,
  sentence: record.description ?? `A generated client for ${record.title}.`,
  cells: cellsOf(record),
  badges: badgesOf(record).map((badge) => badge.text),
  site: site.name,
})

/** Of an SDK, or of the site where no record is given. */
export const picture = (record: SdkRecord | undefined, services: Services): Promise<Representation> =>
  drawn(cardSvg(record ? sdkCard(record, services) : siteCard(services)))

const ICON = 180

/** The mark for home screens, with room around it: systems cut the corners. */
export const touchIcon = (): Promise<Representation> =>
  drawn(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${ICON}" height="${ICON}"><rect width="${ICON}" height="${ICON}" fill="${COLOUR.paper}"/>${drawnCells(ALL_CELLS, 30, 50, 35)}</svg>`,
  )

/**
 * The library is large and drawing takes a while: it is loaded with the first picture, and draws in a thread. Where it
 * is not installed, as there is none for the platform, the picture stays SVG, which some sites show.
 */
async function drawn(svg: string): Promise<Representation> {
  const library = await import('@resvg/resvg-js').catch(() => undefined)
  if (!library) return { content: svg, type: 'image/svg+xml', cacheControl: DAY }
  const { renderAsync } = library
  const font = { fontFiles: [fileURLToPath(drawnFont)], loadSystemFonts: false, defaultFontFamily: FACE }
  const image = await renderAsync(svg, { font })
  return { content: image.asPng(), type: 'image/png', cacheControl: DAY }
}
