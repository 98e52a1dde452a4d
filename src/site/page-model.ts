/** A page and its markdown twin: what both are made from, which of them a request gets, and how each names the other. */
import { parseMarkdown } from '../catalog/readme/readme.ts'
import type { SdkRecord } from '../catalog/record/record.ts'
import { recordedAnswer } from '../code/reference/recorded-response.ts'
import { mediaQuality } from '../http/negotiate.ts'
import type { Representation } from '../http/representation.ts'
import { absoluteLinks } from '../pages/absolute-links.ts'
import { twinPath } from '../pages/pages.ts'
import { approxTokens } from '../text/approx-tokens.ts'
import { joinParts } from '../text/join-parts.ts'
import { escapeMarkdown } from '../text/write-markdown.ts'
import { CatalogError } from '../tools/define/catalog-error.ts'
import type { Services } from '../tools/define/define.ts'
import type { Layout } from './html/layout.ts'

export interface PageModel extends Layout {
  updated: string
  markdown(): string
}

export const MARKDOWN = 'text/markdown; charset=utf-8'
export const HTML = 'text/html; charset=utf-8'

export type Format = 'html' | 'markdown'

/**
 * Markdown if Accept prefers it to HTML, or names it with the same weight: agents send "text/markdown, text/html".
 * @param twin path of the markdown twin
 * @throws CatalogError not_acceptable when Accept rules out both
 */
export function pageFormat(accept: string | undefined, twin: string): Format {
  const markdown = mediaQuality(accept, 'text/markdown')
  const html = mediaQuality(accept, 'text/html')
  if (markdown.q === 0 && html.q === 0) {
    throw new CatalogError('not_acceptable', {
      detail: `This page is text/html and text/markdown, which Accept rules out. ${twin} is always markdown.`,
    })
  }
  return markdown.q > html.q || (markdown.q === html.q && markdown.named) ? 'markdown' : 'html'
}

/** HTML for browsers, markdown for clients that name it, and a problem document for all others. */
export function errorFormat(accept: string | undefined): Format | 'problem' {
  const markdown = mediaQuality(accept, 'text/markdown')
  const html = mediaQuality(accept, 'text/html')
  // Programs that ask for JSON read problem documents too.
  const json = ['application/problem+json', 'application/json'].map((type) => mediaQuality(accept, type).q)
  const problem = Math.max(...json)
  if (markdown.named && markdown.q > 0 && markdown.q >= html.q && markdown.q >= problem) return 'markdown'
  return html.named && html.q > 0 && html.q >= problem ? 'html' : 'problem'
}

export const entryPath = (slug: string, brand: string): string => `/${brand}-sdk/${slug}`

/** What the pages of an SDK have in common. @param below on the way from its first page to this one */
export const ofSdk = (
  { slug, title }: SdkRecord,
  brand: string,
  ...below: NonNullable<Layout['trail']>
): Pick<Layout, 'kind' | 'picture' | 'trail'> => ({
  kind: 'entry',
  picture: `/og/${slug}.png`,
  trail: [{ path: '/sdk', title: 'SDKs' }, { path: entryPath(slug, brand), title }, ...below],
})

/** `/sdk?page=2` -> `/sdk.md?page=2` */
export const twinHref = (href: string): string => href.replace(/^[^?]*/, twinPath)

/** The address of a long search is in no header field: proxies and clients take few kilobytes of them. */
const MAX_HREF = 800
const unlessLong = <Fields extends object>(href: string, fields: Fields) => (href.length > MAX_HREF ? {} : fields)

/** Header fields of an HTML page, with its links (RFC 8288). @param twin path and query of its twin */
export const pageHeaders = (baseUrl: string, twin: string, ...links: string[]): Record<string, string> => ({
  vary: 'Accept',
  ...unlessLong(twin, {
    link: [
      ...links,
      `<${baseUrl}${twin}>; rel="alternate"; type="text/markdown"`,
      ...(twin === twinPath('/') ? ENTRY_POINTS.map(([path, parameters]) => `<${baseUrl}${path}>; ${parameters}`) : []),
    ].join(', '),
  }),
})

/** Of a twin: `Vary` is needed because the URL of the page serves it too. @param href of the page */
const twinHeaders = (baseUrl: string, href: string) => ({
  ...pageHeaders(baseUrl, twinHref(href), `<${baseUrl}${href}>; rel="canonical"`),
  ...unlessLong(href, { 'content-location': twinHref(href) }),
})

const ENTRY_POINTS = [
  ['/.well-known/api-catalog', 'rel="api-catalog"; type="application/linkset+json"'],
  ['/openapi.json', 'rel="service-desc"; type="application/json"'],
  ['/developers', 'rel="service-doc"; type="text/html"'],
  ['/llms.txt', 'rel="describedby"; type="text/plain"'],
  ['/.well-known/ard.json', 'rel="ard"'],
  ['/.well-known/ai-catalog.json', 'rel="ai-catalog"'],
]

export function representTwin(model: PageModel, { pages, site }: Services): Representation {
  const { baseUrl, version } = site
  const document = parseMarkdown(model.markdown(), 'page')
  const [heading, ...content] = absoluteLinks(document, pages, baseUrl).trimEnd().split('\n')
  const text = [
    '---',
    `title: ${JSON.stringify(model.title)}`,
    `description: ${JSON.stringify(model.description)}`,
    `canonical_url: ${baseUrl}${model.path}`,
    `last_updated: ${model.updated}`,
    `doc_version: ${version}`,
    '---',
    '',
    heading,
    '',
    `> The index of this site for language models is [/llms.txt](${baseUrl}/llms.txt).`,
    ...content,
    '',
    '## Sitemap',
    '',
    ...pages.list.map(({ title, path, description }) => `- [${title}](${baseUrl}${twinPath(path)}): ${description}`),
    `- [All pages and SDKs](${baseUrl}/sitemap.md)`,
    '',
  ].join('\n')
  const robots = model.hidden && { 'x-robots-tag': 'noindex' }
  return representMarkdown(text, { ...twinHeaders(baseUrl, model.path), ...robots })
}

/** The README byte for byte: the twin of the page of an SDK, which the header fields name. */
export const representReadme = (slug: string, { catalog, site }: Services): Representation =>
  representMarkdown(catalog.readme(slug) ?? '', twinHeaders(site.baseUrl, entryPath(slug, site.brand)))

/**
 * What the address of the page gives as markdown: the README, and the recorded answer, which a README that others wrote
 * lacks.
 */
export function representEntry(record: SdkRecord, services: Services): Representation {
  const { catalog, site } = services
  const [readme, answer] = [catalog.readme(record.slug) ?? '', recordedAnswer(record)]
  const { deprecated } = record
  const warning = deprecated && `> **Deprecated:** ${escapeMarkdown(deprecated)}`
  const more = answer === undefined || readme.includes(answer) ? undefined : `${answer}\n`
  if (!warning && !more) return representReadme(record.slug, services)
  return representMarkdown(
    joinParts('\n\n', warning, readme, more),
    pageHeaders(site.baseUrl, `${entryPath(record.slug, site.brand)}.md`),
  )
}

/** X-Markdown-Tokens tells a reader the size before it fetches the text. */
const representMarkdown = (content: string, headers: Record<string, string>): Representation => ({
  content,
  type: MARKDOWN,
  headers: { ...headers, 'x-markdown-tokens': String(approxTokens(content)) },
})
