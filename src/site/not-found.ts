/** Ways on from a path that leads nowhere: the page, endpoint or file that was meant. One did-you-mean for all forms. */
import { nearest } from '../catalog/search/suggest.ts'
import { documents } from '../documents/index.ts'
import { definitionOf, routes } from '../interface/routes.ts'
import type { Services } from '../tools/define.ts'
import { CatalogError } from '../tools/errors.ts'
import { didYouMean } from '../tools/not-found.ts'
import { entryPath } from './entry-page.ts'

/** What an address leads to. */
export interface Place {
  title: string
  path: string
  /** Nothing to follow as a link. */
  post?: boolean
}

/** What people call things that have another name here. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['api', '/developers'],
  ['catalog', '/sdk'],
  ['catalogue', '/sdk'],
  ['docs', '/developers'],
  ['documentation', '/developers'],
  ['index.html', '/'],
  ['mcp', '/developers'],
  ['sdks', '/sdk'],
  ['search', '/sdk'],
  ['swagger', '/openapi.json'],
])

/** No path of ours is longer than those of SDKs, whose slugs have at most 120 characters. */
const LONGEST = 200

const INDEXES = 'Pages are listed in /llms.txt, endpoints in /openapi.json.'

export function createWays({ catalog, pages, site: { brand } }: Services) {
  const filled = (path: string): string => path.replace('{brand}', brand)
  const sdkFolder = entryPath('', brand)
  const places = new Map<string, Place>(
    [
      ...pages.list.map(({ path, title }) => ({ path, title })),
      ...routes
        .filter(({ path }) => !path.includes('{slug}'))
        .map((route) => ({
          path: filled(route.path),
          title: definitionOf(route).title,
          post: route.method === 'POST',
        })),
      ...documents.map(({ path, title }) => ({ path: filled(path), title })),
      { path: '/mcp', title: 'MCP endpoint', post: true },
    ].map((place) => [place.path, place]),
  )
  const paths = Object.freeze([...places.keys()].filter((path) => path !== '/'))
  const endpoints = new Map(paths.filter((path) => path.startsWith('/api/')).map((path) => [withoutApi(path), path]))
  const endpointNames = Object.freeze([...endpoints.keys()])

  return { nothingAt, suggestions, pageWithoutSlash }

  /** @param path percent-encoded */
  function nothingAt(path: string): CatalogError {
    const place = meant(path)
    return new CatalogError('not_found', {
      detail: 'There is nothing at this path.',
      resolution: didYouMean(place ? [place.path] : [], INDEXES),
    })
  }

  /** Links for readers. Names of SDKs are guessed only where SDKs are: elsewhere a guess would mostly be wrong. */
  function suggestions(path: string): Place[] {
    if (path.startsWith(sdkFolder)) return catalog.nearestSlugs(wordsOf(path)[1] ?? '').map(entry)
    const place = meant(path)
    return place && !place.post ? [place] : []
  }

  /** The page that is at a path without the slashes at its end. */
  function pageWithoutSlash(path: string): string | undefined {
    const trimmed = path.length > LONGEST ? path : path.replace(/\/+$/, '')
    if (trimmed === path) return undefined
    const sdk = trimmed.startsWith(sdkFolder) && catalog.record(trimmed.slice(sdkFolder.length))
    return sdk || pages.page(trimmed) ? trimmed : undefined
  }

  function meant(path: string): Place | undefined {
    if (path.length > LONGEST) return undefined
    const tidy = path.toLowerCase().replace(/\/+$/, '')
    // "/developers.html" is the page too.
    const bare = tidy.replace(/\.html?$/, '')
    const words = wordsOf(path)
    const named =
      (places.has(tidy) && tidy) ||
      (places.has(bare) && bare) ||
      (tidy === sdkFolder.slice(0, -1) && '/sdk') ||
      ALIASES.get(tidy.slice(1)) ||
      paths.find((known) => known.startsWith(`${tidy}.`))
    if (named) return places.get(named)
    const slug = words.flatMap((word) => [word, `${word}-sdk`]).find((word) => catalog.record(word))
    if (slug !== undefined) return words[0] === 'api' ? { ...entry(slug), path: `/api/sdk/${slug}.json` } : entry(slug)
    // Whatever is asked of the API begins alike, so only the rest tells.
    const near =
      words[0] === 'api'
        ? endpoints.get(nearest(withoutApi(tidy), endpointNames, 1)[0] ?? '')
        : nearest(tidy, paths, 1)[0]
    const word = words.find((word) => ALIASES.has(word))
    const best = near ?? (word && ALIASES.get(word))
    return best === undefined ? undefined : places.get(best)
  }

  function entry(slug: string): Place {
    return { path: entryPath(slug, brand), title: `${catalog.record(slug)!.title} SDK` }
  }
}

const withoutApi = (path: string): string => path.replace(/^\/api(\/sdk)?/, '')

/** The segments of a path, decoded, in lower case and without endings such as ".md"; none where one is malformed. */
export function wordsOf(path: string): string[] {
  try {
    return path
      .split('/')
      .filter(Boolean)
      .map((segment) =>
        decodeURIComponent(segment)
          .replace(/\.\w+$/, '')
          .toLowerCase(),
      )
  } catch {
    return []
  }
}
