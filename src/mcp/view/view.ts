/** The interactive form of find_sdk: one HTML document that hosts show in a frame (MCP Apps, revision 2026-01-26). */
import { readFileSync } from 'node:fs'
import { LANGUAGES } from '../../catalog/record/languages.ts'
import { bundle } from '../../system/bundle.ts'
import { once } from '../../system/once.ts'
import type { Site } from '../../tools/define/define.ts'

/** URI of the view, which a tool names in `_meta.ui.resourceUri` to have its results shown. */
export const CATALOGUE_VIEW = 'ui://catalog/find.html'

/** No network at all. Without the clipboard the copy buttons select the code instead. */
const META = {
  csp: { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] },
  permissions: { clipboardWrite: {} },
  prefersBorder: true,
}

/** The document with the URLs of this site. */
export function catalogueView({ baseUrl, brand, version }: Site) {
  const pages = baseUrl === '' ? undefined : `${baseUrl}/${brand}-sdk/`
  const site = { pages, version, languages: LANGUAGES }
  return {
    uri: CATALOGUE_VIEW,
    name: 'find-view',
    title: 'Catalogue view',
    description: 'Shows what find_sdk found, to filter, open and choose.',
    mimeType: 'text/html;profile=mcp-app',
    // Self-contained: hosts allow inline styles and scripts but no network.
    text: () => frame().text.replace('id="site">{}', () => `id="site">${data(site)}`),
    _meta: { ui: META },
  }
}

const frame = once(() => ({
  text: read('page/catalogue.html')
    .replaceAll(/<link rel="stylesheet" href="(.+)">/g, (_, name) => `<style>\n${read(`page/${name}`)}</style>`)
    .replace(
      '<script type="module" src="../main.js">',
      () => `<script type="module">\n${bundle(new URL('main.js', import.meta.url))}`,
    ),
}))

/** A source without its indentation, a fifth of what there is to send. */
const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8').replaceAll(/^ +/gm, '')

/** JSON for a script element, in which "<" could begin an end tag or a comment. */
const data = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')
