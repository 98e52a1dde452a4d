/** Which format a request asks for: HTML, the markdown twin, or for an error a problem document. */

import { mediaQuality } from '../http/negotiate.ts'
import { CatalogError } from '../tools/errors.ts'

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
