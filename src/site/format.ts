/** Which form of a page a request asks for: HTML, its markdown twin, or a problem document for what went wrong. */

import { mediaQuality } from '../http/negotiate.ts'
import { CatalogError } from '../tools/errors.ts'

export const MARKDOWN = 'text/markdown; charset=utf-8'
export const HTML = 'text/html; charset=utf-8'

export type Form = 'html' | 'markdown'

/**
 * Markdown where it is wanted more than HTML, or as much and by name: agents send "text/markdown, text/html" with equal weight.
 * @throws CatalogError not_acceptable where both are ruled out
 */
export function pageForm(accept: string | undefined, path: string): Form {
  const markdown = mediaQuality(accept, 'text/markdown')
  const html = mediaQuality(accept, 'text/html')
  if (markdown.q === 0 && html.q === 0) {
    throw new CatalogError('not_acceptable', {
      detail: `This page is text/html and text/markdown, which Accept rules out. ${path} is always markdown.`,
    })
  }
  const wanted = markdown.q > html.q || (markdown.q === html.q && markdown.named)
  return wanted ? 'markdown' : 'html'
}

/** HTML for browsers, markdown for who asks for it by name, and the problem document for everybody else. */
export function errorForm(accept: string | undefined): Form | 'problem' {
  const markdown = mediaQuality(accept, 'text/markdown')
  const html = mediaQuality(accept, 'text/html')
  // Programs that ask for JSON read problem documents too.
  const problem = Math.max(
    ...['application/problem+json', 'application/json'].map((type) => mediaQuality(accept, type).q),
  )
  if (markdown.named && markdown.q > 0 && markdown.q >= html.q && markdown.q >= problem) return 'markdown'
  if (html.named && html.q > 0 && html.q >= problem) return 'html'
  return 'problem'
}
