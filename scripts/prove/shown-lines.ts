/** What the catalogue would show of a repository: an install line and first code per language, and the programs. */
import { derive } from '../../src/builder/derive/derive.ts'
import { loadDescription, type OpenApiDescription } from '../../src/builder/facts/api/description.ts'
import { readGitDirectory } from '../../src/builder/sources/git.ts'
import type { OperationsFile } from '../../src/catalog/record/facts.ts'
import type { SdkRecord } from '../../src/catalog/record/record.ts'
import { cliInstall, type Install, languageInstalls, mcpInstall } from '../../src/catalog/usage/install.ts'
import { type Quickstart, quickstarts } from '../../src/catalog/usage/quickstart.ts'

export interface ShownLine {
  /** A language of the record, `cli` or `mcp`. */
  language: string
  /** Absent where the catalogue shows none. */
  install?: string
  /** Absent for programs, and where the catalogue shows none. */
  first?: Quickstart
}

export interface ShownSdk {
  record: SdkRecord
  operations?: OperationsFile
  description?: OpenApiDescription
  lines: ShownLine[]
}

/** @throws RepositorySkipped */
export async function readShown(slug: string, gitDirectory: string): Promise<ShownSdk> {
  const repository = await readGitDirectory(gitDirectory, { slug })
  const { record, operations } = await derive(repository, repository.readme.toString('utf8'))
  const description = await loadDescription(repository, undefined, () => {})
  return { record, ...(operations && { operations }), ...(description && { description }), lines: linesOf(record) }
}

function linesOf(record: SdkRecord): ShownLine[] {
  const codes = quickstarts(record)
  const line = (language: string, install: Install | undefined): ShownLine => {
    const first = codes.find((code) => code.language === language)
    return { language, ...(install?.command && { install: install.command }), ...(first && { first }) }
  }
  const languages = languageInstalls(record).map((install) => line(install.folder, install))
  const programs = Object.entries({ cli: cliInstall(record), mcp: mcpInstall(record) })
  return [...languages, ...programs.flatMap(([name, install]) => (install ? [line(name, install)] : []))]
}
