/**
 * What the catalogue shows of a repository: an install line and first code per language, and the programs. The record is
 * the one that a build would make of the repository, or that of a catalogue.
 */

import { derive } from '../../src/builder/derive/derive.ts'
import { readGitDirectory } from '../../src/builder/sources/git-directory.ts'
import { RepositorySkipped, SourceUnreadable } from '../../src/builder/sources/repository.ts'
import type { Target } from '../../src/catalog/record/languages.ts'
import type { SdkRecord } from '../../src/catalog/record/record.ts'
import { firstPlan, isCurl, startFor } from '../../src/code/first-steps.ts'
import { InvalidCatalog } from '../../src/store/catalog-files.ts'
import { loadDirectory, loadEmbedded } from '../../src/store/loading/load.ts'
import { type ApiDescription, readApiDescription } from './api/description.ts'
import type { Paged } from './api/pages.ts'

export interface ShownLine {
  /** A language of the record, `cli` or `mcp`. */
  language: Target
  /** Absent where the catalogue shows none. */
  install?: string
  /**
   * A program that makes the first call, the command of the CLI, or what an MCP client sends; absent where the catalogue
   * shows none.
   */
  code?: string
  /** The code is a `curl`, which needs nothing of the SDK. */
  isCurl?: true
  /** How the code asks for all pages, if it does. */
  paged?: Paged
}

export interface ShownSdk {
  record: SdkRecord
  api: ApiDescription
  lines: ShownLine[]
}

/** The record of an SDK in a catalogue, if it is there. */
export type Records = (slug: string) => SdkRecord | undefined

/**
 * @param catalog its directory, or "embedded"
 * @throws SourceUnreadable
 */
export async function openRecords(catalog: string): Promise<Records> {
  const { records } = await (catalog === 'embedded' ? loadEmbedded() : loadDirectory(catalog)).catch((error) => {
    if (!(error instanceof InvalidCatalog)) throw error
    throw new SourceUnreadable(`${catalog} is no catalogue: ${error.message}`, { cause: error })
  })
  return (slug) => {
    const position = records.positionOf(slug)
    return position < 0 ? undefined : records.at(position)
  }
}

const DESCRIPTION = /^\.sdk\/def\/[^/]+\.(?:json|ya?ml)$/i

/** @throws RepositorySkipped */
export async function readShown(slug: string, gitDirectory: string, records?: Records): Promise<ShownSdk> {
  const repository = await readGitDirectory(gitDirectory, { slug })
  const path = repository.paths.find((path) => DESCRIPTION.test(path))
  const text = path && (await repository.read(path))
  if (!text) throw new RepositorySkipped('unreadable', 'it has no API description in .sdk/def')
  const record = records ? records(slug) : (await derive(repository, repository.readme.toString('utf8'))).record
  if (!record) throw new RepositorySkipped('unreadable', 'the catalogue does not have it')
  return { record, api: readable(text.toString('utf8')), lines: linesOf(record) }
}

function readable(text: string): ApiDescription {
  try {
    return readApiDescription(text)
  } catch (error) {
    throw new RepositorySkipped('unreadable', `its API description cannot be read: ${(error as Error).message}`)
  }
}

function linesOf(record: SdkRecord): ShownLine[] {
  const plan = firstPlan(record)
  const targets: Target[] = [...record.languages, 'cli', 'mcp']
  return targets.flatMap((language) => {
    const start = startFor(plan, language)
    if (!start) return []
    const code = start.fence === 'json' ? start.tool && JSON.stringify(start.tool) : start.code
    const install = isCurl(start) ? { isCurl: true as const } : start.install && { install: start.install }
    return [{ language, ...install, ...(code && { code }) }]
  })
}
