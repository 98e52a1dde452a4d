/** The OpenAPI (3.x) or Swagger (2.0) description that a repository was generated from. */

import { baseName } from '../../../code/install.ts'
import { at, type Data, entriesAt, listAt, objectAt, textAt, typeOf } from '../data.ts'
import { parseFile } from '../model/parse.ts'
import { isModelObject, type ModelObject } from '../model/read-model.ts'
import { type RepositoryFiles, readText, type Warn } from '../repository-files.ts'

export const DEFINITION = /^\.sdk\/def\/.+\.(?:json|ya?ml)$/i

const METHODS = ['get', 'head', 'post', 'put', 'patch', 'delete']
/** Chains of references that are longer go in circles. */
const MAX_REFERENCES = 8

export class OpenApiDescription {
  readonly root: ModelObject
  readonly file: string

  constructor(file: string, root: ModelObject) {
    this.file = file
    this.root = root
  }

  /** The object itself, or the one that its `$ref` leads to inside this file. */
  resolve(value: Data): ModelObject {
    for (let step = 0; step < MAX_REFERENCES && isModelObject(value); step++) {
      const reference = textAt(value, '$ref')
      if (reference === undefined) return value
      if (!reference.startsWith('#/')) return {}
      const path = reference.slice(2).split('/')
      value = at(this.root, ...path.map((part) => decoded(part.replaceAll('~1', '/').replaceAll('~0', '~'))))
    }
    return {}
  }

  /** The schema with the members that it combines: of all of `allOf`, of an only alternative to `null`, the type of several. */
  schema(value: Data, depth = 0): ModelObject {
    const resolved = this.resolve(value)
    if (depth > MAX_REFERENCES || resolved.properties !== undefined) return resolved
    const isNull = (alternative: Data): boolean => at(this.resolve(alternative), 'type') === 'null'
    const [only, ...others] = [...listAt(resolved, 'oneOf'), ...listAt(resolved, 'anyOf')].filter((one) => !isNull(one))
    const parts = [...listAt(resolved, 'allOf'), ...(others.length === 0 && only !== undefined ? [only] : [])]
    const types = others.length > 0 ? [only, ...others].map((one) => typeOf(this.schema(one, depth + 1).type)) : []
    const [first] = types
    const nested = types.find((type) => type === 'object' || type === 'array')
    const type = nested ?? (types.every((type) => type === first) ? first : undefined)
    return Object.assign({}, type && { type }, ...parts.map((part) => this.schema(part, depth + 1)), resolved)
  }

  operation(path: string, method: string): ModelObject | undefined {
    const operation = this.resolve(at(this.resolve(at(this.root, 'paths', path)), method.toLowerCase()))
    return Object.keys(operation).length > 0 ? operation : undefined
  }

  /** Parameters of an operation and of its path; the operation's own hides its path's of the same place and name. */
  parameters(path: string, method: string): ModelObject[] {
    const item = this.resolve(at(this.root, 'paths', path))
    const stated = [...listAt(item, 'parameters'), ...listAt(this.operation(path, method), 'parameters')]
    const named = stated
      .map((parameter) => this.resolve(parameter))
      .filter((parameter) => textAt(parameter, 'name'))
      .map(
        (parameter): ModelObject =>
          parameter.schema === undefined ? parameter : { ...parameter, schema: this.schema(parameter.schema) },
      )
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

/** The definition with the name of the SDK, else the first. */
export const chooseDefinition = (slug: string, definitions: readonly string[]): string | undefined =>
  definitions.find((path) => path.startsWith(`.sdk/def/${baseName(slug)}`)) ?? definitions[0]

/** The file that the model names, else that of chooseDefinition. */
export async function loadDescription(
  files: RepositoryFiles,
  named: Data,
  warn: Warn,
): Promise<OpenApiDescription | undefined> {
  const paths = files.paths.filter((path) => DEFINITION.test(path)).sort()
  const file = paths.includes(`.sdk/def/${named}`) ? `.sdk/def/${named}` : chooseDefinition(files.slug, paths)
  const text = file === undefined ? undefined : await readText(files, file, warn)
  const root = text === undefined ? undefined : parseFile(file!, text, warn)
  return isModelObject(root) ? new OpenApiDescription(file!, root) : undefined
}
