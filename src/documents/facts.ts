/** What the repositories of the SDKs state, as JSON Lines (jsonlines.org): one SDK a line, in catalogue order. */
import type { Catalog } from '../catalog/catalog.ts'
import { RecordFacts } from '../catalog/record/facts.ts'

/** Not registered with IANA; the name that OpenAPI 3.2 and its media type registry use for JSON Lines. */
export const FACTS_TYPE = 'application/jsonl'

const members = RecordFacts.keyof().options

export function* factsJsonl(catalog: Catalog): Generator<string> {
  for (const record of catalog.records) {
    const facts = Object.fromEntries(members.map((member) => [member, record[member]]))
    yield `${JSON.stringify({ slug: record.slug, ...facts })}\n`
  }
}
