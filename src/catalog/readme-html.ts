/** HTML of the READMEs of a catalogue, rendered once for each catalogue. */
import type { Catalog } from './catalog.ts'
import { renderReadmeHtml } from './readme/html.ts'

const kept = new WeakMap<Catalog, Map<string, string>>()

/** HTML of the README of one SDK, rendered once for each catalogue; "" for a slug that has none. */
export function readmeHtml(catalog: Catalog, slug: string): string {
  let rendered = kept.get(catalog)
  if (!rendered) {
    rendered = new Map()
    kept.set(catalog, rendered)
  }
  const known = rendered.get(slug)
  if (known !== undefined) return known
  const record = catalog.record(slug)
  const html = record ? renderReadmeHtml(catalog.readme(slug) ?? '', record.github_url) : ''
  rendered.set(slug, html)
  return html
}

/** READMEs that were rendered when the catalogue was built, by this very renderer, so that they are not rendered again. */
export function keepRendered(catalog: Catalog, pages: ReadonlyMap<string, string>): void {
  kept.set(catalog, new Map([...(kept.get(catalog) ?? []), ...pages]))
}

/** Renders what no reader has asked for yet, one README for each turn of the event loop. Resolves to their number. */
export async function renderAhead(catalog: Catalog, signal?: AbortSignal): Promise<number> {
  let done = 0
  for (const { slug } of catalog.entries) {
    if (signal?.aborted) break
    if (kept.get(catalog)?.has(slug)) continue
    readmeHtml(catalog, slug)
    done += 1
    await new Promise((resume) => setImmediate(resume))
  }
  return done
}
