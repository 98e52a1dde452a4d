/** Style sheet, scripts, font and icon: read once, at paths with their hash, so that browsers may keep them for ever. */
import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { Representation } from '../../http/representation.ts'

const IMMUTABLE = 'public, max-age=31536000, immutable'
const DAY = 'public, max-age=86400'
const FOLDER = new URL('../assets/', import.meta.url)

interface Asset {
  path: string
  representation: Representation
}

function hashed(name: string, extension: string, content: Buffer | string, type: string): Asset {
  const digest = hash('sha256', content, 'base64url').slice(0, 10)
  return { path: `/assets/${name}.${digest}.${extension}`, representation: { content, type, cacheControl: IMMUTABLE } }
}

const read = (name: string): Buffer => readFileSync(new URL(name, FOLDER))

/** Headings in Source Serif 4; the same face as TrueType draws the pictures for links that are shared. */
export const font = hashed('serif', 'woff2', read('fonts/serif.woff2'), 'font/woff2')
export const drawnFont = new URL('fonts/serif.ttf', FOLDER)
const licence = hashed('OFL', 'txt', read('fonts/OFL.txt'), 'text/plain; charset=utf-8')

/** Parts of the style sheet in the order of their names; served as one file. */
const sheets = readdirSync(new URL('css/', FOLDER))
  .filter((name) => name.endsWith('.css'))
  .sort()

export const styles = hashed(
  'site',
  'css',
  sheets
    .map((name) => read(`css/${name}`).toString())
    .join('')
    .replace('serif.woff2', font.path)
    .replaceAll(/\/\*[\s\S]*?\*\/|^\s+/gm, ''),
  'text/css; charset=utf-8',
)

/** Modules as one file, without what they say to each other. Each comes after those it imports. */
const bundled = (...names: readonly string[]): string =>
  names
    .map((name) => read(`js/${name}.js`).toString())
    .join('')
    .replaceAll(/^import [\s\S]*? from '.*'\n/gm, '')
    .replaceAll(/^export /gm, '')
    .replaceAll(/^\s*\/\/.*\n|^\/\*\*[\s\S]*?\*\/\n|^\s+/gm, '')

const JAVASCRIPT = 'text/javascript; charset=utf-8'
const SITE_PARTS = ['dom', 'frame', 'code', 'search', 'palette', 'entry', 'forms', 'agents'] as const
export const script = hashed('site', 'js', bundled(...SITE_PARTS), JAVASCRIPT)
/** Scripts that one page needs, by its path. */
export const pageScripts: ReadonlyMap<string, Asset> = new Map([
  ['/playground', hashed('playground', 'js', bundled('dom', 'playground'), JAVASCRIPT)],
  ['/status', hashed('status', 'js', bundled('dom', 'status'), JAVASCRIPT)],
])
const ICON = { content: read('icon.svg'), type: 'image/svg+xml' }
export const icon = hashed('icon', 'svg', ICON.content, ICON.type)

/** All of them; the icon also at the fixed paths where programs look for one. */
export const assets: readonly Asset[] = [
  styles,
  script,
  ...pageScripts.values(),
  font,
  licence,
  icon,
  ...['/icon.svg', '/favicon.ico'].map((path) => ({ path, representation: { ...ICON, cacheControl: DAY } })),
]
