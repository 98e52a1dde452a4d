/** Link header fields (RFC 8288) of pages and twins, each of which names the other. */
import { twinPath } from '../pages/pages.ts'

const link = (address: string, rel: string, type?: string): string =>
  `<${address}>; rel="${rel}"${type === undefined ? '' : `; type="${type}"`}`

/** `/sdk?page=2` -> `/sdk.md?page=2` */
export function twinAddress(address: string): string {
  const [path = '/', query] = address.split('?')
  return twinPath(path) + (query === undefined ? '' : `?${query}`)
}

/** Header fields of an HTML page. */
export function pageHeaders(baseUrl: string, address: string): Record<string, string> {
  const links = [link(baseUrl + twinAddress(address), 'alternate', 'text/markdown')]
  if (address === '/') links.push(...entryPoints(baseUrl))
  return { vary: 'Accept', link: links.join(', ') }
}

/** Header fields of a twin. `Vary` is that of the page, as its address gives the twin too. */
export function twinHeaders(baseUrl: string, address: string): Record<string, string> {
  const twin = twinAddress(address)
  const links = [link(baseUrl + address, 'canonical'), link(baseUrl + twin, 'alternate', 'text/markdown')]
  if (address === '/') links.push(...entryPoints(baseUrl))
  return { vary: 'Accept', link: links.join(', '), 'content-location': twin }
}

/** Where programs go on from the first page. */
const entryPoints = (baseUrl: string): string[] => [
  link(`${baseUrl}/.well-known/api-catalog`, 'api-catalog', 'application/linkset+json'),
  link(`${baseUrl}/openapi.json`, 'service-desc', 'application/json'),
  link(`${baseUrl}/developers`, 'service-doc', 'text/html'),
  link(`${baseUrl}/llms.txt`, 'describedby', 'text/plain'),
  link(`${baseUrl}/.well-known/ai-catalog.json`, 'ai-catalog'),
]
