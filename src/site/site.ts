/** THE TABLE of what people read: pages, the page of all SDKs, one page for each SDK, and the files they need. */
import { Slug } from '../catalog/record/entry.ts'
import { type Asset, asset } from '../http/asset.ts'
import { problem, problems } from '../interface/problems.ts'
import { type Page, twinPath } from '../pages/pages.ts'
import type { Services } from '../tools/define.ts'
import type { CatalogError } from '../tools/errors.ts'
import { notFound } from '../tools/not-found.ts'
import { entryPath, readmeAsset, renderEntryPage } from './entry-page.ts'
import { renderErrorMarkdown, renderErrorPage } from './error-page.ts'
import { errorForm, HTML, MARKDOWN, pageForm } from './format.ts'
import { isFormPath, renderForm } from './forms.ts'
import { searchForm } from './html/search-form.ts'
import { staticAssets } from './html/static-files.ts'
import { pageHeaders } from './links.ts'
import { listTwin, renderListPage } from './list/list-page.ts'
import { addressOf, readWanted, select } from './list/selection.ts'
import { createWays } from './not-found.ts'
import { renderTextPage } from './text-page.ts'
import { type Effort, twinAsset, twinOf } from './twin.ts'

export interface SiteRequest {
  url: string
  accept: string | undefined
  slug: string | undefined
}

export interface SiteRoute {
  /** As in the table of routes; `{brand}` is filled in from the configuration. */
  path: string
  build(request: SiteRequest): Asset | Promise<Asset>
}

export interface SiteOptions {
  services: Services
  /** Keeps what is built for as long as the catalogue is served. */
  kept(key: string, build: () => Asset | Promise<Asset>): Promise<Asset>
  /** Public key of the bot challenge on the forms. */
  siteKey?: string | undefined
}

const CHALLENGE_ORIGIN = 'https://challenges.cloudflare.com'

