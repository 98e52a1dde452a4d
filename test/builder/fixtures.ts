/** Our own small repositories, and places to build in. */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BuildOptions, buildCatalog } from '../../src/builder/build-catalog.ts'
import { folderSource } from '../../src/builder/sources/folders.ts'
import type { Repository } from '../../src/builder/sources/repository.ts'
import { scratch } from '../scratch.ts'

/** Whole repositories, one for each generation of the generator. */
export const GENERATED = fileURLToPath(new URL('../fixtures/generated', import.meta.url))

const WRITTEN = fileURLToPath(new URL('../fixtures/repositories', import.meta.url))

/** A copy of test/fixtures/repositories, with the files that no editor would leave as they are. */
export const REPOSITORIES = scratch()
cpSync(WRITTEN, REPOSITORIES, { recursive: true })
write('yes-as-a-harbour-sdk/ts/package.json', '{ not json')
write('latin-one-sdk/.sdk/model/api/api-info.aontu', 'main: kit: info: title: "Latin One"\n')
write(
  'latin-one-sdk/README.md',
  Buffer.from('# LatinOne SDK\n\nDonn\xe9es, generated from the OpenAPI spec.\n', 'latin1'),
)

function write(path: string, content: string | Buffer): void {
  mkdirSync(join(REPOSITORIES, path, '..'), { recursive: true })
  writeFileSync(join(REPOSITORIES, path), content)
}

/** Repositories below `home`, and the build of a catalogue from them. */
export function placesIn(home: string) {
  const [from, out, dataDir] = [join(home, 'repositories'), join(home, 'catalog'), join(home, 'data')]
  const build = (options: Partial<BuildOptions> = {}) =>
    buildCatalog({ source: folderSource(from), out, dataDir, ...options })
  return { home, from, out, dataDir, build }
}

/** Every file below a directory by its path, parts divided by slashes. */
export function filesIn(directory: string): Record<string, Buffer> {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = entries.map(({ parentPath, name }) => join(parentPath, name))
  return Object.fromEntries(paths.map((path) => [relative(directory, path).replaceAll(sep, '/'), readFileSync(path)]))
}

/** A repository in memory with a README and the given files. */
export function repository(
  members: Partial<Repository> & { info?: string; package?: string; definitions?: string[] } = {},
): Repository {
  const { info, package: packageJson, definitions = [], ...others } = members
  const readme = Buffer.from('# HarbourLights SDK\n')
  const files = new Map([['README.md', readme]])
  if (info !== undefined) files.set('.sdk/model/api/api-info.aontu', Buffer.from(info))
  if (packageJson !== undefined) files.set('ts/package.json', Buffer.from(packageJson))
  for (const path of definitions) files.set(path, Buffer.from('{}'))
  return {
    slug: 'harbour-lights-sdk',
    readme,
    folders: ['.sdk'],
    paths: [...files.keys()].sort(),
    read: async (path) => files.get(path),
    fingerprint: async () => '',
    url: 'https://github.com/harbour/harbour-lights-sdk',
    ...others,
  }
}

/** Of commits: late in the day west of Greenwich, so that the day is 2026-03-05 in UTC. No hooks are copied. */
const env = { ...process.env, GIT_COMMITTER_DATE: '2026-03-04T23:30:00-0500', GIT_TEMPLATE_DIR: '' }

export const git = (...command: string[]): Buffer =>
  execFileSync(
    'git',
    ['-c', 'user.name=T', '-c', 'user.email=t@harbour.dev', '-c', 'maintenance.auto=false', ...command],
    {
      stdio: 'pipe',
      maxBuffer: 16 * 1024 * 1024,
      env,
    },
  )

/** Makes the folder a git repository with one commit of everything in it. */
export function commitAll(directory: string): void {
  git('-C', directory, 'init', '--quiet')
  git('-C', directory, 'add', '--all')
  git('-C', directory, 'commit', '--quiet', '-m', 'all')
}
