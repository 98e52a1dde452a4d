/** The table of what people read: pages, the list of all SDKs, one page for each SDK, and their files. */
import { Slug } from '../catalog/record/entry.ts'
import { atomFeed, FEED_TYPE, type Feed, sdkFeed, topicFeed, topicFeedPath } from '../documents/feed.ts'
import type { Route, RouteDeps, RouteRequest } from '../documents/route.ts'
import { prefers } from '../http/negotiate.ts'
import { problemOf, responseOf, retryAfter, statusOf } from '../http/problem.ts'
import type { Representation } from '../http/representation.ts'
import { readOperation } from '../operations/resolve-operation.ts'
import { type Page, twinPath } from '../pages/pages.ts'
import { entitiesIn } from '../store/operations.ts'
import { once } from '../system/once.ts'
import type { CatalogError } from '../tools/define/catalog-error.ts'
import { type Cacheability, cacheabilityNow, type Services } from '../tools/define/define.ts'
import { recordOf } from '../tools/define/not-found.ts'
import { demoOf } from './demo.ts'
import { type EntryQuery, entryPage } from './entry/entry-page.ts'
import { operationPage } from './entry/operation-page.ts'
import { readmePage } from './entry/readme-page.ts'
import { tryPage } from './entry/try-page.ts'
import {
  indexPaths,
  linksNear,
  nothingAt,
  type PathIndex,
  renderErrorMarkdown,
  renderErrorPage,
  withoutTrailingSlash,
} from './error-page.ts'
import { followPage } from './follow-page.ts'
import { begunMessage, type FormPath, type FormState, isFormPath, renderForm } from './forms.ts'
import { type Layout, renderLayout } from './html/layout.ts'
import { CHALLENGE_ORIGIN, htmlHeaders } from './html/security-policy.ts'
import { assets, manifest, openSearch } from './html/static-files.ts'
import { comparePage, comparePath, slugsOf } from './list/compare-page.ts'
import { listPage } from './list/list-page.ts'
import { parseListQuery } from './list/list-query.ts'
import { select } from './list/selection.ts'
import {
  entryPath,
  errorFormat,
  type Format,
  HTML,
  MARKDOWN,
  type PageModel,
  pageFormat,
  pageHeaders,
  representEntry,
  representReadme,
  representTwin,
  twinHref,
} from './page-model.ts'
import { picture, touchIcon } from './picture.ts'
import { commonInserts, textPage } from './text-page.ts'

export interface SiteDeps extends RouteDeps {
  /** Public key of the bot challenge on the forms, if there is one. */
  siteKey?: string | undefined
  inserts: ReturnType<typeof commonInserts>
  demo: () => ReturnType<typeof demoOf>
  paths: PathIndex
}

type SiteRoute = Route<SiteDeps>

export const siteDeps = (services: Services, routes: RouteDeps['routes']) => ({
  ...{ services, routes, made: new Map(), inserts: commonInserts(services) },
  ...{ demo: once(() => demoOf(services)), paths: indexPaths(services, routes) },
})

const get = (path: string, answer: SiteRoute['answer']): SiteRoute => ({ method: 'GET', path, answer })

/** Pages and their files; `{brand}` and the rest as in the other rows. */
export const siteRoutes = ({ pages }: Services): SiteRoute[] => [
  ...assets.map(({ path, representation }) => get(path, () => representation)),
  ...pages.all.flatMap(pageRoutes),
  get('/manifest.webmanifest', ({ services }) => manifest(services)),
  get('/opensearch.xml', ({ services }) => openSearch(services)),
  get('/apple-touch-icon.png', touchIcon),
  get('/og/site.png', ({ services }) => picture(undefined, services)),
  get('/og/{slug}.png', ({ services }, { params }) => picture(recordOf(params.slug!, services), services)),
  get('/sdk/topics/{topic}.xml', followTopic),
  get('/{brand}-sdk/{slug}/feed.xml', ({ services }, request) =>
    answerFeed(sdkFeed(recordOf(request.params.slug!, services), services), request, services),
  ),
  get('/{brand}-sdk/{slug}', renderEntry),
  get('/{brand}-sdk/{slug}/readme', renderReadme),
  get('/{brand}-sdk/{slug}/{entity}/{op}.md', (deps, request) => renderOperation(deps, request, 'markdown')),
  get('/{brand}-sdk/{slug}/{entity}/{op}', (deps, request) => renderOperation(deps, request)),
  get('/{brand}-sdk/{slug}/{entity}/{op}/try', tryOperation),
]

