/** A generated repository's own files -> what the catalogue stores of them, and what was found wanting on the way. */

import type { OperationsFile, RecordFacts } from '../../catalog/record/facts.ts'
import { authOf } from './api/auth.ts'
import { loadDescription } from './api/description.ts'
import { serversOf } from './api/servers.ts'
import { compact, nameAt } from './data.ts'
import { type FactWarning, type RepositoryFiles, readFirst, type Warn } from './files.ts'
import { firstCallOf } from './first-call/first-call.ts'
import { generationOf, languagesOf } from './generation.ts'
import { licenseOf } from './license.ts'
import { loadModel } from './model/model.ts'
import { withKeywords } from './operations/keywords.ts'
import { operationsOf } from './operations/operations.ts'
import { packagesOf } from './packages.ts'
import { programsOf } from './programs.ts'

export interface Facts {
  facts: RecordFacts
  /** Nothing where the model could not be read: what README says is then all there is. */
  operations?: OperationsFile
  warnings: FactWarning[]
}

export async function readFacts(files: RepositoryFiles): Promise<Facts> {
  const warnings: FactWarning[] = []
  const warn: Warn = (warning) => void warnings.push(warning)
  const model = await loadModel(files, warn)
  const description = await loadDescription(files, model?.definition, warn)
  const entities = model ? operationsOf(model, description, warn) : []
  const names = withKeywords(entities, description)
  const title = nameAt(model?.info, 'title') ?? nameAt(description?.root, 'info', 'title')
  const readme = (await readFirst(files, /^readme\.md$/i))?.text
  const auth = authOf({ slug: files.slug, model, description, readme }, warn)
  const facts = compact({
    generation: generationOf(files.paths),
    languages: languagesOf(files.paths),
    packages: await packagesOf(files, model, warn),
    api_title: title,
    api_version: nameAt(model?.info, 'version') ?? nameAt(description?.root, 'info', 'version'),
    servers: serversOf(model, description, warn),
    auth,
    entities: names,
    first_call: firstCallOf(entities, { slug: files.slug, title, auth }),
    ...(await programsOf(files, names)),
    license: await licenseOf(files),
    release: files.release,
    updated: files.updated,
  })
  const callable = entities.filter(({ operations }) => operations.length > 0)
  const operations = model && { format: 1 as const, slug: files.slug, entities: callable }
  return { facts, warnings, ...(operations && { operations }) }
}
