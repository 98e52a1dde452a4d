/** The OpenAPI (3.x) or Swagger (2.0) description that a repository was generated from. */

import { at, type Data, entriesAt, listAt, objectAt, textAt } from '../data.ts'
import { type RepositoryFiles, readText, type Warn } from '../files.ts'
import { parseFile } from '../model/parse.ts'
import { isObject, type ModelObject } from '../model/read-model.ts'

export const DEFINITION = /^\.sdk\/def\/.+\.(?:json|ya?ml)$/i
const METHODS = ['get', 'head', 'post', 'put', 'patch', 'delete']
/** Chains of references that are longer go in circles. */
const MOST_REFERENCES = 8

export class Description {
  readonly root: ModelObject
  readonly file: string

  constructor(file: string, root: ModelObject) {
    this.file = file
    this.root = root
  }

  /** The object itself, or the one that its `$ref` leads to inside this file. */
  resolve(value: Data): ModelObject {
    for (let step = 0; step < MOST_REFERENCES && isObject(value); step++) {
      const reference = textAt(value, '$ref')
      if (reference === undefined) return value
      if (!reference.startsWith('#/')) return {}
      const path = reference.slice(2).split('/')
      value = at(this.root, ...path.map((part) => decoded(part.replaceAll('~1', '/').replaceAll('~0', '~'))))
    }
    return {}
  }

  operation(path: string, method: string): ModelObject | undefined {
    const found = this.resolve(at(this.resolve(at(this.root, 'paths', path)), method.toLowerCase()))
    return Object.keys(found).length > 0 ? found : undefined
  }

  /** Parameters of an operation and of its path; the operation's own hides its path's of the same place and name. */
  parameters(path: string, method: string): ModelObject[] {
    const item = this.resolve(at(this.root, 'paths', path))
    const all = [...listAt(item, 'parameters'), ...listAt(this.operation(path, method), 'parameters')]
    const named = all.map((parameter) => this.resolve(parameter)).filter((parameter) => textAt(parameter, 'name'))
    return [...new Map(named.map((parameter) => [`${parameter.in} ${parameter.name}`, parameter])).values()]
  }

  /** Every operation as path and method. */
  operations(): { path: string; method: string }[] {
    return entriesAt(this.root, 'paths').flatMap(([path, item]) =>
      METHODS.filter((method) => at(this.resolve(item), method)).map((method) => ({ path, method })),
    )
  }

  get schemes(): ModelObject {
    const schemes = objectAt(this.root, 'components', 'securitySchemes')
    return Object.keys(schemes).length > 0 ? schemes : objectAt(this.root, 'securityDefinitions')
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** The file that the model names, else the one called like the SDK, else the first. */
export async function loadDescription(
  files: RepositoryFiles,
  named: Data,
  warn: Warn,
): Promise<Description | undefined> {
  const paths = files.paths.filter((path) => DEFINITION.test(path)).sort()
  const own = `.sdk/def/${files.slug.replace(/-sdk$/, '')}`
  const file =
    paths.find((path) => path === `.sdk/def/${named}`) ?? paths.find((path) => path.startsWith(own)) ?? paths[0]
  if (!file) return undefined
  const text = await readText(files, file)
  if (text === undefined) {
    warn({ kind: 'missing_file', file, detail: 'is listed and cannot be read' })
    return undefined
  }
  const root = parseFile(file, text, warn)
  return isObject(root) ? new Description(file, root) : undefined
}
