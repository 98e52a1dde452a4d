/** Style sheet, script and icon: read once, at addresses that carry their hash, so that browsers may keep them for good. */
import { readdirSync, readFileSync } from 'node:fs'
import { type Asset, asset } from '../../http/representation.ts'

const IMMUTABLE = 'public, max-age=31536000, immutable'
const DAY = 'public, max-age=86400'
const FOLDER = new URL('../assets/', import.meta.url)

function hashed(name: string, extension: string, content: Buffer, type: string): { path: string; asset: Asset } {
  const made = asset(content, { type, cacheControl: IMMUTABLE })
  return { path: `/assets/${name}.${made.hash.slice(0, 10)}.${extension}`, asset: made }
}

const read = (name: string): Buffer => readFileSync(new URL(name, FOLDER))

/** Written in parts, by the order of their names, and served as one. */
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

/** Path and bytes; the icon also at the fixed places where programs look for one. */
export const staticAssets: readonly { path: string; asset: Asset }[] = [
  styles,
  script,
  icon,
  ...['/icon.svg', '/favicon.ico'].map((path) => ({
    path,
    asset: asset(icon.asset.bytes, { type: icon.asset.type, cacheControl: DAY }),
  })),
]
