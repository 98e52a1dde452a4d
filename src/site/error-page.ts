/** Errors as HTML or markdown, and for a path that leads nowhere the nearest page, endpoint or file. */

import type { RouteInfo } from '../documents/route.ts'
import { statusOf } from '../http/problem.ts'
import { type Page, twinPath } from '../pages/pages.ts'
import { nearest } from '../search/suggest.ts'
import { escapeMarkdown } from '../text/write-markdown.ts'
import { CatalogError } from '../tools/define/catalog-error.ts'
import type { Services } from '../tools/define/define.ts'
import { didYouMean } from '../tools/define/not-found.ts'
import { problems } from '../tools/define/problem-codes.ts'
import { isFormPath } from './forms.ts'
import { searchForm } from './html/components.ts'
import { curlyQuotes, html, type Markup } from './html/html.ts'
import { LAST_IN_BAR, renderLayout } from './html/layout.ts'
import { entryPath } from './page-model.ts'

/**
 * @param path percent-encoded path of the request
 * @param near similar paths
 */
export function renderErrorPage(
  error: CatalogError,
  path: string,
  near: readonly Suggestion[],
  services: Services,
): string {
  const { title, resolution } = problems[error.code]
  const isNotFound = error.code === 'not_found'
  return renderLayout(
    {
      path,
      title,
      description: `${title}. Search the catalogue or go on from one of the main pages.`,
      hidden: true,
      kind: 'error',
      body: () => html`<div class="page">
<article class="prose">
<div class="intro"><p class="status">${statusOf(error)}</p>
<h1>${title}</h1>
<p>${curlyQuotes(error.info.detail)}</p></div>
${!isNotFound && html`<p>${curlyQuotes(error.info.resolution ?? resolution)}</p>`}
${near.length > 0 && html`<h2>Did you mean</h2>\n${list(near)}`}
${isNotFound && html`<h2>Search instead</h2>\n${searchForm(services.site.brand, { q: searchWords(path) })}`}
<h2>Main pages</h2>
${list(mainPages(services))}
<p>For programs, this is <a href="/developers/errors#${error.code}"><code>${error.code}</code></a> in the error reference.</p>
</article>
</div>`,
    },
    services,
  )
}

/** Those of the bar at the top, and the one to write to us. */
const mainPages = ({ pages }: Services): Suggestion[] =>
  pages.list.flatMap(({ path, label, order }) =>
    label !== undefined && (order <= LAST_IN_BAR || isFormPath(path)) && path !== '/jobs'
      ? [{ path, title: label }]
      : [],
  )

const list = (links: readonly Suggestion[]): Markup =>
  html`<ul>${links.map(({ title, path }) => html`<li><a href="${path}">${title}</a></li>\n`)}</ul>`

const searchWords = (path: string): string =>
  (segmentsOf(path).at(-1) ?? '').replace(/-sdk$/, '').replace(/[-_]+/g, ' ').slice(0, 100)

export function renderErrorMarkdown(error: CatalogError, near: readonly Suggestion[], services: Services): string {
  const { pages, site } = services
  const { baseUrl, brand } = site
  const { title, resolution } = problems[error.code]
  const hasTwin = (path: string): boolean => pages.page(path) !== undefined || path.startsWith(`/${brand}-sdk/`)
  const link = ({ title, path }: Suggestion): string =>
    `- [${escapeMarkdown(title)}](${baseUrl}${hasTwin(path) ? twinPath(path) : path})`
  const paragraphs = [
    `# ${statusOf(error)} ${title}`,
    `> The index of this site for language models is [/llms.txt](${baseUrl}/llms.txt).`,
    `${error.info.detail} ${error.info.resolution ?? resolution}`,
    ...(near.length > 0 ? ['## Did you mean', near.map(link).join('\n')] : []),
    '## Where to go on',
    pages.list.map(link).join('\n'),
    `- [Sitemap](${baseUrl}/sitemap.md)\n- [Error reference](${baseUrl}/developers/errors.md#${error.code})\n`,
  ]
  return paragraphs.join('\n\n')
}

export interface Suggestion extends Pick<Page, 'path' | 'title'> {
  /** Answers POST only, so that a link to it would fail. */
  postOnly?: boolean
}

const ALIASES: ReadonlyMap<string, string> = new Map([
  ...['api', 'docs', 'documentation', 'mcp'].map((name) => [name, '/developers'] as const),
  ...['catalog', 'catalogue', 'sdks', 'search'].map((name) => [name, '/sdk'] as const),
  ['index.html', '/'],
  ['swagger', '/openapi.json'],
])

/** Longer paths get no suggestion: the longest paths of the site have a slug of at most 120 characters. */
const MAX_PATH = 200
const INDEXES = 'Pages are listed in /llms.txt, endpoints in /openapi.json.'

