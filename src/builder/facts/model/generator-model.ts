/** The generator's model of a repository: one resolved sdk.json, or else the files it was made from. */

import { at, type Data, objectAt } from '../data.ts'
import { type RepositoryFiles, readText, type Warn } from '../repository-files.ts'
import { parseFile, parseModel } from './parse.ts'
import { isModelObject, type ModelObject, mergeModels } from './read-model.ts'

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

const RESOLVED = '.sdk/model/sdk.json'
/** The resolved model, and the files that it is made from. */
export const MODEL_FILE =
  /^\.sdk\/model\/(?:sdk\.json|(?:sdk|project|api\/[^/]+|entity\/(?!entity-index\.)[^/]+)\.(?:aontu|aon|jsonic))$/

/** Nothing, and a warning, where neither the resolved model nor its sources could be read. */
export async function loadModel(files: RepositoryFiles, warn: Warn): Promise<Model | undefined> {
  const resolved = await resolvedModel(files, warn)
  const root = resolved ?? (await mergedSources(files, warn))
  const [info, entities] = [objectAt(root, 'main', 'kit', 'info'), objectAt(root, 'main', 'kit', 'entity')]
  if (!resolved && Object.keys({ ...info, ...entities }).length === 0) {
    warn('.sdk/model', 'holds neither an API info nor an entity that can be read')
    return undefined
  }
  const targets = objectAt(root, 'main', 'kit', 'target')
  return { origin: at(root, 'origin'), definition: at(root, 'def'), info, entities, targets }
}

async function resolvedModel(files: RepositoryFiles, warn: Warn): Promise<Data> {
  const text = await readText(files, RESOLVED, warn)
  const model = text === undefined ? undefined : parseFile(RESOLVED, text, warn)
  if (isModelObject(at(model, 'main', 'kit'))) return model
  if (model !== undefined) warn(`${RESOLVED}:1`, 'has no main.kit')
  return undefined
}

/** What the resolved model is made from; of several files that state the same, the last holds. */
async function mergedSources(files: RepositoryFiles, warn: Warn): Promise<ModelObject> {
  const root: ModelObject = {}
  for (const path of files.paths.filter((path) => MODEL_FILE.test(path) && path !== RESOLVED).sort()) {
    const text = await readText(files, path)
    if (text !== undefined) mergeModels(root, parseModel(path, text, warn))
  }
  return root
}
