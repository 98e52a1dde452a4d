/** The name of the route that a request takes: a template, so that the number of names has a bound. */

import { ardOperations } from '../ard/ard-schemas.ts'
import { documents } from '../documents/index.ts'
import { routes } from '../rest/routes.ts'

/** `/api/sdk/{slug}.json` for `/api/sdk/poetrydb-sdk.json`; `other` for what is in no table, such as a page. */
export function routeNames(brand: string): (path: string) => string {
  const exact = new Set<string>(['/mcp', '/livez', '/readyz', '/metrics'])
  const templates: [RegExp, string][] = []
  for (const { path } of [...routes, ...Object.values(ardOperations), ...documents]) {
    const name = path.replace('{brand}', brand)
    if (!name.includes('{')) exact.add(name)
    else templates.push([new RegExp(`^${name.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`), name])
  }
  templates.push([new RegExp(`^/${brand}-sdk/[^/]+$`), `/${brand}-sdk/{slug}`], [/^\/assets\//, '/assets/{name}'])
  templates.push([/^\/sdk\/sitemap-\d+\.xml$/, '/sdk/sitemap.xml'])
  return (path) => (exact.has(path) ? path : (templates.find(([pattern]) => pattern.test(path))?.[1] ?? 'other'))
}
