/** The catalogue as CSV (SPEC 4.8), RFC 4180: one row per SDK in catalogue order. */
import type { Catalog } from '../catalog/catalog.ts'

/** Names and order as in SPEC 4.8. */
const COLUMNS = [
  'slug',
  'title',
  'voxgig_url',
  'github_url',
  'freepublicapis_url',
  'source_openapi_url',
  'source_website',
] as const

export function catalogCsv(catalog: Catalog): string {
  const rows = catalog.entries.map((entry) => {
    const record = catalog.record(entry.slug)
    return [
      entry.slug,
      entry.title,
      entry.url,
      entry.github_url,
      record?.freepublicapis_url ?? '',
      record?.source_openapi_url ?? '',
      record?.source_website ?? '',
    ]
  })
  return [COLUMNS, ...rows].map((cells) => `${cells.map(cell).join(',')}\r\n`).join('')
}

/** RFC 4180 §2.6: quotes a field that holds a quote, a comma or a line end. */
const cell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
