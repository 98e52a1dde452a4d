/** A good repository that tests change, and what a build reads of it. */
import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { folderSource } from '../../../src/builder/sources/folders.ts'
import { scratch } from '../../scratch.ts'
import { collectAll } from '../collect-all.ts'
import { commitAll, git, REPOSITORIES } from '../fixtures.ts'

export const NAME = 'tide-tables-sdk'

export const copyTides = (repository: string) => cpSync(join(REPOSITORIES, NAME), repository, { recursive: true })

/** The repository as a working tree with one commit. */
export function commitTides(directory: string, readme?: string): void {
  copyTides(directory)
  if (readme) writeFileSync(join(directory, 'README.md'), readme)
  commitAll(directory)
}

/** Writes a bare clone of the repository, for `change` to change. */
export const changedClone = (change: (repository: string) => void) => (repository: string) => {
  const tree = scratch()
  commitTides(tree)
  git('clone', '--quiet', '--bare', '--no-local', tree, repository)
  change(repository)
}

/** Writes a repository into an empty folder of repositories and reads it. */
export async function readAs(name: string, write: (repository: string) => void) {
  const directory = scratch()
  write(join(directory, name))
  const readmes: string[] = []
  const { records, skipped } = await collectAll(folderSource(directory), {
    onRecord: async (_, { readme }) => void readmes.push(readme.toString()),
  })
  return { records, readmes, skips: skipped.map(({ reason, detail }) => `${reason}: ${detail}`) }
}