/** Atom for readers of feeds, and how to follow it for browsers, which would show the source of Atom. */
export function answerFeed(feed: Feed, { accept }: RouteRequest, services: Services): Representation {
  const { isPreferred, headers } = prefers(accept, 'text/html', FEED_TYPE)
  return isPreferred
    ? {
        content: renderLayout(followPage(feed, services), services),
        type: HTML,
        headers: { ...headers, ...htmlHeaders() },
      }
    : { content: atomFeed(feed, services), type: `${FEED_TYPE}; charset=utf-8`, headers }
}

function followTopic({ services, paths }: SiteDeps, request: RouteRequest): Representation {
  const topic = request.params.topic!
  if (services.catalog.topics.includes(topic)) return answerFeed(topicFeed(topic, services), request, services)
  throw nothingAt(paths, topicFeedPath(topic))
}

/** The page and its twin, both with the query of the URL. */
function pageRoutes(page: Page): SiteRoute[] {
  const twin = twinPath(page.path)
  const render = async (deps: SiteDeps, { url }: RouteRequest, format: Format) =>
    redirected(page, url) ?? representModel(deps, await modelOf(deps, page, url.searchParams), format)
  return [
    get(page.path, (deps, request) => render(deps, request, pageFormat(request.accept, twin))),
    get(twin, (deps, request) => render(deps, request, 'markdown')),
  ]
}

/** A form sends `slugs=a&slugs=b`; the address of a comparison has them once. */
const redirected = ({ path }: Page, { pathname, searchParams }: URL): Response | undefined =>
  path === '/sdk/compare' && searchParams.getAll('slugs').length > 1
    ? new Response(null, {
        status: 308,
        headers: {
          location: pathname + comparePath(slugsOf(searchParams)).slice(path.length),
          'cache-control': 'no-store',
        },
      })
    : undefined

async function modelOf(deps: SiteDeps, page: Page, parameters: URLSearchParams): Promise<PageModel> {
  const { services, inserts, demo } = deps
  if (page.path === '/') return textPage(page, services, { ...inserts, demo: await demo() })
  if (page.path === '/sdk') return listPage(page, select(parseListQuery(parameters), services.catalog), services)
  if (page.path === '/sdk/compare') return comparePage(page, parameters, services)
  if (page.path === '/contact') return formModel(deps, page, begunMessage(parameters))
  return isFormPath(page.path) ? formModel(deps, page) : textPage(page, services, inserts)
}

async function renderReadme(deps: SiteDeps, { accept, params: { slug = '' } }: RouteRequest): Promise<Representation> {
  const { services } = deps
  const path = entryPath(slug, services.site.brand)
  const record = recordOf(slug, services)
  if (pageFormat(accept, `${path}.md`) === 'markdown') return representReadme(slug, services)
  return representHtml(deps, await readmePage(record, services))
}

async function renderEntry(
  deps: SiteDeps,
  { url, accept, params: { slug = '' } }: RouteRequest,
): Promise<Representation> {
  const { services, paths } = deps
  if (!Slug.safeParse(slug).success) throw nothingAt(paths, url.pathname)
  const record = recordOf(slug, services)
  const path = entryPath(slug, services.site.brand)
  if (pageFormat(accept, `${path}.md`) === 'markdown') return representEntry(record, services)
  const { lang, entity }: EntryQuery = Object.fromEntries(url.searchParams)
  const entities = entitiesIn(await services.catalog.operations(slug))
  const page = entryPage(record, entities, { lang, entity }, services)
  return representHtml(deps, page, cacheabilityNow('snapshot', services))
}

async function renderOperation(
  deps: SiteDeps,
  { url, accept, params }: RouteRequest,
  fixed?: Format,
): Promise<Representation> {
  const { services } = deps
  const { slug = '', entity = '', op = '' } = params
  const record = recordOf(slug, services)
  const { lang, endpoint } = Object.fromEntries(url.searchParams)
  const model = await operationPage(record, { entity, op, lang, endpoint }, services)
  return representModel(deps, model, fixed ?? pageFormat(accept, model.twin!), cacheabilityNow('snapshot', services))
}

