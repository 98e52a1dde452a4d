/** The table of what people read: pages, the list of all SDKs, one page for each SDK, and their files. */
import { Slug } from '../catalog/record/entry.ts'
import { FEED_TYPE, sdkFeed, topicFeed, topicFeedPath } from '../documents/feed.ts'
import { renderProblem } from '../http/problem.ts'
import { retryAfter, statusOf } from '../http/problem-codes.ts'
import type { Representation } from '../http/representation.ts'
import { readOperation } from '../operations/resolve-operation.ts'
import { type Page, twinPath } from '../pages/pages.ts'
import { once } from '../system/once.ts'
import type { CatalogError } from '../tools/define/catalog-error.ts'
import type { Cacheability, Services } from '../tools/define/define.ts'
import { recordOf } from '../tools/define/not-found.ts'
import { demoOf } from './demo.ts'
import { type EntryQuery, entryPage } from './entry/entry-page.ts'
import { operationPage } from './entry/operation-page.ts'
import { readmePage } from './entry/readme-page.ts'
import { tryPage } from './entry/try-page.ts'
import { createSuggestions, renderErrorMarkdown, renderErrorPage } from './error-page.ts'
import { type FormPath, type FormState, isFormPath, renderForm } from './forms.ts'
import { type Layout, renderLayout } from './html/layout.ts'
import { assets, manifest, openSearch } from './html/static-files.ts'
import { comparePage } from './list/compare-page.ts'
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

export interface SiteRequest {
  url: string
  accept: string | undefined
  /** Of the path, decoded. */
  params: Readonly<Record<string, string>>
}

export interface SiteRoute {
  /** As in rest/routes.ts; the configuration fills in `{brand}`. */
  path: string
  build(request: SiteRequest): Representation | Promise<Representation>
}

const CHALLENGE_ORIGIN = 'https://challenges.cloudflare.com'

const representFeed = (content: string): Representation => ({ content, type: `${FEED_TYPE}; charset=utf-8` })

