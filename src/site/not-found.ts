/** Suggestions for a path that leads nowhere: the page, endpoint or file that was meant. */
import { nearest } from '../catalog/search/suggest.ts'
import { documents } from '../documents/index.ts'
import { definitionOf, routes } from '../interface/routes.ts'
import type { Services } from '../tools/define.ts'
import { CatalogError } from '../tools/errors.ts'
import { didYouMean } from '../tools/not-found.ts'
import { entryPath } from './links.ts'

/** Something that has a path of its own. */
export interface Suggestion {
  title: string
  path: string
  /** Answers POST only, so that a link to it would fail. */
  postOnly?: boolean
}

/** Names that people try, and the path of what they mean. */
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

/** Longer paths get no suggestion: the longest of ours hold a slug, which has at most 120 characters. */
const LONGEST = 200

const INDEXES = 'Pages are listed in /llms.txt, endpoints in /openapi.json.'

export function createSuggestions({ catalog, pages, site: { brand } }: Services) {
  const filled = (path: string): string => path.replace('{brand}', brand)
  const sdkFolder = entryPath('', brand)
  const known = new Map<string, Suggestion>(
    [
      ...pages.list.map(({ path, title }) => ({ path, title })),
      ...routes
        .filter(({ path }) => !path.includes('{slug}'))
        .map((route) => ({
          path: filled(route.path),
          title: definitionOf(route).title,
          postOnly: route.method === 'POST',
        })),
      ...documents.map(({ path, title }) => ({ path: filled(path), title })),
      { path: '/mcp', title: 'MCP endpoint', postOnly: true },
    ].map((suggestion) => [suggestion.path, suggestion]),
  )
  const paths = Object.freeze([...known.keys()].filter((path) => path !== '/'))
  const endpoints = new Map(paths.filter((path) => path.startsWith('/api/')).map((path) => [withoutApi(path), path]))
  const endpointNames = Object.freeze([...endpoints.keys()])

  return { nothingAt, links, withoutTrailingSlash }

  /** @param path percent-encoded */
  function nothingAt(path: string): CatalogError {
    const best = bestMatch(path)
    return new CatalogError('not_found', {
      detail: 'There is nothing at this path.',
      resolution: didYouMean(best ? [best.path] : [], INDEXES),
    })
  }

  /** Links for a reader. Suggests SDKs only below the path of the SDKs: elsewhere the guess would mostly be wrong. */
  function links(path: string): Suggestion[] {
    if (path.length > LONGEST) return []
    if (path.startsWith(sdkFolder)) return catalog.nearestSlugs(segmentsOf(path)[1] ?? '').map(entry)
    const best = bestMatch(path)
    return best && !best.postOnly ? [best] : []
  }

  /** The path of a page, if it is this path with slashes at the end. */
  function withoutTrailingSlash(path: string): string | undefined {
    const trimmed = path.length > LONGEST ? path : path.replace(/\/+$/, '')
    if (trimmed === path) return undefined
    const sdk = trimmed.startsWith(sdkFolder) && catalog.record(trimmed.slice(sdkFolder.length))
    return sdk || pages.page(trimmed) ? trimmed : undefined
  }

  function bestMatch(path: string): Suggestion | undefined {
    if (path.length > LONGEST) return undefined
    const tidy = path.toLowerCase().replace(/\/+$/, '')
    const withoutHtml = tidy.replace(/\.html?$/, '')
    const segments = segmentsOf(path)
    const exact =
      (known.has(tidy) && tidy) ||
      (known.has(withoutHtml) && withoutHtml) ||
      (tidy === sdkFolder.slice(0, -1) && '/sdk') ||
      ALIASES.get(tidy.slice(1)) ||
      paths.find((path) => path.startsWith(`${tidy}.`))
    if (exact) return known.get(exact)
    const slug = segments.flatMap((segment) => [segment, `${segment}-sdk`]).find((name) => catalog.record(name))
    if (slug !== undefined)
      return segments[0] === 'api' ? { ...entry(slug), path: `/api/sdk/${slug}.json` } : entry(slug)
    // All paths of the API begin alike, so only the rest is compared.
    const near =
      segments[0] === 'api'
        ? endpoints.get(nearest(withoutApi(tidy), endpointNames, 1)[0] ?? '')
        : nearest(tidy, paths, 1)[0]
    const alias = segments.find((segment) => ALIASES.has(segment))
    const best = near ?? (alias && ALIASES.get(alias))
    return best === undefined ? undefined : known.get(best)
  }

  function entry(slug: string): Suggestion {
    return { path: entryPath(slug, brand), title: `${catalog.record(slug)!.title} SDK` }
  }
}

const withoutApi = (path: string): string => path.replace(/^\/api(\/sdk)?/, '')

/** The segments of a path, decoded, in lower case and without endings such as ".md"; none if one is malformed. */
export function segmentsOf(path: string): string[] {
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
