/** A generated repository's own files -> what the catalogue stores of them, and warnings about what is broken in them. */

import type { OperationsFile, RecordFacts } from '../../catalog/record/facts.ts'
import { withoutUndefined } from '../../system/optional-members.ts'
import { testKeyOf } from './api/api-keys.ts'
import { authOf } from './api/auth.ts'
import { loadDescription, type OpenApiDescription } from './api/description.ts'
import { serversOf } from './api/servers.ts'
import { nameAt, textAt } from './data.ts'
import { programsOf } from './find-cli-and-mcp.ts'
import { chooseFirstCall, withTakes } from './first-call/first-call.ts'
import { loadModel, type Model } from './model/generator-model.ts'
import type { ModelObject } from './model/read-model.ts'
import { withKeywords } from './operations/keywords.ts'
import { operationsOf } from './operations/operations.ts'
import { withSources } from './operations/sources.ts'
import { generationOf, languagesOf, licenseOf, packageNames } from './packages.ts'
import { type FactWarning, type RepositoryFiles, readFirst, type Warn } from './repository-files.ts'

export interface Facts {
  facts: RecordFacts
  /** Absent where the model could not be read. */
  operations?: OperationsFile
  /** What the model records about the API that the SDK wraps; empty where it could not be read. */
  info: ModelObject
  warnings: FactWarning[]
}

export async function readFacts(files: RepositoryFiles): Promise<Facts> {
  const { slug, paths, commit, release, updated } = files
  const warnings: FactWarning[] = []
  const warn: Warn = (about, detail) => void warnings.push({ about, detail })
  const model = await loadModel(files, warn)
  const description = await loadDescription(files, model?.definition, warn)
  const entities = model ? withSources(operationsOf(model, description, warn)) : []
  const names = withKeywords(entities, description)
  const title = nameAt(model?.info, 'title') ?? nameAt(description?.root, 'info', 'title')
  const readme = (await readFirst(files, /^readme\.md$/i))?.text
  const auth = authOf({ slug, model, description, readme }, warn)
  const first = chooseFirstCall(entities, { slug, title, about: aboutOf(model, description), auth })
  const facts = withoutUndefined({
    generation: generationOf(paths),
    languages: languagesOf(paths),
    packages: await packageNames(files, model, warn),
    api_title: title,
    api_version: nameAt(model?.info, 'version') ?? nameAt(description?.root, 'info', 'version'),
    servers: serversOf(model, description, warn),
    auth: withoutUndefined({ ...auth, test_key: testKeyOf(entities, auth) }),
    entities: names,
    first_call: withTakes(first, entities),
    ...(await programsOf(files, names)),
    license: await licenseOf(files),
    commit,
    release,
    updated,
  })
  const callable = entities.filter(({ operations }) => operations.length > 0)
  const info = model?.info ?? {}
  return { facts, warnings, info, ...(model && { operations: { format: 1, slug, entities: callable } }) }
}

/** What the API is for, in its own words. */
const aboutOf = (model: Model | undefined, description: OpenApiDescription | undefined): string =>
  textAt(description?.root, 'info', 'description') ?? textAt(model?.info, 'description') ?? ''
