/** One repository gives one record, whether it is read from a folder, a clone or GitHub. */
import { chmodSync, cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { collect } from '../../../src/builder/collect.ts'
import { folderSource } from '../../../src/builder/sources/folders.ts'
import { githubSource } from '../../../src/builder/sources/github.ts'
import type { Source } from '../../../src/builder/sources/repository.ts'
import { scratch } from '../../scratch.ts'
import { commitAll, filesIn, GENERATED, REPOSITORIES } from '../fixtures.ts'
import { githubServer, type Repo } from './github-server.ts'

const NAME = 'tide-tables-sdk'
const README = readFileSync(join(REPOSITORIES, NAME, 'README.md'), 'utf8')
const PACKAGE = '{"keywords": ["sea"], "repository": "github:harbour/tide-tables-sdk"}'
const INFO = 'main: kit: info: { title: "Tides" summary: "High and low water of every port." version: "7" }\n'
/** No line that names its OpenAPI file, languages, command line or MCP server. */
const BARE_README = '# TideTables SDK\n\nGenerated from the OpenAPI spec.\n'

type Files = Record<string, string | { link: string } | { executable: string }>

const USUAL = ['README.md', 'ts/package.json', '.sdk/def/tide-tables_0.1.0.yaml', '.sdk/model/api/api-info.aontu']
const usual = Object.fromEntries(USUAL.map((path) => [path, readFileSync(join(REPOSITORIES, NAME, path), 'utf8')]))

/** All files of one of our repositories, under the URL of NAME. */
function allOf(name: string): Files {
  const withUrl = (file: Buffer) =>
    file.toString().replaceAll(/github\.com\/harbour-sdk\/[\w-]+/g, `github.com/harbour/${NAME}`)
  return Object.fromEntries(Object.entries(filesIn(join(GENERATED, name))).map(([path, file]) => [path, withUrl(file)]))
}

const full: Files = { 'README.md': README, 'ts/package.json': PACKAGE }
const bare: Files = { 'README.md': BARE_README, 'ts/package.json': PACKAGE }

/** What a repository may look like. */
const REPOSITORY_FILES: Record<string, Files> = {
  'the usual files': usual,
  'all files of the oldest generation': allOf('tide-tables-sdk'),
  'all files of the middle generation': allOf('lighthouses-sdk'),
  'all files of the newest generation': allOf('sea-ice-sdk'),
  'a model that is broken, and packages in folders that are links or too deep': {
    ...full,
    '.sdk/model/sdk.json': '{\n"main": {',
    '.sdk/model/entity/port.jsonic': 'main: kit: entity: port: { name: port',
    'py/deep/tides_sdk/__init__.py': '',
    'py/tides_sdk/__init__.py': '',
    'py/pyproject.toml': '[project]\nname = "tides"\n',
    'rb/tides.gemspec': { link: '../py/pyproject.toml' },
    'php/composer.json': 'x'.repeat(3_000_000),
  },
  'a README in another spelling': { 'ReadMe.md': README, 'ts/package.json': PACKAGE },
  'two READMEs': { 'readme.md': '# Wrong\n', ...full },
  'a README that is executable': { 'README.md': { executable: README }, 'ts/package.json': { executable: PACKAGE } },
  'a README that is a link': { 'README.md': { link: 'docs/README.md' }, 'docs/README.md': README },
  'no README': { 'docs/README.md': README, '.sdk/def/a.json': '{}' },
  'a README that is too large': { 'README.md': 'x'.repeat(600_000), '.sdk/x': '' },
  'nested OpenAPI files': { ...bare, '.sdk/def/v2/deep/tides.yaml': 'a', '.sdk/def/v1.yml': 'b' },
  'odd names': {
    ...bare,
    '.sdk/def/tide-tables köln & "co" #1 100%.yaml': 'a',
    '.sdk/model/api/tab\tand\nline.aontu': INFO,
  },
  'several API infos, one of them linked': {
    ...bare,
    '.sdk/model/api/a.jsonic': INFO.replace('Tides', 'Other'),
    '.sdk/model/api/api-info.aon': INFO,
    '.sdk/model/api/api-info.aontu': { link: 'a.jsonic' },
  },
  'languages as folders, and files and links of such names': {
    ...bare,
    ...{ '.sdk/x': '', 'go-cli/deep/main.go': '', go: 'a file', 'lua/src/x.lua': '' },
    ...{ py: { link: 'ts' }, 'go-mcp': { link: 'go-cli' } },
  },
  'a model that is a link': {
    ...bare,
    ...{ 'model/def/a.json': '{}', 'model/model/api/api-info.aon': INFO, '.sdk': { link: 'model' } },
  },
}

function writeTree(root: string, files: Files): void {
  for (const [path, file] of Object.entries(files)) {
    const full = join(root, path)
    mkdirSync(dirname(full), { recursive: true })
    if (typeof file === 'object' && 'link' in file) symlinkSync(file.link, full)
    else writeFileSync(full, typeof file === 'string' ? file : file.executable)
    if (typeof file === 'object' && 'executable' in file) chmodSync(full, 0o755)
  }
}

/** As GitHub describes them. */
function onGithub(files: Files): Repo {
  const repo = { id: 1, name: NAME, files: {} as Record<string, string>, modes: {} as Record<string, string> }
  for (const [path, file] of Object.entries(files)) {
    const [mode, content] =
      typeof file === 'string' ? ['100644', file] : 'link' in file ? ['120000', file.link] : ['100755', file.executable]
    repo.modes[path] = mode
    repo.files[path] = content
  }
  return repo
}

/**
 * Records, skips and READMEs, as bytes would be written; the name of a bare clone ends in ".git". Without what only a
 * history tells.
 */
async function outcome(source: Source) {
  const readmes: string[] = []
  const operations: unknown[] = []
  const { records, skipped, warnings } = await collect(source, {
    onRecord: async (_, files) => {
      readmes.push(files.readme.toString('base64'))
      operations.push(files.operations)
    },
  })
  return {
    records: records.map(({ commit: _, updated: __, release: ___, ...record }) => JSON.stringify(record)),
    readmes,
    operations,
    warnings,
    skipped: skipped.map((each) => ({ ...each, name: each.name.replace(/\.git$/, '') })),
  }
}

describe('the same repository gives the same record from every source', () => {
  it.each(Object.entries(REPOSITORY_FILES))('with %s', async (what, files) => {
    const home = scratch()
    const at = (kind: string, name = NAME) => {
      mkdirSync(join(home, kind))
      return join(home, kind, name)
    }
    const tree = at('folder')
    writeTree(tree, files)
    const committed = at('committed')
    cpSync(tree, committed, { recursive: true, verbatimSymlinks: true })
    commitAll(committed)
    cpSync(join(committed, '.git'), at('bare', `${NAME}.git`), { recursive: true })
    cpSync(join(committed, '.git'), join(at('only-git'), '.git'), { recursive: true })
    // What git does not keep: empty folders, and repositories within the repository.
    mkdirSync(join(tree, 'haskell'))
    mkdirSync(join(tree, 'swift', '.git'), { recursive: true })

    const expected = await outcome(folderSource(join(home, 'folder')))
    // A clone is read as a folder is, and a lone .git as a bare clone.
    for (const kind of what === 'the usual files' ? ['bare', 'committed', 'only-git'] : ['bare'])
      expect(await outcome(folderSource(join(home, kind))), kind).toEqual(expected)
    for (const more of [{}, { tree: 'truncated' as const }]) {
      const { baseUrl } = await githubServer('harbour', [{ ...onGithub(files), ...more }])
      expect(await outcome(githubSource({ owner: 'harbour', baseUrl, cache: scratch() })), more.tree).toEqual(expected)
    }
  })
})