async function tryOperation(deps: SiteDeps, { url, params }: RouteRequest): Promise<Representation> {
  const { services } = deps
  const { slug = '', entity, op } = params
  const record = recordOf(slug, services)
  const endpoint = url.searchParams.get('endpoint') ?? undefined
  return representHtml(deps, tryPage(record, await readOperation(record, { entity, op, endpoint }, services), services))
}

const representModel = (
  deps: SiteDeps,
  model: PageModel,
  format: Format,
  cacheability?: Cacheability,
): Representation =>
  format === 'markdown'
    ? { ...representTwin(model, deps.services), cacheability }
    : representHtml(deps, model, cacheability)

function representHtml({ services, siteKey }: SiteDeps, page: Layout, cacheability?: Cacheability): Representation {
  const { path, twin = twinHref(path), connectTo } = page
  // A page that asks another host is for browsers alone, so it has no twin to name.
  const links = connectTo === undefined ? pageHeaders(services.site.baseUrl, twin) : {}
  const headers = { ...links, ...htmlHeaders(isFormPath(path) ? siteKey : undefined, connectTo) }
  return { content: renderLayout(page, services), type: HTML, headers, cacheability }
}

function formModel({ services, siteKey }: SiteDeps, page: Page, state: FormState = {}): PageModel {
  const path = page.path as FormPath
  const challenge = siteKey === undefined ? undefined : `${CHALLENGE_ORIGIN}/turnstile/v0/api.js`
  return textPage(page, services, { [`${path.slice(1)}-form`]: renderForm(path, state, siteKey) }, challenge)
}

/** The page of a form with the values that were typed and the errors. */
export function formPage(
  deps: SiteDeps,
  path: string,
  values: Readonly<Record<string, string>>,
  error: CatalogError,
): Response {
  const { services, siteKey } = deps
  const model = formModel(deps, services.pages.page(path)!, { values, error })
  return errorResponse(error, renderLayout(model, services), { 'content-type': HTML, ...htmlHeaders(siteKey) })
}

function errorResponse(error: CatalogError, body: string, headers: Record<string, string>): Response {
  const length = String(Buffer.byteLength(body))
  const common = { 'cache-control': 'no-store', vary: 'Accept, Accept-Encoding', 'content-length': length }
  return new Response(body, { status: statusOf(error), headers: { ...common, ...retryAfter(error), ...headers } })
}

/** The answer to a failure. Below the paths of the API it is always a problem document. */
export function errorAnswer({ services, paths }: SiteDeps, error: CatalogError, { url, accept }: RouteRequest) {
  const { pathname } = url
  const { baseUrl, brand } = services.site
  const isOfApi = isApi(pathname, brand)
  const format = isOfApi ? 'problem' : errorFormat(accept)
  if (format === 'problem') {
    const answer = responseOf(problemOf(error, baseUrl, pathname))
    if (!isOfApi || error.code === 'not_acceptable') answer.headers.set('vary', 'Accept')
    return answer
  }
  const near = error.code === 'not_found' ? linksNear(paths, pathname) : []
  return format === 'html'
    ? errorResponse(error, renderErrorPage(error, pathname, near, services), { 'content-type': HTML, ...htmlHeaders() })
    : errorResponse(error, renderErrorMarkdown(error, near, services), { 'content-type': MARKDOWN })
}

/** READMEs are an operation of the API, whose errors are problem documents. */
const isApi = (path: string, brand: string): boolean =>
  /^\/(api|mcp)(\/|$)/.test(path) || (path.startsWith(`/${brand}-sdk/`) && path.endsWith('.md'))

/** The answer to an unknown path. Redirects a browser if a page has the path without its last slash. */
export function unknownPath(deps: SiteDeps, request: RouteRequest): Response {
  const { pathname, search } = request.url
  const page = withoutTrailingSlash(deps.paths, pathname)
  const reads = ['GET', 'HEAD'].includes(request.request.method)
  if (page !== undefined && reads && errorFormat(request.accept) === 'html') {
    const location = page + search
    return new Response(null, { status: 308, headers: { location, vary: 'Accept', 'cache-control': 'no-store' } })
  }
  return errorAnswer(deps, nothingAt(deps.paths, pathname), request)
}
