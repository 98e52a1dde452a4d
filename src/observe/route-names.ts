/** The name of the route that a request takes: a template, so that the number of names has a bound. */
import { routeFinder } from '../documents/route.ts'

/** Pages whose names are templates; other pages have none. */
const PAGES = ['/{brand}-sdk/{slug}', '/assets/{name}']

/**
 * `/api/sdk/{slug}.json` for `/api/sdk/poetrydb-sdk.json`; `other` for what is in no table, such as a page.
 * @param paths templates of the tables
 */
export function routeNames(brand: string, paths: readonly string[]): (path: string) => string {
  const find = routeFinder(
    [...paths, ...PAGES].map((path) => ({ path })),
    brand,
  )
  const nameOf = (path: string) => find(path)?.path.replace('{brand}', brand) ?? 'other'
  return (path) => nameOf(path.replace(/^(\/sdk\/sitemap)-\d+(?=\.xml$)/, '$1'))
}
