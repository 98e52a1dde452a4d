/** Errors as HTML or markdown: the facts of the problem document, and links to continue. */
import { problems } from '../interface/problems.ts'
import { twinPath } from '../pages/pages.ts'
import { escapeMarkdown } from '../text/markdown.ts'
import type { Services } from '../tools/define.ts'
import type { CatalogError } from '../tools/errors.ts'
import { searchForm } from './html/components.ts'
import { curlyQuotes, html, type Markup } from './html/html.ts'
import { renderLayout } from './html/layout.ts'
import { type Suggestion, segmentsOf } from './not-found.ts'

type Link = Pick<Suggestion, 'title' | 'path'>

/**
 * @param path percent-encoded path of the request
 * @param near similar paths
 */
export function renderErrorPage(error: CatalogError, path: string, near: readonly Link[], services: Services): string {
  const { status, title, resolution } = problems[error.code]
  const isNotFound = error.code === 'not_found'
  return renderLayout(
    {
      path,
      title,
      description: `${title}. Search the catalogue or go on from one of the main pages.`,
      hidden: true,
      kind: 'error',
      body: html`<div class="page">
<article class="prose">
<div class="intro"><p class="status">${status}</p>
<h1>${title}</h1>
<p>${curlyQuotes(error.info.detail)}</p></div>
${!isNotFound && html`<p>${curlyQuotes(error.info.resolution ?? resolution)}</p>`}
${near.length > 0 && html`<h2>Did you mean</h2>\n${list(near)}`}
${isNotFound && html`<h2>Search instead</h2>\n${searchForm(services.site.brand, { q: searchWords(path) })}`}
<h2>Main pages</h2>
${list(services.pages.list)}
<p>For programs, this is <a href="/developers/errors#${error.code}"><code>${error.code}</code></a> in the error reference.</p>
</article>
</div>`,
    },
    services,
  )
}

const list = (links: readonly Link[]): Markup =>
  html`<ul>${links.map(({ title, path }) => html`<li><a href="${path}">${title}</a></li>\n`)}</ul>`

/** The words of the last segment. */
const searchWords = (path: string): string =>
  (segmentsOf(path).at(-1) ?? '').replace(/-sdk$/, '').replace(/[-_]+/g, ' ').slice(0, 100)

export function renderErrorMarkdown(error: CatalogError, near: readonly Link[], { pages, site }: Services): string {
  const { baseUrl, brand } = site
  const { status, title, resolution } = problems[error.code]
  const hasTwin = (path: string): boolean => pages.page(path) !== undefined || path.startsWith(`/${brand}-sdk/`)
  const link = ({ title, path }: Link): string =>
    `- [${escapeMarkdown(title)}](${baseUrl}${hasTwin(path) ? twinPath(path) : path})`
  const paragraphs = [
    `# ${status} ${title}`,
    `> The index of this site for language models is [/llms.txt](${baseUrl}/llms.txt).`,
    `${error.info.detail} ${error.info.resolution ?? resolution}`,
    ...(near.length > 0 ? ['## Did you mean', near.map(link).join('\n')] : []),
    '## Where to go on',
    pages.list.map(link).join('\n'),
    `- [Sitemap](${baseUrl}/sitemap.md)\n- [Error reference](${baseUrl}/developers/errors.md#${error.code})\n`,
  ]
  return paragraphs.join('\n\n')
}
