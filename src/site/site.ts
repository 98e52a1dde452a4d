/** The table of what people read: pages, the list of all SDKs, one page for each SDK, and their files. */
import { Slug } from '../catalog/record/entry.ts'
import { renderProblem, retryAfter } from '../http/problem.ts'
import type { Representation } from '../http/representation.ts'
import { problems } from '../interface/problems.ts'
import { type Page, twinPath } from '../pages/pages.ts'
import type { Cacheability, Services } from '../tools/define.ts'
import type { CatalogError } from '../tools/errors.ts'
import { recordOf } from '../tools/not-found.ts'
import { type EntryQuery, renderEntryPage } from './entry/entry-page.ts'
import { renderErrorMarkdown, renderErrorPage } from './error-page.ts'
import { errorFormat, type Format, HTML, MARKDOWN, pageFormat } from './format.ts'
import { isFormPath, renderForm } from './forms.ts'
import { assets } from './html/static-files.ts'
import { insertsOf } from './inserts.ts'
import { entryPath, pageHeaders } from './links.ts'
import { comparePath, compareTwin, comparisonOf, renderComparePage, slugsOf } from './list/compare-page.ts'
import { listTwin, renderListPage } from './list/list-page.ts'
import { listPath, parseListQuery } from './list/query.ts'
import { select } from './list/selection.ts'
import { createSuggestions } from './not-found.ts'
import { manifest, openSearch } from './sharing/files.ts'
import { picture, touchIcon } from './sharing/picture.ts'
import { renderTextPage } from './text-page.ts'
import { representReadme, representTwin, twinOf } from './twin.ts'

export interface SiteRequest {
  url: string
  accept: string | undefined
  slug: string | undefined
}

export interface SiteRoute {
  /** As in interface/routes.ts; the configuration fills in `{brand}`. */
  path: string
  build(request: SiteRequest): Representation | Promise<Representation>
}

export interface SiteOptions {
  services: Services
  /** Public key of the bot challenge on the forms. */
  siteKey?: string | undefined
}

const CHALLENGE_ORIGIN = 'https://challenges.cloudflare.com'

