/** The whole catalogue as files, in catalogue order: CSV, and the facts as JSON Lines. */

import { RecordFacts } from '../catalog/record/facts.ts'
import { type Catalog, entryUrl } from '../store/open-catalog.ts'
import { csvCell } from '../text/columns.ts'
import type { Services } from '../tools/define/define.ts'

/** Names and order as in SPEC 4.8. */
const COLUMNS = 'slug,title,voxgig_url,github_url,freepublicapis_url,source_openapi_url,source_website'

/** RFC 4180, row by row. */
export function* catalogCsv({ catalog, site }: Services): Generator<string> {
  yield `${COLUMNS}\r\n`
  for (const record of catalog.records) {
    const { slug, title, github_url, freepublicapis_url, source_openapi_url, source_website } = record
    const row = [slug, title, entryUrl(site, slug), github_url, freepublicapis_url, source_openapi_url, source_website]
    yield `${row.map(csvCell).join(',')}\r\n`
  }
}

const FACTS = RecordFacts.keyof().options

/** What the repositories state, as JSON Lines (jsonlines.org), line by line. */
export function* factsJsonl({ records }: Catalog): Generator<string> {
  for (const record of records) {
    const facts = Object.fromEntries(FACTS.map((name) => [name, record[name]]))
    yield `${JSON.stringify({ slug: record.slug, ...facts })}\n`
  }
}
