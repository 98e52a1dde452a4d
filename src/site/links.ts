/** Paths of pages, and Link header fields (RFC 8288): a page and its markdown twin each name the other. */
import { twinPath } from '../pages/pages.ts'

/** The page of one SDK. */
export const entryPath = (slug: string, brand: string): string => `/${brand}-sdk/${slug}`

/** `/sdk?page=2` -> `/sdk.md?page=2` */
export const twinHref = (href: string): string => href.replace(/^[^?]*/, twinPath)

/** Header fields of an HTML page. @param href its path and query */
export const pageHeaders = (baseUrl: string, href: string): Record<string, string> => ({
  vary: 'Accept',
  link: [twinLink(baseUrl, href), ...entryPoints(baseUrl, href)].join(', '),
})

/** Header fields of a twin. `Vary` is needed because the URL of the page serves the twin too. @param href of the page */
export const twinHeaders = (baseUrl: string, href: string): Record<string, string> => ({
  vary: 'Accept',
  link: [`<${baseUrl}${href}>; rel="canonical"`, twinLink(baseUrl, href), ...entryPoints(baseUrl, href)].join(', '),
  'content-location': twinHref(href),
})

const twinLink = (baseUrl: string, href: string): string =>
  `<${baseUrl}${twinHref(href)}>; rel="alternate"; type="text/markdown"`

/** Where programs continue from the first page. */
const entryPoints = (baseUrl: string, href: string): string[] =>
  href !== '/'
    ? []
    : [
        `<${baseUrl}/.well-known/api-catalog>; rel="api-catalog"; type="application/linkset+json"`,
        `<${baseUrl}/openapi.json>; rel="service-desc"; type="application/json"`,
        `<${baseUrl}/developers>; rel="service-doc"; type="text/html"`,
        `<${baseUrl}/llms.txt>; rel="describedby"; type="text/plain"`,
        `<${baseUrl}/.well-known/ai-catalog.json>; rel="ai-catalog"`,
      ]
