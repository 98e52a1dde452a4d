/** The catalogue as CSV (SPEC 4.8), RFC 4180: one row per SDK in catalogue order. */
import type { Catalog } from '../catalog/catalog.ts'

/** Names and order of the columns as in SPEC 4.8. */
const HEADER = 'slug,title,voxgig_url,github_url,freepublicapis_url,source_openapi_url,source_website'

export function catalogCsv(catalog: Catalog): string {
  const rows = catalog.entries.map(({ slug, title, url, github_url }) => {
    const { freepublicapis_url, source_openapi_url, source_website } = catalog.record(slug)!
    const cells = [slug, title, url, github_url, freepublicapis_url, source_openapi_url, source_website]
    return cells.map(cell).join(',')
  })
  return [HEADER, ...rows].map((row) => `${row}\r\n`).join('')
}

/**
 * RFC 4180 §2.6: quotes a field that holds a quote, a comma or a line end. A spreadsheet would run a cell that begins
 * as a formula does; after an apostrophe it is text (OWASP, CSV injection).
 */
function cell(text = ''): string {
  const inert = /^[\s]*[=+\-@]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}
