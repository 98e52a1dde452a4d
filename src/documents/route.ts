/** A row of the table of routes (rest/table.ts): what rest/app.ts answers, and what documents, metrics and errors say of it. */

import type { LargeContent } from '../http/large-content.ts'
import type { Failure } from '../http/problem.ts'
import type { Representation } from '../http/representation.ts'
import type { CatalogError } from '../tools/define/catalog-error.ts'
import type { Cacheability, Services, Site } from '../tools/define/define.ts'
import type { Context, Operation } from './openapi/headers-and-responses.ts'

export interface RouteInfo {
  method: 'GET' | 'POST'
  /** As OpenAPI writes it. The configuration fills in `{brand}`, the request the others. */
  path: string
  /** Shown where somebody may have meant this path. */
  title?: string
  describe?(context: Context): Operation
  document?: Document
  /** The answer to a failure, where it is no problem document or page. */
  failure?(error: CatalogError): Failure
}

export interface RouteRequest {
  request: Request
  url: URL
  accept: string | undefined
  /** Of the path, decoded; without the suffix that follows in the template. */
  params: Readonly<Record<string, string>>
  /** Address of the other end of the connection, if there is one. */
  peer: string | undefined
}

export interface Route<Deps> extends RouteInfo {
  answer(deps: Deps, request: RouteRequest): Representation | Response | Promise<Representation | Response>
  /**
   * Who may read the answer from a page of another site: everybody; the origins of the settings; or `answer` itself says
   * so, and answers every method.
   */
  readers?: 'configured' | 'own'
  /** The page whose form is sent to its own path and answered here. */
  formPage?: string
}

export interface RouteDeps {
  services: Services
  /** The rows that belong to no catalogue. */
  routes: readonly RouteInfo[]
  /** What has been made of the catalogue, by its path. */
  made: Map<string, Promise<Buffer | LargeContent>>
}

export function routeFinder<Row extends Pick<RouteInfo, 'path'>>(rows: readonly Row[], brand: string) {
  const exact = new Map<string, Row>()
  const templates: [RegExp, Row][] = []
  for (const row of rows) {
    const path = row.path.replace('{brand}', brand)
    if (!path.includes('{')) exact.set(path, row)
    else templates.push([new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`), row])
  }
  return (path: string): Row | undefined => exact.get(path) ?? templates.find(([pattern]) => pattern.test(path))?.[1]
}

/** One published file: its path, what it is, and the pure function that writes it. */
export interface Document {
  path: string
  /** Makes the file an operation of the OpenAPI description. */
  operationId?: string
  title: string
  about: string
  type: string
  headers?: (site: Site) => Record<string, string>
  cacheControl?: string
  /** Browsers that prefer HTML are shown a page. */
  isPage?: true
  /** Default: `snapshot`. */
  cacheability?: Cacheability
  /**
   * The file, or its parts where it grows with the catalogue.
   * @param routes the table of routes
   */
  build(services: Services, routes: readonly RouteInfo[]): string | Iterable<string>
}

export const documentsOf = (routes: readonly RouteInfo[]): Document[] =>
  routes.flatMap(({ document }) => document ?? [])

export function documentParts(document: Document, ...given: Parameters<Document['build']>): Iterable<string> {
  const built = document.build(...given)
  return typeof built === 'string' ? [built] : built
}

export const documentText = (...given: Parameters<typeof documentParts>): string =>
  [...documentParts(...given)].join('')

/** The media type without its parameters. */
export const essence = (type: string): string => type.split(';')[0]!.trim()
