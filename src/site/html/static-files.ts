/** Style sheet, script and icon: read once, at paths with their hash, so that browsers may keep them for ever. */
import { readdirSync, readFileSync } from 'node:fs'
import { type Representation, represent } from '../../http/representation.ts'

const IMMUTABLE = 'public, max-age=31536000, immutable'
const DAY = 'public, max-age=86400'
const FOLDER = new URL('../assets/', import.meta.url)

interface Asset {
  path: string
  representation: Representation
}

function hashed(name: string, extension: string, content: Buffer, type: string): Asset {
  const representation = represent(content, { type, cacheControl: IMMUTABLE })
  return { path: `/assets/${name}.${representation.hash.slice(0, 10)}.${extension}`, representation }
}

const read = (name: string): Buffer => readFileSync(new URL(name, FOLDER))

/** Parts of the style sheet in the order of their names; served as one file. */
const sheets = readdirSync(new URL('css/', FOLDER))
  .filter((name) => name.endsWith('.css'))
  .sort()

export const styles = hashed(
  'site',
  'css',
  Buffer.concat(sheets.map((name) => read(`css/${name}`))),
  'text/css; charset=utf-8',
)
export const script = hashed('site', 'js', read('site.js'), 'text/javascript; charset=utf-8')
export const icon = hashed('icon', 'svg', read('icon.svg'), 'image/svg+xml')

/** All of them; the icon also at the fixed paths where programs look for one. */
export const assets: readonly Asset[] = [
  styles,
  script,
  icon,
  ...['/icon.svg', '/favicon.ico'].map((path) => ({
    path,
    representation: represent(icon.representation.bytes, { type: icon.representation.type, cacheControl: DAY }),
  })),
]
