/** The generator's model of a repository: one resolved sdk.json, or else the files it was made from. */

import { at, type Data, objectAt } from '../data.ts'
import { type RepositoryFiles, readText, type Warn } from '../files.ts'
import { parseFile, parseModel } from './parse.ts'
import { isModelObject, type ModelObject } from './read-model.ts'

export interface Model {
  /** Owner of the package names. */
  origin: Data
  /** File under .sdk/def that the SDK was generated from. */
  definition: Data
  info: ModelObject
  /** By name, each with operations and fields. */
  entities: ModelObject
  targets: ModelObject
}

const RESOLVED_PATH = '.sdk/model/sdk.json'
export const RESOLVED = /^\.sdk\/model\/sdk\.json$/
export const HEAD = /^\.sdk\/model\/sdk\.(?:aontu|aon|jsonic)$/
export const API_INFO = /^\.sdk\/model\/api\/[^/]+\.(?:aontu|aon|jsonic)$/
export const ENTITY = /^\.sdk\/model\/entity\/(?!entity-index\.)[^/]+\.(?:aontu|aon|jsonic)$/
export const PROJECT = /^\.sdk\/model\/project\.(?:aontu|aon|jsonic)$/

/** Nothing, and a warning, where neither the resolved model nor its sources could be read. */
export async function loadModel(files: RepositoryFiles, warn: Warn): Promise<Model | undefined> {
  const resolved = await resolvedModel(files, warn)
  if (resolved) return resolved
  const read = async (pattern: RegExp): Promise<ModelObject[]> => {
    const models: ModelObject[] = []
    for (const path of files.paths.filter((path) => pattern.test(path)).sort()) {
      const text = await readText(files, path)
      if (text !== undefined) models.push(parseModel(path, text, warn))
    }
    return models
  }
  const entities = Object.assign({}, ...(await read(ENTITY)).map((model) => objectAt(model, 'main', 'kit', 'entity')))
  const [head] = await read(HEAD)
  const infos = await read(API_INFO)
  const [project] = await read(PROJECT)
  const info = infos.map((model) => at(model, 'main', 'kit', 'info')).find(isModelObject)
  if (!info && Object.keys(entities).length === 0) {
    warn('.sdk/model', 'holds neither an API info nor an entity that can be read')
    return undefined
  }
  const targets = objectAt(project, 'main', 'kit', 'target')
  return { origin: at(head, 'origin'), definition: at(head, 'def'), info: info ?? {}, entities, targets }
}

async function resolvedModel(files: RepositoryFiles, warn: Warn): Promise<Model | undefined> {
  const text = await readText(files, RESOLVED_PATH, warn)
  const model = text === undefined ? undefined : parseFile(RESOLVED_PATH, text, warn)
  const kit = at(model, 'main', 'kit')
  if (!isModelObject(kit)) {
    if (model !== undefined) warn(`${RESOLVED_PATH}:1`, 'has no main.kit')
    return undefined
  }
  const [origin, definition] = [at(model, 'origin'), at(model, 'def')]
  return {
    origin,
    definition,
    info: objectAt(kit, 'info'),
    entities: objectAt(kit, 'entity'),
    targets: objectAt(kit, 'target'),
  }
}
