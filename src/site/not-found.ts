/** Suggestions for a path that leads nowhere: the nearest page, endpoint or file. */
import { nearest } from '../catalog/search/suggest.ts'
import { documents } from '../documents/index.ts'
import { definitionOf, routes } from '../interface/routes.ts'
import type { Services } from '../tools/define.ts'
import { CatalogError } from '../tools/errors.ts'
import { didYouMean } from '../tools/not-found.ts'
import { entryPath } from './page-model.ts'

/** Something that has a path of its own. */
export interface Suggestion {
  title: string
  path: string
  /** Answers POST only, so that a link to it would fail. */
  postOnly?: boolean
}

/** Names that people try, and the path for each. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ...['api', 'docs', 'documentation', 'mcp'].map((name) => [name, '/developers'] as const),
  ...['catalog', 'catalogue', 'sdks', 'search'].map((name) => [name, '/sdk'] as const),
  ['index.html', '/'],
  ['swagger', '/openapi.json'],
])

/** Longer paths get no suggestion: the longest paths of the site have a slug of at most 120 characters. */
const MAX_PATH = 200

export function createSuggestions({ catalog, pages, site: { brand } }: Services) {
  const sdkFolder = entryPath('', brand)
  const suggestions: Suggestion[] = [
    ...pages.list,
    ...routes
      .filter(({ path }) => !path.includes('{slug}'))
      .map((route) => ({ path: route.path, title: definitionOf(route).title, postOnly: route.method === 'POST' })),
    ...documents,
    { path: '/mcp', title: 'MCP endpoint', postOnly: true },
  ]
  const byPath = new Map<string, Suggestion>()
  for (const { path: template, title, postOnly = false } of suggestions) {
    const path = template.replace('{brand}', brand)
    byPath.set(path, { path, title, postOnly })
  }
  const paths = Object.freeze([...byPath.keys()].filter((path) => path !== '/'))
  const endpoints = new Map(paths.filter((path) => path.startsWith('/api/')).map((path) => [withoutApi(path), path]))
  const endpointNames = Object.freeze([...endpoints.keys()])

  return { nothingAt, links, withoutTrailingSlash }

  /** @param path percent-encoded */
  function nothingAt(path: string): CatalogError {
    const suggestion = bestMatch(path)
    return new CatalogError('not_found', {
      detail: 'There is nothing at this path.',
      resolution: didYouMean(
        suggestion ? [suggestion.path] : [],
        'Pages are listed in /llms.txt, endpoints in /openapi.json.',
      ),
    })
  }

  /** Links for a reader. Suggests SDKs only below the path of the SDKs: elsewhere the guess would mostly be wrong. */
  function links(path: string): Suggestion[] {
    if (path.length > MAX_PATH) return []
    if (path.startsWith(sdkFolder)) return catalog.nearestSlugs(segmentsOf(path)[1] ?? '').map(entry)
    const suggestion = bestMatch(path)
    return suggestion && !suggestion.postOnly ? [suggestion] : []
  }

  /** The path of a page, if it is this path with slashes at the end. */
  function withoutTrailingSlash(path: string): string | undefined {
    const trimmed = path.length > MAX_PATH ? path : path.replace(/\/+$/, '')
    if (trimmed === path) return undefined
    const sdk = trimmed.startsWith(sdkFolder) && catalog.record(trimmed.slice(sdkFolder.length))
    return sdk || pages.page(trimmed) ? trimmed : undefined
  }

  function bestMatch(path: string): Suggestion | undefined {
    if (path.length > MAX_PATH) return undefined
    const segments = segmentsOf(path)
    const isApi = segments[0] === 'api'
    const tidy = path.toLowerCase().replace(/\/+$/, '')
    const exact =
      [tidy, tidy.replace(/\.html?$/, '')].find((path) => byPath.has(path)) ||
      (tidy === sdkFolder.slice(0, -1) && '/sdk') ||
      ALIASES.get(tidy.slice(1)) ||
      paths.find((path) => path.startsWith(`${tidy}.`))
    if (exact) return byPath.get(exact)
    const slug = segments.flatMap((segment) => [segment, `${segment}-sdk`]).find((name) => catalog.record(name))
    if (slug !== undefined) return isApi ? { ...entry(slug), path: `/api/sdk/${slug}.json` } : entry(slug)
    // All paths of the API begin alike, so only the rest is compared.
    const near = isApi
      ? endpoints.get(nearest(withoutApi(tidy), endpointNames, 1)[0] ?? '')
      : nearest(tidy, paths, 1)[0]
    return byPath.get(near ?? ALIASES.get(segments.find((segment) => ALIASES.has(segment)) ?? '') ?? '')
  }

  function entry(slug: string): Suggestion {
    return { path: entryPath(slug, brand), title: `${catalog.record(slug)!.title} SDK` }
  }
}

const withoutApi = (path: string): string => path.replace(/^\/api(\/sdk)?/, '')

/** The segments of a path, decoded, in lower case and without endings such as ".md"; none if one is malformed. */
export function segmentsOf(path: string): string[] {
  try {
    const segments = path.split('/').filter(Boolean).map(decodeURIComponent)
    return segments.map((segment) => segment.replace(/\.\w+$/, '').toLowerCase())
  } catch {
    return []
  }
}
