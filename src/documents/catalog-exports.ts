/** The whole catalogue as files, in catalogue order: CSV, and the facts as JSON Lines. */

import { RecordFacts } from '../catalog/record/facts.ts'
import { type Catalog, entryUrl } from '../store/open-catalog.ts'
import type { Services } from '../tools/define/define.ts'

/** Names and order as in SPEC 4.8. */
const COLUMNS = 'slug,title,voxgig_url,github_url,freepublicapis_url,source_openapi_url,source_website'

/** RFC 4180, row by row. */
export function* catalogCsv({ catalog, site }: Services): Generator<string> {
  yield `${COLUMNS}\r\n`
  for (const record of catalog.records) {
    const { slug, title, github_url, freepublicapis_url, source_openapi_url, source_website } = record
    const row = [slug, title, entryUrl(site, slug), github_url, freepublicapis_url, source_openapi_url, source_website]
    yield `${row.map(cell).join(',')}\r\n`
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

const FACTS = RecordFacts.keyof().options

/** What the repositories state, as JSON Lines (jsonlines.org), line by line. */
export function* factsJsonl({ records }: Catalog): Generator<string> {
  for (const record of records) {
    const facts = Object.fromEntries(FACTS.map((name) => [name, record[name]]))
    yield `${JSON.stringify({ slug: record.slug, ...facts })}\n`
  }
}