/** What a path is compared with. */
export interface PathIndex {
  services: Services
  byPath: ReadonlyMap<string, Suggestion>
  paths: readonly string[]
  /** Paths of the API by what follows the beginning that all have. */
  endpoints: ReadonlyMap<string, string>
  endpointNames: readonly string[]
}

export function indexPaths(services: Services, routes: readonly RouteInfo[]): PathIndex {
  const named = routes.flatMap(({ method, path, title }): Suggestion[] =>
    title === undefined || path.includes('{slug}') ? [] : [{ path, title, postOnly: method === 'POST' }],
  )
  const suggestions = [...services.pages.list, ...named].map(({ path, title, postOnly = false }: Suggestion) => {
    return { path: path.replace('{brand}', services.site.brand), title, postOnly }
  })
  const byPath = new Map(suggestions.map((each) => [each.path, each]))
  const paths = Object.freeze([...byPath.keys()].filter((path) => path !== '/'))
  const endpoints = new Map(paths.filter((path) => path.startsWith('/api/')).map((path) => [withoutApi(path), path]))
  return { services, byPath, paths, endpoints, endpointNames: Object.freeze([...endpoints.keys()]) }
}

/** @param path percent-encoded, here and below */
export function nothingAt(index: PathIndex, path: string): CatalogError {
  const suggestion = bestMatch(index, path)
  return new CatalogError('not_found', {
    detail: 'There is nothing at this path.',
    resolution: didYouMean(suggestion ? [suggestion.path] : [], INDEXES),
  })
}

/** Links for a reader. Suggests SDKs only below the path of the SDKs: elsewhere the guess would mostly be wrong. */
export function linksNear(index: PathIndex, path: string): Suggestion[] {
  const { catalog, site } = index.services
  if (path.length > MAX_PATH) return []
  if (path.startsWith(entryPath('', site.brand)))
    return catalog.nearestSlugs(segmentsOf(path)[1] ?? '').map((slug) => pageOfSdk(index, slug))
  const suggestion = bestMatch(index, path)
  return suggestion && !suggestion.postOnly ? [suggestion] : []
}

/** The path of a page, if it is this path with slashes at the end. */
export function withoutTrailingSlash({ services: { catalog, pages, site } }: PathIndex, path: string) {
  const sdkFolder = entryPath('', site.brand)
  const trimmed = path.length > MAX_PATH ? path : path.replace(/\/+$/, '')
  if (trimmed === path) return undefined
  const sdk = trimmed.startsWith(sdkFolder) && catalog.record(trimmed.slice(sdkFolder.length))
  return sdk || pages.page(trimmed) ? trimmed : undefined
}

function bestMatch(index: PathIndex, path: string): Suggestion | undefined {
  const { services, byPath, paths, endpoints, endpointNames } = index
  const { catalog, site } = services
  if (path.length > MAX_PATH) return undefined
  const segments = segmentsOf(path)
  const isApi = segments[0] === 'api'
  const tidy = path.toLowerCase().replace(/\/+$/, '')
  const exact =
    [tidy, tidy.replace(/\.html?$/, '')].find((path) => byPath.has(path)) ||
    (tidy === entryPath('', site.brand).slice(0, -1) && '/sdk') ||
    ALIASES.get(tidy.slice(1)) ||
    paths.find((path) => path.startsWith(`${tidy}.`))
  if (exact) return byPath.get(exact)
  const slug = segments.flatMap((segment) => [segment, `${segment}-sdk`]).find((name) => catalog.record(name))
  if (slug !== undefined) return { ...pageOfSdk(index, slug), ...(isApi && { path: `/api/sdk/${slug}.json` }) }
  // All paths of the API begin alike, so only the rest is compared.
  const near = isApi ? endpoints.get(nearest(withoutApi(tidy), endpointNames, 1)[0] ?? '') : nearest(tidy, paths, 1)[0]
  return byPath.get(near ?? ALIASES.get(segments.find((segment) => ALIASES.has(segment)) ?? '') ?? '')
}

const pageOfSdk = ({ services: { catalog, site } }: PathIndex, slug: string): Suggestion => ({
  path: entryPath(slug, site.brand),
  title: `${catalog.record(slug)!.title} SDK`,
})

const withoutApi = (path: string): string => path.replace(/^\/api(\/sdk)?/, '')

/** The segments of a path, decoded, in lower case and without endings such as ".md"; none if one is malformed. */
function segmentsOf(path: string): string[] {
  try {
    const segments = path.split('/').filter(Boolean).map(decodeURIComponent)
    return segments.map((segment) => segment.replace(/\.\w+$/, '').toLowerCase())
  } catch {
    return []
  }
}
