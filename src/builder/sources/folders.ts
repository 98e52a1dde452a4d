/** Repositories as folders of one directory: working trees are read from disk, bare clones and lone .git folders through git. */

import { constants } from 'node:fs'
import { lstat, open, readdir, realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { MAX_README_BYTES } from '../../catalog/record/record.ts'
import { GitFailed, gitRepository } from './git.ts'
import { repositoryAddress } from './public-urls.ts'
import {
  type Candidate,
  README,
  type Repository,
  type Skipped,
  type Source,
  SourceUnreadable,
  skip,
  slugOf,
  wantedPaths,
} from './repository.ts'

/** Of API info and package.json; those of the generator are a hundredth of it. */
const MAX_FILE_BYTES = 2 * 1024 * 1024

export function folderSource(directory: string): Source {
  return {
    label: directory,
    directory,
    async candidates() {
      const names = await foldersIn(directory)
      if (names.includes('.sdk') || names.includes('.git')) {
        throw new SourceUnreadable(`${directory} is one repository; name the folder that holds it and others`)
      }
      return names.filter((name) => !name.startsWith('.')).map((name) => candidate(directory, name))
    },
  }
}

async function foldersIn(directory: string): Promise<string[]> {
  try {
    const entries = await readdir(directory, { withFileTypes: true })
    const folders = entries.filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
    return folders.map((entry) => entry.name).sort()
  } catch (error) {
    throw new SourceUnreadable(`${directory} cannot be read (${codeOf(error)})`, { cause: error })
  }
}

const candidate = (directory: string, name: string): Candidate => ({
  name,
  async read() {
    const slug = slugOf(name)
    if (!slug) return skip(name, 'slug_pattern')
    try {
      return await readFolder(join(directory, name), name, slug)
    } catch (error) {
      if (error instanceof GitFailed) return skip(name, 'unreadable', `git: ${error.message}`)
      const code = codeOf(error)
      if (code === undefined) throw error
      return skip(name, 'unreadable', `it cannot be read (${code})`)
    }
  },
})

async function readFolder(folder: string, name: string, slug: string): Promise<Repository | Skipped> {
  const root = await realpath(folder)
  const top = (await readdir(root)).sort()
  const bare = top.includes('HEAD') && top.includes('objects') && top.includes('refs')
  const lone = top.includes('.git') && !top.some((entry) => README.test(entry))
  if (bare || lone) return fromGit(bare ? root : join(root, '.git'), name, slug)
  return fromTree(root, top, name, slug)
}

async function fromGit(gitDirectory: string, name: string, slug: string): Promise<Repository | Skipped> {
  const git = gitRepository(gitDirectory)
  const listed = await git.list([
    'README.md',
    'readme.md',
    'Readme.md',
    '.sdk/model/api',
    '.sdk/def',
    'ts/package.json',
  ])
  if (!listed) return skip(name, 'empty')
  const sizes = new Map(listed.files.map(({ path, bytes }) => [path, bytes]))
  const origin = repositoryAddress(await git.origin())
  return assemble({
    name,
    slug,
    top: listed.top,
    paths: [...sizes.keys()],
    ...(origin && { origin }),
    read: (path, most) => ((sizes.get(path) ?? 0) > most ? 'too_large' : git.read(path)),
  })
}

async function fromTree(root: string, top: string[], name: string, slug: string): Promise<Repository | Skipped> {
  const under = async (folder: string) => {
    const entries = await readdir(join(root, folder)).catch(() => [])
    return entries.map((entry) => `${folder}/${entry}`)
  }
  const paths = [top, await under('.sdk/model/api'), await under('.sdk/def'), await under('ts')].flat()
  const origin = repositoryAddress(originOf(await readInside(root, '.git/config', MAX_FILE_BYTES)))
  const read: Read = (path, most) => readInside(root, path, most)
  return assemble({ name, slug, top, paths, read, ...(origin && { origin }) })
}

const originOf = (config: Buffer | 'too_large' | undefined): string | undefined =>
  /^\[remote "origin"\][^[]*?^\s*url\s*=\s*(\S+)/m.exec(config?.toString('utf8') ?? '')?.[1]

type Read = (path: string, most: number) => Promise<Buffer | 'too_large' | undefined> | 'too_large'

interface Found {
  name: string
  slug: string
  top: readonly string[]
  paths: readonly string[]
  origin?: string
  read: Read
}

async function assemble({ name, slug, top, paths, origin, read }: Found): Promise<Repository | Skipped> {
  const wanted = wantedPaths(paths)
  const readme = wanted.readme && (await read(wanted.readme, MAX_README_BYTES))
  if (!readme) return skip(name, 'missing_readme')
  if (readme === 'too_large') return skip(name, 'readme_too_large', `its README.md has over ${MAX_README_BYTES} bytes`)
  const small = async (path: string | undefined) => {
    const bytes = path && (await read(path, MAX_FILE_BYTES))
    return bytes && bytes !== 'too_large' ? bytes : undefined
  }
  const apiInfo = await small(wanted.apiInfo)
  const packageJson = await small(wanted.packageJson)
  return {
    name,
    slug,
    readme,
    top,
    definitions: wanted.definitions,
    ...(apiInfo && { apiInfo }),
    ...(packageJson && { packageJson }),
    ...(origin && { origin }),
  }
}

/** A regular file of the repository; links are not followed, so that no repository shows a file outside of itself. */
async function readInside(root: string, path: string, most: number): Promise<Buffer | 'too_large' | undefined> {
  const full = join(root, path)
  const state = await lstat(full).catch(() => undefined)
  if (!state?.isFile()) return undefined
  if (!(await realpath(full)).startsWith(root + sep)) return undefined
  if (state.size > most) return 'too_large'
  const file = await open(full, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    return await file.readFile()
  } finally {
    await file.close()
  }
}

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined
