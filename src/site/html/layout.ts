/** The layout of every HTML page: head, landmarks, menus. It works without the script, which only adds to it. */
import { FEED_PATH, FEED_TYPE } from '../../documents/feed.ts'
import type { Page } from '../../pages/pages.ts'
import type { Services } from '../../tools/define/define.ts'
import { searchForm } from './components.ts'
import { html, json, type Markup } from './html.ts'
import { font, icon, pageScripts, script, styles } from './static-files.ts'

export interface Layout {
  /** Path and query of the canonical URL. */
  path: string
  title: string
  description: string
  twin?: string
  /** What the page is about, as a schema.org object. */
  data?: object
  /** Pages on the way to it from the first one, and itself: its breadcrumbs at schema.org. */
  trail?: readonly Pick<Page, 'path' | 'title'>[]
  /** Asks search engines to skip the page. */
  hidden?: boolean
  kind: 'home' | 'list' | 'entry' | 'text' | 'error'
  body(): Markup
  /** Target of the first link, for the keyboard; default: the main part of the page. */
  skip?: { to: string; label: string }
  /** Name of a script that this page needs; default: its path. */
  script?: string
  foreignScript?: string
  /** Origin that a script of the page may ask, besides our own. */
  connectTo?: string
  /** Path of the picture for links that are shared. */
  picture?: string
}

/** Pixels, as sites that show shared links expect. */
export const PICTURE_SIZE = { width: 1200, height: 630 } as const

export function renderLayout(layout: Layout, { site, pages }: Services): string {
  const { path, twin, kind, skip = { to: 'main', label: 'Skip to content' } } = layout
  const menu = pages.list.filter(({ label }) => label !== undefined)
  const section = kind === 'error' ? undefined : sectionOf(path, site.brand)
  const link = ({ path: to, label }: Page, section?: string): Markup => {
    const current = to === path ? 'page' : to === section && 'true'
    return html`<a href="${to}"${current && html` aria-current="${current}"`}>${label}</a>\n`
  }
  return html`<!doctype html>
<html lang="en" data-page="${kind}">
${headOf(layout, site)}
<body>
<header class="top">
<a class="skip" href="#${skip.to}">${skip.label}</a>
<p class="unseen"><a href="/llms.txt" tabindex="-1">For language models: /llms.txt is the index of this site${twin !== undefined && `, ${twin} is this page as markdown`}</a></p>
<div class="bar">
<a class="brand" href="/"${path === '/' && html` aria-current="page"`}><svg viewBox="0 0 24 16" width="24" height="16" aria-hidden="true"><path d="M0 0h7v7H0zM8.5 0h7v7h-7zM17 0h7v7h-7zM0 8.5h7v7H0zM8.5 8.5h7v7h-7z" fill="currentColor"/><path d="M17 8.5h7v7h-7z" class="mark"/></svg><span>${site.name}</span></a>
<nav aria-label="Main">
${menu.filter(({ order }) => order <= LAST_IN_BAR).map((page) => link(page, section))}
</nav>
${kind !== 'home' && kind !== 'list' && kind !== 'error' && searchForm(site.brand, { compact: true })}
<a class="find" href="/sdk" aria-label="Search SDKs" data-palette="/${site.brand}-sdk/"><svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true"><path d="M12.8 12.8 17.5 17.5M14.5 8.5a6 6 0 1 1-12 0 6 6 0 0 1 12 0z" fill="none" stroke="currentColor" stroke-width="1.7" stroke-linecap="round"/></svg></a>
<button type="button" class="theme" data-theme-toggle hidden><svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true"><circle cx="10" cy="10" r="7.2" fill="none" stroke="currentColor" stroke-width="1.6"/><path d="M10 2.8a7.2 7.2 0 0 1 0 14.4z" fill="currentColor"/></svg><span class="unseen">Dark theme</span></button>
</div>
</header>
<main id="main" tabindex="-1">
${layout.body()}
</main>
<footer class="bottom">
<div>
<div>
<p><strong>${site.name}</strong> ${site.version}</p>
<p>Generated SDKs for public APIs. Unofficial, and not affiliated with the API providers.</p>
</div>
<nav aria-label="Site">
${menu.map((page) => link(page))}
</nav>
<nav aria-label="Documents">
<a href="/llms.txt">llms.txt</a>
<a href="/openapi.json">OpenAPI</a>
<a href="${FEED_PATH}">Feed of changes</a>
<a href="/sitemap-index.xml">Sitemap</a>
<a href="/.well-known/security.txt">security.txt</a>
${twin !== undefined && html`<a href="${twin}" type="text/markdown">This page as markdown</a>`}
</nav>
</div>
</footer>
</body>
</html>
`.text
}

function headOf(layout: Layout, site: Services['site']): Markup {
  const { path, title, description, twin, data, trail, hidden, kind, foreignScript } = layout
  const { picture = '/og/site.png', script: ownName = path } = layout
  const url = site.baseUrl + path
  const fullTitle = kind === 'home' ? `${site.name}: ${title}` : `${title} · ${site.name}`
  const ownScript = pageScripts.get(ownName)
  return html`<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${fullTitle}</title>
<meta name="description" content="${description}">
${hidden && html`<meta name="robots" content="noindex">`}
${kind !== 'error' && html`<link rel="canonical" href="${url}">`}
${twin !== undefined && html`<link rel="alternate" type="text/markdown" href="${site.baseUrl}${twin}" title="This page as markdown">`}
<link rel="alternate" type="${FEED_TYPE}" href="${site.baseUrl}${FEED_PATH}" title="Changes of the catalogue">
<link rel="describedby" type="text/plain" href="${site.baseUrl}/llms.txt">
<link rel="search" type="application/opensearchdescription+xml" href="/opensearch.xml" title="${site.name}">
<link rel="manifest" href="/manifest.webmanifest">
<meta property="og:type" content="website">
<meta property="og:site_name" content="${site.name}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${url}">
<meta property="og:image" content="${site.baseUrl}${picture}">
<meta property="og:image:width" content="${PICTURE_SIZE.width}">
<meta property="og:image:height" content="${PICTURE_SIZE.height}">
<meta property="og:image:alt" content="${title}">
<meta name="twitter:card" content="summary_large_image">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#f8f7f3">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#14161a">
<link rel="icon" href="${icon.path}" type="image/svg+xml">
<link rel="apple-touch-icon" href="/apple-touch-icon.png">
<link rel="preload" href="${font.path}" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="${styles.path}">
<!-- WebMCP: this script registers the tool find_sdk with document.modelContext, where the browser has it. -->
<script type="module" blocking="render" src="${script.path}"></script>
${ownScript !== undefined && html`<script type="module" src="${ownScript.path}"></script>`}
${foreignScript !== undefined && html`<script src="${foreignScript}" async defer></script>`}
${data && jsonLd(data)}${trail && jsonLd(breadcrumbs([{ path: '/', title: site.name }, ...trail], site.baseUrl))}</head>`
}

const jsonLd = (data: object): Markup =>
  html`<script type="application/ld+json">${json({ '@context': 'https://schema.org', ...data })}</script>\n`

const breadcrumbs = (trail: NonNullable<Layout['trail']>, baseUrl: string): object => ({
  '@type': 'BreadcrumbList',
  itemListElement: trail.map(({ path, title }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: title,
    item: baseUrl + path,
  })),
})

/** The bar at the top has the pages up to this order; the footer has all. */
export const LAST_IN_BAR = 4

/** Path of the page in the bar that a path belongs to: pages of SDKs belong to the list of SDKs. */
function sectionOf(path: string, brand: string): string {
  const [, section] = path.split(/[/?]/)
  return section === `${brand}-sdk` ? '/sdk' : `/${section}`
}
