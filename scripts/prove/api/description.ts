/**
 * The API description of a repository, read for the proof alone: any version is brought to OpenAPI 3.1 by
 * @scalar/openapi-upgrader. The catalogue's own reader has no part in it, so that its mistakes cannot prove themselves.
 */
import { upgrade } from '@scalar/openapi-upgrader'
import { parse } from 'yaml'

export type Node = Readonly<Record<string, unknown>>

export interface Parameter {
  name: string
  in: string
  required: boolean
  /** Also the schema of its content. */
  schema: Node
  /** An object that is spread over the query: each member by its name, or in brackets after the object's. */
  spread?: 'members' | 'brackets'
}

export interface Operation {
  method: string
  /** Without a query that some descriptions put there. */
  path: string
  /** That query. */
  fixed: URLSearchParams
  /** As the description has it. */
  written: string
  node: Node
  parameters: Parameter[]
  servers: Node[]
}

/** Alternatives, each a set of schemes that are wanted together. */
export type Security = Node[][]

const METHODS = ['get', 'head', 'post', 'put', 'patch', 'delete']
/** Chains of references that are longer go in circles. */
const MAX_REFERENCES = 10

export type ApiDescription = ReturnType<typeof readApiDescription>

/** @throws Error where the text is no description */
export function readApiDescription(text: string) {
  const root = upgrade(parsed(text), '3.1') as unknown as Node

  const resolve = (value: unknown): Node => {
    for (let step = 0; step < MAX_REFERENCES && isNode(value); step++) {
      const { $ref: reference } = value
      if (typeof reference !== 'string') return value
      const path = reference.replace(/^#\//, '').split('/').map(unescaped)
      value = path.reduce<unknown>((place, name) => nodeOf(place)[name], root)
    }
    return {}
  }

  const parameter = (stated: unknown): Parameter => {
    const node = resolve(stated)
    const [media] = Object.values(nodeOf(node.content))
    const schema = resolve(node.schema ?? nodeOf(media).schema)
    const place = String(node.in)
    const isObject = schema.type === 'object' || schema.properties !== undefined
    const isSpread = isObject && place === 'query' && node.explode !== false && node.content === undefined
    const spread = node.style === 'deepObject' ? 'brackets' : 'members'
    return {
      name: String(node.name),
      in: place,
      required: node.required === true,
      schema,
      ...(isSpread && { spread }),
    }
  }

  const operationOf = (written: string, item: Node, method: string): Operation => {
    const node = resolve(item[method])
    const own = [...listOf(item.parameters), ...listOf(node.parameters)].map(parameter)
    const [path = '', query] = written.split('#')[0]!.split('?')
    const servers = [node, item, root].map((place) => listOf(place.servers)).find((list) => list.length > 0) ?? []
    return {
      method: method.toUpperCase(),
      path,
      fixed: new URLSearchParams(query),
      written,
      node,
      // The operation's own hides its path's.
      parameters: [...new Map(own.map((one) => [`${one.in} ${one.name}`, one])).values()],
      servers: servers.filter(isNode),
    }
  }

  const operations = Object.entries(nodeOf(root.paths)).flatMap(([path, stated]) => {
    const item = resolve(stated)
    return METHODS.filter((method) => item[method] !== undefined).map((method) => operationOf(path, item, method))
  })
  const schemes = nodeOf(nodeOf(root.components).securitySchemes)

  return {
    root,
    resolve,
    operations,
    /** Empty where none is needed. */
    securityOf({ node }: Operation): Security {
      const alternatives = listOf(node.security ?? root.security).map((wanted) =>
        Object.keys(nodeOf(wanted)).map((name) => resolve(schemes[name])),
      )
      return alternatives.some((wanted) => wanted.length === 0) ? [] : alternatives
    },
  }
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const nodeOf = (value: unknown): Node => (isNode(value) ? value : {})

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

function parsed(text: string): Record<string, unknown> {
  const root: unknown = /^\s*\{/.test(text) ? JSON.parse(text) : parse(text, { uniqueKeys: false, maxAliasCount: -1 })
  if (!isNode(root)) throw new Error('it is no object')
  return root
}

function unescaped(part: string): string {
  const text = part.replaceAll('~1', '/').replaceAll('~0', '~')
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