/** @param siteKey public key of the bot challenge on the forms, if there is one */
export function createSite(services: Services, siteKey?: string) {
  const { catalog, pages, site } = services
  const inserts = commonInserts(services)
  const demo = once(() => demoOf(services))
  const suggestions = createSuggestions(services)
  /** The README of an SDK that is in the catalogue: its REST operation, and the markdown twin of its page. */
  const readme = (slug: string): Representation => representReadme(slug, services)
  const routes: SiteRoute[] = [
    ...assets.map(({ path, representation }) => ({ path, build: () => representation })),
    ...pages.all.flatMap(pageRoutes),
    { path: '/manifest.webmanifest', build: () => manifest(services) },
    { path: '/opensearch.xml', build: () => openSearch(services) },
    { path: '/apple-touch-icon.png', build: touchIcon },
    { path: '/og/site.png', build: () => picture(undefined, services) },
    {
      path: '/og/{slug}.png',
      build: ({ params: { slug = '' } }) => picture(recordOf(slug.replace(/\.png$/, ''), services), services),
    },
    { path: '/sdk/topics/{topic}.xml', build: ({ params }) => followTopic(params.topic!.replace(/\.xml$/, '')) },
    {
      path: '/{brand}-sdk/{slug}/feed.xml',
      build: ({ params }) => representFeed(sdkFeed(recordOf(params.slug!, services), services)),
    },
    { path: '/{brand}-sdk/{slug}', build: entry },
    { path: '/{brand}-sdk/{slug}/readme', build: readmeOf },
    { path: '/{brand}-sdk/{slug}/{entity}/{op}.md', build: (request) => operation(request, 'markdown') },
    { path: '/{brand}-sdk/{slug}/{entity}/{op}', build: (request) => operation(request) },
    { path: '/{brand}-sdk/{slug}/{entity}/{op}/try', build: tryOperation },
  ]

  return { routes, readme, formPage, errorAnswer, notFound }

  function followTopic(topic: string): Representation {
    if (catalog.topics.includes(topic)) return representFeed(topicFeed(topic, services))
    throw suggestions.nothingAt(topicFeedPath(topic))
  }

  /** The page and its twin, both with the query of the URL. */
  function pageRoutes(page: Page): SiteRoute[] {
    const twin = twinPath(page.path)
    const build = async (url: string, format: Format): Promise<Representation> => {
      const model = await modelOf(page, new URL(url).searchParams)
      return representModel(model, format)
    }
    return [
      { path: page.path, build: ({ url, accept }) => build(url, pageFormat(accept, twin)) },
      { path: twin, build: ({ url }) => build(url, 'markdown') },
    ]
  }

  function modelOf(page: Page, parameters: URLSearchParams): PageModel | Promise<PageModel> {
    if (page.path === '/') return demo().then((demo) => textPage(page, services, { ...inserts, demo }))
    if (page.path === '/sdk') return listPage(page, select(parseListQuery(parameters), catalog), services)
    if (page.path === '/sdk/compare') return comparePage(page, parameters, services)
    return isFormPath(page.path) ? formModel(page) : textPage(page, services, inserts)
  }

  async function readmeOf({ accept, params: { slug = '' } }: SiteRequest): Promise<Representation> {
    const path = entryPath(slug, site.brand)
    const record = recordOf(slug, services)
    if (pageFormat(accept, `${path}.md`) === 'markdown') return representReadme(slug, services)
    return representHtml(await readmePage(record, services))
  }

  async function entry({ url, accept, params: { slug = '' } }: SiteRequest): Promise<Representation> {
    if (!Slug.safeParse(slug).success) throw suggestions.nothingAt(new URL(url).pathname)
    const record = recordOf(slug, services)
    const path = entryPath(slug, site.brand)
    if (pageFormat(accept, `${path}.md`) === 'markdown') return representEntry(record, services)
    const { lang, entity }: EntryQuery = Object.fromEntries(new URL(url).searchParams)
    const operations = await catalog.operations(slug)
    const isReadable = operations !== 'unreadable'
    const page = entryPage(record, isReadable ? operations : undefined, { lang, entity }, services)
    return representHtml(page, isReadable ? 'snapshot' : 'none')
  }

  async function operation({ url, accept, params }: SiteRequest, fixed?: Format): Promise<Representation> {
    const { slug = '', entity = '', op = '' } = params
    const record = recordOf(slug, services)
    const { lang, endpoint } = Object.fromEntries(new URL(url).searchParams)
    const names = { entity, op: op.replace(/\.md$/, '') }
    const model = await operationPage(record, { ...names, lang, endpoint }, services)
    // The file of operations may be unreadable for a while.
    const cacheability = (await catalog.operations(slug)) === 'unreadable' ? 'none' : 'snapshot'
    return representModel(model, fixed ?? pageFormat(accept, model.twin!), cacheability)
  }

  async function tryOperation({ url, params }: SiteRequest): Promise<Representation> {
    const { slug = '', entity, op } = params
    const record = recordOf(slug, services)
    const endpoint = new URL(url).searchParams.get('endpoint') ?? undefined
    const model = tryPage(record, await readOperation(record, { entity, op, endpoint }, services), services)
    return representModel(model, 'html')
  }

  function representModel(model: PageModel, format: Format, cacheability?: Cacheability): Representation {
    return format === 'markdown'
      ? { ...representTwin(model, services), cacheability }
      : representHtml(model, cacheability)
  }

  function representHtml(page: Layout, cacheability?: Cacheability): Representation {
    const { path, twin = twinHref(path), connectTo } = page
    // A page that asks another host is for browsers alone, so it has no twin to name.
    const links = connectTo === undefined ? pageHeaders(site.baseUrl, twin) : {}
    const headers = { ...links, ...htmlHeaders(isFormPath(path), connectTo) }
    return { content: renderLayout(page, services), type: HTML, headers, cacheability }
  }

  function formModel(page: Page, state: FormState = {}): PageModel {
    const path = page.path as FormPath
    const challenge = siteKey === undefined ? undefined : `${CHALLENGE_ORIGIN}/turnstile/v0/api.js`
    return textPage(page, services, { [`${path.slice(1)}-form`]: renderForm(path, state, siteKey) }, challenge)
  }

  /** The page of a form with the values that were typed and the errors. */
  function formPage(path: string, values: Readonly<Record<string, string>>, error: CatalogError): Response {
    const model = formModel(pages.page(path)!, { values, error })
    return answer(renderLayout(model, services), error, { 'content-type': HTML, ...htmlHeaders(true) })
  }

  function answer(body: string, error: CatalogError, headers: Record<string, string>): Response {
    const common = { 'cache-control': 'no-store', vary: 'Accept, Accept-Encoding', ...retryAfter(error) }
    return new Response(body, { status: statusOf(error), headers: { ...common, ...headers } })
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
  function htmlHeaders(form: boolean, connectTo?: string): Record<string, string> {
    const [script, frame] =
      form && siteKey !== undefined ? [` ${CHALLENGE_ORIGIN}`, ` frame-src ${CHALLENGE_ORIGIN};`] : ['', '']
    return {
      'content-security-policy':
        "default-src 'none'; img-src 'self' https: data:; style-src 'self'; font-src 'self'; manifest-src 'self'; " +
        `script-src 'self'${script}; connect-src 'self'${connectTo === undefined ? '' : ` ${connectTo}`};${frame} ` +
        "form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
      'cross-origin-opener-policy': 'same-origin',
      'origin-agent-cluster': '?1',
      'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
    }
  }
}
