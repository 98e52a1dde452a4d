/**
 * How a generated SDK is installed: package name and command per language, and for its CLI and MCP server.
 * Go modules resolve from the repository itself. The other packages are in no registry, as the repositories say of
 * them, and npm has none in a subdirectory of a repository: they are taken from a checkout. The CLI and the MCP server
 * replace the SDK by the neighbouring folder, so that only a checkout builds them.
 */

import { LANGUAGES, type Language } from '../record/languages.ts'
import type { SdkRecord } from '../record/record.ts'

export interface Install {
  /** Directory of the repository that holds it. */
  folder: string
  label: string
  /** Name in the language's package registry, or the Go module path. */
  package: string
  /** One shell line, from nothing to installed; absent where a release tag is the way. */
  command?: string
  /** What of `command` comes after the clone; absent where no clone is needed. */
  afterClone?: string
  /** What has to be there before, beside the language itself. */
  needs?: string
}

/** Of the repositories whose languages are on record, at least nine in ten have each of these. */
export const USUAL_LANGUAGES: readonly Language[] = ['ts', 'py', 'php', 'go', 'rb', 'lua']

/** The record with its languages, or with the usual ones where none are known. */
export const inItsLanguages = (record: SdkRecord): SdkRecord =>
  record.languages.length > 0 ? record : { ...record, languages: [...USUAL_LANGUAGES] }

/** The slug without its "-sdk". */
export const baseName = (slug: string): string => slug.replace(/-sdk$/, '')

/** Where the release tags are. */
export const releasesUrl = (record: SdkRecord): string => `${record.github_url}/releases`

const goModule = (record: SdkRecord, folder: string): string =>
  `${record.github_url.replace(/^https?:\/\//, '')}/${folder}`

/** The repository's owner scopes its package names. */
const scope = (record: SdkRecord): string => new URL(record.github_url).pathname.split('/')[1] ?? ''

export const cloneCommand = (record: SdkRecord): string => `git clone ${record.github_url}`

/** The directory that the clone makes. */
const checkout = (record: SdkRecord): string =>
  record.github_url
    .split('/')
    .at(-1)!
    .replace(/\.git$/, '')

/** What comes after the clone, in the directory that it was made in. */
function afterClone(record: SdkRecord, language: Language): string | undefined {
  const folder = `${checkout(record)}/${language}`
  switch (language) {
    case 'ts':
      // What `main` of its package.json names is built first.
      return `(cd ${folder} && npm i && npm run build) && npm i ./${folder}`
    case 'js':
      return `npm i ./${folder}`
    case 'py':
      // The package of the oldest generation leaves its own module out; the path works for every generation.
      return record.generation === 'middle' || record.generation === 'new'
        ? `python3 -m venv .venv && . .venv/bin/activate && pip install -e ${folder}`
        : `export PYTHONPATH="$PWD/${folder}"`
    case 'php':
    case 'rb':
      // They load the SDK from the current directory.
      return `cd ${folder}`
    case 'lua':
      return `export LUA_PATH="$PWD/${folder}/?.lua;$PWD/${folder}/?/init.lua;;"`
    default:
      return undefined
  }
}

const NEEDS: Partial<Record<Language, string>> = {
  // go.mod of most says 1.20, and the code imports log/slog.
  go: 'Go 1.21 or later',
  lua: 'dkjson, luasocket, luasec (luarocks)',
}

/** Where the record has no name: the rule that nearly all repositories follow. */
function packageName(record: SdkRecord, language: Language): string {
  const stated = record.packages[language]?.name
  if (stated !== undefined) return stated
  const name = baseName(record.slug)
  const owner = scope(record)
  const packages: Partial<Record<Language, string>> = {
    ts: `@${owner}/${name}`,
    js: `@${owner}/${name}-js`,
    php: `${owner}/${name}`,
    go: goModule(record, 'go'),
  }
  return packages[language] ?? `${owner}-${name}`
}

export const languageInstalls = (record: SdkRecord): Install[] =>
  record.languages.map((folder) => languageInstall(record, folder))

export function languageInstall(record: SdkRecord, folder: Language): Install {
  const name = packageName(record, folder)
  const rest = afterClone(record, folder)
  const command =
    folder === 'go'
      ? `go mod init example.com/app && go get ${name}@latest`
      : rest && `${cloneCommand(record)} && ${rest}`
  return {
    folder,
    label: LANGUAGES[folder],
    package: name,
    ...(command !== undefined && { command }),
    ...(rest !== undefined && { afterClone: rest }),
    ...(NEEDS[folder] !== undefined && { needs: NEEDS[folder] }),
  }
}

export function cliInstall(record: SdkRecord): Install | undefined {
  return record.cli && program(record, 'go-cli', 'CLI', record.cli.name, record.cli.go ?? '1.24.7')
}

export function mcpInstall(record: SdkRecord): Install | undefined {
  return record.mcp && program(record, 'go-mcp', 'MCP server', record.mcp.name, record.mcp.go ?? '1.25')
}

function program(record: SdkRecord, folder: string, label: string, name: string, go: string): Install {
  const rest = `cd ${checkout(record)}/${folder} && go build -o ${name} .`
  return {
    folder,
    label,
    package: goModule(record, folder),
    command: `${cloneCommand(record)} && ${rest}`,
    afterClone: rest,
    needs: `Go ${go.replace(/^go\s*/i, '')} or later`,
  }
}

/** One line for each way of installing, each from nothing to installed; languages that share one stand together. */
export const installLines = (record: SdkRecord): string[] => lines(record, ({ command }) => command)

/** The same, with the clone told once and left out of the lines. */
export function installLinesAfterClone(record: SdkRecord): string[] {
  const rest = lines(record, ({ afterClone: part, command }) => part ?? command)
  return rest.length > 0 ? [`First: ${cloneCommand(record)}`, ...rest] : []
}

function lines(record: SdkRecord, commandOf: (install: Install) => string | undefined): string[] {
  const shared = new Map<string, string[]>()
  const all = [...languageInstalls(record), cliInstall(record), mcpInstall(record)].filter((one) => one !== undefined)
  for (const install of all) {
    const way = commandOf(install) ?? `${install.package}, from a release tag of the repository`
    const label = install.needs ? `${install.label} (${install.needs})` : install.label
    shared.set(way, [...(shared.get(way) ?? []), label])
  }
  return [...shared].map(([way, labels]) => `${labels.join(', ')}: ${way}`)
}
