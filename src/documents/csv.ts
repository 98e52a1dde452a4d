/** The catalogue as CSV (SPEC 4.8), RFC 4180: one row per SDK in catalogue order. */
import { entryUrl } from '../catalog/catalog.ts'
import type { Services } from '../tools/define.ts'

/** Names and order of the columns as in SPEC 4.8. */
const HEADER = 'slug,title,voxgig_url,github_url,freepublicapis_url,source_openapi_url,source_website'

export function* catalogCsv({ catalog, site }: Services): Generator<string> {
  yield `${HEADER}\r\n`
  for (const record of catalog.records) {
    const { slug, title, github_url, freepublicapis_url, source_openapi_url, source_website } = record
    const url = entryUrl(site, slug)
    const cells = [slug, title, url, github_url, freepublicapis_url, source_openapi_url, source_website]
    yield `${cells.map(cell).join(',')}\r\n`
  }
}

/**
 * RFC 4180 §2.6: quotes a field that holds a quote, a comma or a line end. A spreadsheet would run a cell that begins
 * as a formula does; after an apostrophe it is text (OWASP, CSV injection).
 */
function cell(text = ''): string {
  const inert = /^[\s]*[=+\-@]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}
