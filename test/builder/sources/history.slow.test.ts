/** When the code of a repository last changed, and its newest release, as the sources state them. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { collect } from '../../../src/builder/collect.ts'
import { folderSource } from '../../../src/builder/sources/folders.ts'
import { githubSource } from '../../../src/builder/sources/github.ts'
import type { Source } from '../../../src/builder/sources/repository.ts'
import { scratch } from '../../scratch.ts'
import { commitAll, git } from '../fixtures.ts'
import { githubServer } from './github-server.ts'

const NAME = 'tide-tables-sdk'
const ORIGIN = `https://github.com/harbour/${NAME}`
const README = '# TideTables SDK\n\nGenerated from the OpenAPI spec.\n'

/** A working tree with one commit, in the folder. */
function committed(folder: string): string {
  const tree = join(folder, NAME)
  mkdirSync(join(tree, '.sdk'), { recursive: true })
  writeFileSync(join(tree, 'README.md'), README)
  writeFileSync(join(tree, '.sdk/model'), '')
  commitAll(tree)
  git('-C', tree, 'remote', 'add', 'origin', ORIGIN)
  return tree
}

describe('the history of a repository', () => {
  const historyIn = async (source: Source) => {
    const { records, skipped } = await collect(source, { onRecord: async () => {} })
    return [...records.map(({ updated, release }) => ({ updated, release })), ...skipped]
  }

  it('has the day of its last commit and its newest release, from folders that have one', async () => {
    const home = scratch()
    const tree = committed(join(home, 'trees'))
    for (const tag of ['v1.9.0', 'v1.10.0', 'v2.0.0-rc.1', 'go/v3.0.0', 'nightly']) git('-C', tree, 'tag', tag)
    const clone = (kind: string, name: string, ...options: string[]) => {
      mkdirSync(join(home, kind))
      const to = join(home, kind, name)
      git('clone', '--quiet', ...options, tree, to)
      const config = kind === 'bare' ? ['--git-dir', to] : ['-C', to]
      git(...config, 'remote', 'set-url', 'origin', ORIGIN)
    }
    clone('bare', `${NAME}.git`, '--bare')
    clone('only-git', NAME, '--no-checkout')
    for (const kind of ['trees', 'bare', 'only-git']) {
      expect(await historyIn(folderSource(join(home, kind))), kind).toEqual([
        { updated: '2026-03-05', release: 'v1.10.0' },
      ])
    }
  })

  it('is unknown where there is none that may be read', async () => {
    const home = scratch()
    git('-C', committed(home), 'config', 'include.path', '/etc/passwd')
    expect(await historyIn(folderSource(home))).toEqual([{ updated: undefined, release: undefined }])
  })

  it('is the day of the last push on GitHub', async () => {
    const files = { 'README.md': Buffer.from(README) }
    const server = await githubServer('harbour', [{ id: 1, name: NAME, files, pushed_at: '2026-02-02T10:00:00Z' }])
    const source = githubSource({ owner: 'harbour', baseUrl: server.baseUrl, cache: scratch() })
    expect(await historyIn(source)).toEqual([{ updated: '2026-02-02', release: undefined }])
  })
})
