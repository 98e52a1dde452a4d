/**
 * What grows with the catalogue is made once for it. The store of answers knows an answer by all of its address and
 * header fields, so whoever changes these could have it made again and again.
 */
import type { RouteDeps } from '../documents/route.ts'
import { contentInParts, type LargeContent } from '../http/large-content.ts'

/** @param parts makes the parts of the text */
export function madeOnce(
  { services: { catalog, site }, made }: RouteDeps,
  path: string,
  parts: () => Iterable<string>,
): Promise<Buffer | LargeContent> {
  const content = made.get(path) ?? contentInParts(parts, [catalog.id, catalog.generatedAt, site, path])
  made.set(path, content)
  content.catch(() => made.delete(path))
  return content
}
