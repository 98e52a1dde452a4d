/**
 * Style sheet, scripts, font and icon: read once, at paths with their hash, so that browsers may keep them for ever. And
 * what browsers install of the site: the web app manifest, and the description of its search.
 */
import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { Representation } from '../../http/representation.ts'
import { bundle } from '../../system/bundle.ts'
import { escapeMarkup } from '../../text/markup.ts'
import type { Services } from '../../tools/define/define.ts'

export const DAY = 'public, max-age=86400'
const FOLDER = new URL('../assets/', import.meta.url)
const read = (name: string): Buffer => readFileSync(new URL(name, FOLDER))

interface Asset {
  path: string
  representation: Representation
}

function hashed(name: string, extension: string, content: Buffer | string, type: string): Asset {
  const digest = hash('sha256', content, 'base64url').slice(0, 10)
  const cacheControl = 'public, max-age=31536000, immutable'
  return { path: `/assets/${name}.${digest}.${extension}`, representation: { content, type, cacheControl } }
}

/** Headings in Source Serif 4; shared pictures are drawn with the same face as TrueType. */
export const font = hashed('serif', 'woff2', read('fonts/serif.woff2'), 'font/woff2')
export const pictureFont = new URL('fonts/serif.ttf', FOLDER)
const licence = hashed('OFL', 'txt', read('fonts/OFL.txt'), 'text/plain; charset=utf-8')

/** One file of all parts, in the order of their names. */
const css = readdirSync(new URL('css/', FOLDER))
  .sort()
  .map((name) => read(`css/${name}`).toString())
  .join('')
  .replace('serif.woff2', font.path)
  .replaceAll(/\/\*[\s\S]*?\*\/|^\s+/gm, '')
export const styles = hashed('site', 'css', css, 'text/css; charset=utf-8')

const scriptOf = (name: string, ...modules: readonly string[]): Asset => {
  const source = bundle(...modules.map((module) => new URL(`js/${module}.js`, FOLDER)))
  return hashed(name, 'js', source, 'text/javascript; charset=utf-8')
}

export const script = scriptOf('site', 'frame', 'code', 'search', 'palette', 'entry', 'play', 'compare')
/** Scripts that some pages need, by the path of the page or by name. */
export const pageScripts: ReadonlyMap<string, Asset> = new Map([
  ['/playground', scriptOf('playground', 'playground')],
  ['/status', scriptOf('status', 'status')],
  ['try', scriptOf('try', 'try')],
])

const ICON = { content: read('icon.svg'), type: 'image/svg+xml' }
export const icon = hashed('icon', 'svg', ICON.content, ICON.type)

/** All of them; the icon also at the fixed paths where programs look for one. */
export const assets: readonly Asset[] = [
  ...[styles, script, ...pageScripts.values(), font, licence, icon],
  ...['/icon.svg', '/favicon.ico'].map((path) => ({
    path,
    representation: { ...ICON, cacheControl: DAY },
  })),
]

/** W3C Web Application Manifest. */
export const manifest = ({ site }: Services): Representation => ({
  type: 'application/manifest+json',
  cacheControl: DAY,
  content: JSON.stringify({
    name: site.name,
    start_url: '/',
    display: 'browser',
    background_color: '#f8f7f3',
    theme_color: '#f8f7f3',
    icons: [
      { src: icon.path, type: 'image/svg+xml', sizes: 'any' },
      { src: '/apple-touch-icon.png', type: 'image/png', sizes: '180x180' },
    ],
  }),
})

/** OpenSearch 1.1 description: browsers offer the site as a search engine. */
export const openSearch = ({ site }: Services): Representation => ({
  type: 'application/opensearchdescription+xml',
  cacheControl: DAY,
  content: `<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>${escapeMarkup(site.name.slice(0, 16))}</ShortName>
<Description>Generated SDKs for public APIs, by name or by what you need.</Description>
<InputEncoding>UTF-8</InputEncoding>
<Url type="text/html" template="${escapeMarkup(site.baseUrl)}/sdk?q={searchTerms}"/>
</OpenSearchDescription>
`,
})