export function createSite({ services, kept, siteKey }: SiteOptions) {
  const { pages, site } = services
  const listPage = pages.page('/sdk')!
  const ways = createWays(services)

  return { routes: routes(), formPage, errorAnswer, nothingAt }

  function routes(): SiteRoute[] {
    const texts = pages.all.filter(({ path }) => path !== listPage.path)
    return [
      ...staticAssets.map(({ path, asset }) => ({ path, build: () => asset })),
      { path: listPage.path, build: ({ url, accept }) => list(url, pageForm(accept, twinPath(listPage.path))) },
      { path: twinPath(listPage.path), build: ({ url }) => list(url, 'markdown') },
      ...texts.flatMap((page): SiteRoute[] => {
        const twin = () => kept(`twin ${page.path}`, () => twinAsset(twinOf(page), services))
        const whole = () => kept(`page ${page.path}`, () => pageAsset(textPage(page), page.path))
        return [
          {
            path: page.path,
            build: ({ accept }) => (pageForm(accept, twinPath(page.path)) === 'markdown' ? twin() : whole()),
          },
          { path: twinPath(page.path), build: twin },
        ]
      }),
      { path: '/{brand}-sdk/{slug}', build: entry },
    ]
  }

  function entry({ url, accept, slug = '' }: SiteRequest): Promise<Asset> {
    const record = Slug.safeParse(slug).success ? services.catalog.record(slug) : undefined
    if (!record)
      throw Slug.safeParse(slug).success ? notFound(slug, services.catalog) : ways.nothingAt(new URL(url).pathname)
    const path = entryPath(slug, site.brand)
    return pageForm(accept, `${path}.md`) === 'markdown'
      ? kept(`readme ${slug}`, () => readmeAsset(slug, services))
      : kept(`page ${path}`, async () => pageAsset(await renderEntryPage(record, services), path))
  }

  function list(url: string, form: 'html' | 'markdown'): Asset | Promise<Asset> {
    const parameters = new URL(url).searchParams
    return parameters.size === 0 ? kept(`${form} ${listPage.path}`, () => build('fixed')) : build('fresh')

    function build(effort: Effort): Asset {
      const selection = select(readWanted(parameters), services.catalog)
      if (form === 'markdown') return twinAsset(listTwin(listPage, selection, services), services, effort)
      return pageAsset(renderListPage(listPage, selection, services), addressOf(selection.wanted), effort)
    }
  }

  function pageAsset(text: string, address: string, effort: Effort = 'fixed'): Asset {
    const headers = { ...pageHeaders(site.baseUrl, address), ...htmlHeaders(isFormPath(address)) }
    return asset(text, { type: HTML, effort, headers })
  }

  function textPage(page: Page, refused?: { values: Readonly<Record<string, string>>; error: CatalogError }): string {
    if (!isFormPath(page.path)) return renderTextPage(page, services, { search: searchForm(site.brand) })
    const form = renderForm(page.path, { ...refused, siteKey })
    const challenge = siteKey === undefined ? undefined : `${CHALLENGE_ORIGIN}/turnstile/v0/api.js`
    return renderTextPage(page, services, { [`${page.path.slice(1)}-form`]: form }, challenge)
  }

  /** The form again, with what was typed and what is wrong. */
  function formPage(path: string, values: Readonly<Record<string, string>>, error: CatalogError): Response {
    return answer(textPage(pages.page(path)!, { values, error }), error, { 'content-type': HTML, ...htmlHeaders(true) })
  }

  function answer(body: string, error: CatalogError, headers: Record<string, string>): Response {
    const { retryAfter } = error.info
    return new Response(body, {
      status: problems[error.code].status,
      headers: {
        'cache-control': 'no-store',
        vary: 'Accept, Accept-Encoding',
        ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
        ...headers,
      },
    })
  }

  /**
   * What a reader is answered when something fails.
   * Programs get the problem document, and so does everybody under the paths of the API.
   * @param path percent-encoded
   */
  function errorAnswer(error: CatalogError, path: string, accept: string | undefined): Response {
    if (isApi(path)) return problem(error, site.baseUrl, path)
    const form = errorForm(accept)
    if (form === 'problem') {
      const answer = problem(error, site.baseUrl, path)
      answer.headers.append('vary', 'Accept')
      return answer
    }
    const near = error.code === 'not_found' ? ways.suggestions(path) : []
    return form === 'html'
      ? answer(renderErrorPage(error, path, near, services), error, { 'content-type': HTML, ...htmlHeaders(false) })
      : answer(renderErrorMarkdown(error, near, services), error, { 'content-type': MARKDOWN })
  }

  /** For a path that nothing is at. A browser is sent on where a page has the path without its last slash. */
  function nothingAt({ method, url, headers }: Request): Response {
    const { pathname, search } = new URL(url)
    const accept = headers.get('accept') ?? undefined
    const page = ways.pageWithoutSlash(pathname)
    const reads = method === 'GET' || method === 'HEAD'
    if (page !== undefined && reads && errorForm(accept) === 'html') {
      const location = page + search
      return new Response(null, { status: 308, headers: { location, vary: 'Accept', 'cache-control': 'no-store' } })
    }
    return errorAnswer(ways.nothingAt(pathname), pathname, accept)
  }

  /** READMEs are an operation of the API, whose errors are problem documents. */
  function isApi(path: string): boolean {
    return /^\/(api|mcp)(\/|$)/.test(path) || (path.startsWith(`/${site.brand}-sdk/`) && path.endsWith('.md'))
  }

  /** What a browser may do with a page of ours: load our files, show pictures of READMEs, and nothing else. */
  function htmlHeaders(form: boolean): Record<string, string> {
    const challenge = form && siteKey !== undefined
    const policy = [
      "default-src 'none'",
      "img-src 'self' https: data:",
      "style-src 'self'",
      `script-src 'self'${challenge ? ` ${CHALLENGE_ORIGIN}` : ''}`,
      "connect-src 'self'",
      ...(challenge ? [`frame-src ${CHALLENGE_ORIGIN}`] : []),
      "form-action 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ]
    return { 'content-security-policy': policy.join('; '), 'origin-agent-cluster': '?1' }
  }
}