export function createSite({ services, siteKey }: SiteOptions) {
  const { catalog, pages, site } = services
  const listPage = pages.page('/sdk')!
  const comparePage = pages.page('/sdk/compare')!
  const inserts = insertsOf(services)
  const suggestions = createSuggestions(services)

  return { routes: routes(), readme, formPage, errorAnswer, notFound }

  function routes(): SiteRoute[] {
    const texts = pages.all.filter((page) => page !== listPage && page !== comparePage)
    return [
      ...assets.map(({ path, representation }) => ({ path, build: () => representation })),
      { path: listPage.path, build: ({ url, accept }) => list(url, pageFormat(accept, twinPath(listPage.path))) },
      { path: twinPath(listPage.path), build: ({ url }) => list(url, 'markdown') },
      {
        path: comparePage.path,
        build: ({ url, accept }) => comparison(url, pageFormat(accept, twinPath(comparePage.path))),
      },
      { path: twinPath(comparePage.path), build: ({ url }) => comparison(url, 'markdown') },
      { path: '/manifest.webmanifest', build: () => manifest(services) },
      { path: '/opensearch.xml', build: () => openSearch(services) },
      { path: '/apple-touch-icon.png', build: touchIcon },
      { path: '/og/{slug}.png', build: ({ slug = '' }) => shared(slug.replace(/\.png$/, '')) },
      ...texts.flatMap((page): SiteRoute[] => {
        const twin = () => representTwin(twinOf(page), services)
        const html = () => representPage(textPage(page), page.path)
        return [
          {
            path: page.path,
            build: ({ accept }) => (pageFormat(accept, twinPath(page.path)) === 'markdown' ? twin() : html()),
          },
          { path: twinPath(page.path), build: twin },
        ]
      }),
      { path: '/{brand}-sdk/{slug}', build: entry },
    ]
  }

  async function entry({ url, accept, slug = '' }: SiteRequest): Promise<Representation> {
    if (!Slug.safeParse(slug).success) throw suggestions.nothingAt(new URL(url).pathname)
    const record = recordOf(slug, services)
    const path = entryPath(slug, site.brand)
    if (pageFormat(accept, `${path}.md`) === 'markdown') return readme(slug)
    const { lang, entity }: EntryQuery = Object.fromEntries(new URL(url).searchParams)
    const operations = await catalog.operations(slug)
    const isReadable = operations !== 'unreadable'
    const html = await renderEntryPage(record, isReadable ? operations : undefined, { lang, entity }, services)
    return representPage(html, path, isReadable ? 'snapshot' : 'none')
  }

  /** The picture of an SDK, or of the site. */
  function shared(name: string): Promise<Representation> {
    const record = name === 'site' ? undefined : recordOf(name, services)
    return picture(record, services)
  }

  async function comparison(url: string, format: Format): Promise<Representation> {
    const compared = await comparisonOf(slugsOf(new URL(url).searchParams), services)
    return format === 'markdown'
      ? representTwin(compareTwin(comparePage, compared), services)
      : representPage(renderComparePage(comparePage, compared, services), comparePath(compared.slugs))
  }

  /** The README of an SDK that is in the catalogue: its REST operation, and the markdown twin of its page. */
  function readme(slug: string): Representation {
    return representReadme(slug, services)
  }

  function list(url: string, format: Format): Representation {
    const selection = select(parseListQuery(new URL(url).searchParams), services.catalog)
    return format === 'markdown'
      ? representTwin(listTwin(listPage, selection, services), services)
      : representPage(renderListPage(listPage, selection, services), listPath(selection.query))
  }

  /** @param href path and query of the page */
  function representPage(content: string, href: string, cacheability?: Cacheability): Representation {
    const headers = { ...pageHeaders(site.baseUrl, href), ...htmlHeaders(isFormPath(href)) }
    return { content, type: HTML, headers, cacheability }
  }

  function textPage(
    page: Page,
    submission?: { values: Readonly<Record<string, string>>; error: CatalogError },
  ): string {
    if (!isFormPath(page.path)) return renderTextPage(page, services, inserts)
    const form = renderForm(page.path, { ...submission, siteKey })
    const challenge = siteKey === undefined ? undefined : `${CHALLENGE_ORIGIN}/turnstile/v0/api.js`
    return renderTextPage(page, services, { [`${page.path.slice(1)}-form`]: form }, challenge)
  }

  /** The page of a form with the values that were typed and the errors. */
  function formPage(path: string, values: Readonly<Record<string, string>>, error: CatalogError): Response {
    return answer(textPage(pages.page(path)!, { values, error }), error, { 'content-type': HTML, ...htmlHeaders(true) })
  }

  function answer(body: string, error: CatalogError, headers: Record<string, string>): Response {
    const common = { 'cache-control': 'no-store', vary: 'Accept, Accept-Encoding', ...retryAfter(error) }
    return new Response(body, { status: problems[error.code].status, headers: { ...common, ...headers } })
  }

  /**
   * The answer to a failure. Below the paths of the API it is always a problem document.
   * @param path percent-encoded
   */
  function errorAnswer(error: CatalogError, path: string, accept: string | undefined): Response {
    if (isApi(path)) return renderProblem(error, site.baseUrl, path)
    const format = errorFormat(accept)
    if (format === 'problem') {
      const answer = renderProblem(error, site.baseUrl, path)
      answer.headers.append('vary', 'Accept')
      return answer
    }
    const near = error.code === 'not_found' ? suggestions.links(path) : []
    return format === 'html'
      ? answer(renderErrorPage(error, path, near, services), error, { 'content-type': HTML, ...htmlHeaders(false) })
      : answer(renderErrorMarkdown(error, near, services), error, { 'content-type': MARKDOWN })
  }

  /** The answer to an unknown path. Redirects a browser if a page has the path without its last slash. */
  function notFound({ method, url, headers }: Request): Response {
    const { pathname, search } = new URL(url)
    const accept = headers.get('accept') ?? undefined
    const page = suggestions.withoutTrailingSlash(pathname)
    const reads = method === 'GET' || method === 'HEAD'
    if (page !== undefined && reads && errorFormat(accept) === 'html') {
      const location = page + search
      return new Response(null, { status: 308, headers: { location, vary: 'Accept', 'cache-control': 'no-store' } })
    }
    return errorAnswer(suggestions.nothingAt(pathname), pathname, accept)
  }

  /** READMEs are an operation of the API, whose errors are problem documents. */
  function isApi(path: string): boolean {
    return /^\/(api|mcp)(\/|$)/.test(path) || (path.startsWith(`/${site.brand}-sdk/`) && path.endsWith('.md'))
  }

  /** Content Security Policy: a page may load our own files and show the pictures of READMEs, nothing else. */
  function htmlHeaders(form: boolean): Record<string, string> {
    const [script, frame] =
      form && siteKey !== undefined ? [` ${CHALLENGE_ORIGIN}`, ` frame-src ${CHALLENGE_ORIGIN};`] : ['', '']
    return {
      'content-security-policy':
        "default-src 'none'; img-src 'self' https: data:; style-src 'self'; font-src 'self'; manifest-src 'self'; " +
        `script-src 'self'${script}; connect-src 'self';${frame} ` +
        "form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
      'cross-origin-opener-policy': 'same-origin',
      'origin-agent-cluster': '?1',
      'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
    }
  }
}
