/** Paths of pages, and Link header fields (RFC 8288): a page and its markdown twin each name the other. */
import { twinPath } from '../pages/pages.ts'

/** The page of one SDK. */
export const entryPath = (slug: string, brand: string): string => `/${brand}-sdk/${slug}`

const link = (url: string, rel: string, type?: string): string =>
  `<${url}>; rel="${rel}"${type === undefined ? '' : `; type="${type}"`}`

/** `/sdk?page=2` -> `/sdk.md?page=2` */
export function twinHref(href: string): string {
  const [path = '/', query] = href.split('?')
  return twinPath(path) + (query === undefined ? '' : `?${query}`)
}

/** Header fields of an HTML page. @param href its path and query */
export function pageHeaders(baseUrl: string, href: string): Record<string, string> {
  const links = [link(baseUrl + twinHref(href), 'alternate', 'text/markdown')]
  if (href === '/') links.push(...entryPoints(baseUrl))
  return { vary: 'Accept', link: links.join(', ') }
}

/** Header fields of a twin. `Vary` is needed because the URL of the page serves the twin too. @param href of the page */
export function twinHeaders(baseUrl: string, href: string): Record<string, string> {
  const twin = twinHref(href)
  const links = [link(baseUrl + href, 'canonical'), link(baseUrl + twin, 'alternate', 'text/markdown')]
  if (href === '/') links.push(...entryPoints(baseUrl))
  return { vary: 'Accept', link: links.join(', '), 'content-location': twin }
}

/** Where programs continue from the first page. */
const entryPoints = (baseUrl: string): string[] => [
  link(`${baseUrl}/.well-known/api-catalog`, 'api-catalog', 'application/linkset+json'),
  link(`${baseUrl}/openapi.json`, 'service-desc', 'application/json'),
  link(`${baseUrl}/developers`, 'service-doc', 'text/html'),
  link(`${baseUrl}/llms.txt`, 'describedby', 'text/plain'),
  link(`${baseUrl}/.well-known/ai-catalog.json`, 'ai-catalog'),
]
