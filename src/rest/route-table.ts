/** The table of routes: a row for everything that the service answers beside its pages. rest/app.ts walks it. */
import { ardDocuments, ardRoutes } from '../ard/ard-routes.ts'
import { catalogFeed, FEED_PATH } from '../documents/feed.ts'
import { files } from '../documents/index.ts'
import {
  documentOperation,
  MCP_PATH,
  mcpOperation,
  messageOperation,
  readmeOperation,
  toolOperation,
} from '../documents/openapi/operations.ts'
import { type Document, documentParts, documentText, type Route, type RouteDeps } from '../documents/route.ts'
import { answerFeed } from '../site/site.ts'
import { madeOnce } from './made-once.ts'
import { type MessageDeps, receiveMessage } from './messages.ts'
import { definitionOf, type RestRoute, routes } from './routes.ts'
import { readme, toolAnswer } from './tool-answer.ts'

export interface AppDeps extends MessageDeps {
  /** mcp/http-transport.ts */
  mcp: (request: Request) => Promise<Response>
}

function restRoute(route: RestRoute): Route<AppDeps> {
  const { method, path } = route
  const row = { method, path, title: definitionOf(route).title }
  switch (route.serves) {
    case 'tool':
      return {
        ...row,
        answer: (deps, request) => toolAnswer(deps, route, request),
        describe: (context) => toolOperation(route, context),
      }
    case 'readme':
      return {
        ...row,
        answer: ({ services }, request) => readme(services, request),
        describe: (context) => readmeOperation(route, context),
      }
    case 'message':
      return {
        ...row,
        readers: 'configured',
        formPage: route.page,
        answer: (deps, request) => receiveMessage(deps, route, request),
        describe: (context) => messageOperation(route, context),
      }
  }
}

const mcpRoute: Route<AppDeps> = {
  ...{ method: 'POST', path: MCP_PATH, title: 'MCP endpoint', readers: 'own' },
  answer: ({ mcp }, { request }) => mcp(request),
  describe: mcpOperation,
}

export const documentRoute = (document: Document): Route<RouteDeps> => ({
  ...{ method: 'GET', path: document.path, title: document.title, document },
  ...(document.operationId && { describe: (context) => documentOperation(document, context) }),
  async answer(deps) {
    const { services, routes } = deps
    const { type, cacheControl, cacheability = 'snapshot', headers } = document
    const content =
      cacheability === 'none'
        ? documentText(document, services, routes)
        : await madeOnce(deps, document.path, () => documentParts(document, services, routes))
    return { content, type, cacheControl, cacheability, headers: headers?.(services.site) }
  },
})

const answerCatalogFeed: Route<RouteDeps>['answer'] = ({ services }, request) =>
  answerFeed(catalogFeed(services), request, services)

/** Those that belong to no catalogue; the registry of agentic resources is here alone. */
export const documents: readonly Document[] = [...files, ...ardDocuments]
export const routeTable: readonly Route<AppDeps>[] = [
  ...routes.map(restRoute),
  mcpRoute,
  ...ardRoutes,
  ...documents.map((each) => ({
    ...documentRoute(each),
    ...(each.path === FEED_PATH && { answer: answerCatalogFeed }),
  })),
]
