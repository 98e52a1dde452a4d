/**
 * How a generated SDK is installed: package name and command per language, and for its CLI and MCP server.
 * Go modules resolve from the repository itself. The other packages are in no registry, as the repositories say, and npm
 * installs none from a subdirectory of a repository: they are taken from a checkout. The CLI and the MCP server replace
 * the SDK by the neighbouring folder, so that only a checkout builds them.
 */
import { LANGUAGES, type Language } from '../catalog/record/languages.ts'
import type { SdkRecord } from '../catalog/record/record.ts'

export interface Install {
  /** Directory of the repository that has it. */
  folder: string
  label: string
  /** Name in the language's package registry, or the Go module path. */
  package: string
  /** One shell line, from nothing to installed; absent if a release tag is the way. */
  command?: string
  /** The part of `command` after the clone; absent if no clone is needed. */
  afterClone?: string
  /** What has to be there beside the language itself. */
  needs?: string
}

/** Languages that at least nine in ten of the repositories with recorded languages have. */
export const USUAL_LANGUAGES: readonly Language[] = ['ts', 'py', 'php', 'go', 'rb', 'lua']

/** The record with its languages, or with the usual ones if none are recorded. */
export const withLanguages = (record: SdkRecord): SdkRecord =>
  record.languages.length > 0 ? record : { ...record, languages: [...USUAL_LANGUAGES] }

/** The slug without its "-sdk". */
export const baseName = (slug: string): string => slug.replace(/-sdk$/, '')

export const releasesUrl = (record: SdkRecord): string => `${record.github_url}/releases`

const goModule = (record: SdkRecord, folder: string): string =>
  `${record.github_url.replace(/^https?:\/\//, '')}/${folder}`

/** Enough of a commit's id for git and for Go (golang.org/ref/mod#vcs-find). */
const SHORT = 12

/** The clone at the commit that the facts were read at, as later ones may rename packages. */
export function cloneCommand(record: SdkRecord): string {
  const clone = `git clone ${record.github_url}`
  return record.commit ? `${clone} && git -C ${checkout(record)} checkout -q ${record.commit.slice(0, SHORT)}` : clone
}

/** The directory that the clone makes. */
const checkout = ({ github_url }: SdkRecord): string => github_url.replace(/^.*\//, '').replace(/\.git$/, '')

/** PHP and Ruby load the SDK from the current directory. */
const enter = (folder: string) => `cd ${folder}`

/** Commands in the directory in which the repository was cloned, by the language's folder. */
const AFTER_CLONE: Partial<Record<Language, (folder: string, generation: SdkRecord['generation']) => string>> = {
  // Its package.json has `main` point to the built code.
  ts: (folder) => `(cd ${folder} && npm i && npm run build) && npm i ./${folder}`,
  js: (folder) => `npm i ./${folder}`,
  // The package of the oldest generation lacks its own module; the path works for every generation.
  py: (folder, generation) =>
    generation === 'middle' || generation === 'new'
      ? `python3 -m venv .venv && . .venv/bin/activate && pip install -e ${folder}`
      : `export PYTHONPATH="$PWD/${folder}"`,
  php: enter,
  rb: enter,
  lua: (folder) => `export LUA_PATH="$PWD/${folder}/?.lua;$PWD/${folder}/?/init.lua;;"`,
}

const NEEDS: Partial<Record<Language, string>> = {
  // go.mod of most says 1.20, and the code imports log/slog.
  go: 'Go 1.21 or later',
  lua: 'dkjson, luasocket, luasec (luarocks)',
}

/** The recorded name, else by the rule that nearly all repositories follow. */
function packageName(record: SdkRecord, language: Language): string {
  const name = baseName(record.slug)
  // The repository's owner scopes its packages.
  const owner = new URL(record.github_url).pathname.split('/')[1] ?? ''
  const names: Partial<Record<Language, string>> = {
    ts: `@${owner}/${name}`,
    js: `@${owner}/${name}-js`,
    php: `${owner}/${name}`,
    go: goModule(record, 'go'),
  }
  return record.packages[language]?.name ?? names[language] ?? `${owner}-${name}`
}

export const languageInstalls = (record: SdkRecord): Install[] =>
  record.languages.map((language) => languageInstall(record, language))

export function languageInstall(record: SdkRecord, language: Language): Install {
  const name = packageName(record, language)
  const install = { folder: language, label: LANGUAGES[language], package: name }
  const needs = NEEDS[language] && { needs: NEEDS[language] }
  if (language === 'go')
    return {
      ...install,
      command: `go mod init example.com/app && go get ${name}@${record.commit?.slice(0, SHORT) ?? 'latest'}`,
      ...needs,
    }
  const commands = AFTER_CLONE[language]?.(`${checkout(record)}/${language}`, record.generation)
  return { ...install, ...(commands && fromClone(record, commands)), ...needs }
}

const fromClone = (record: SdkRecord, afterClone: string) => ({
  command: `${cloneCommand(record)} && ${afterClone}`,
  afterClone,
})

type Program = Install & { command: string }

export const cliInstall = (record: SdkRecord): Program | undefined =>
  record.cli && program(record, 'go-cli', 'CLI', record.cli.name, record.cli.go ?? '1.24.7')

export const mcpInstall = (record: SdkRecord): Program | undefined =>
  record.mcp && program(record, 'go-mcp', 'MCP server', record.mcp.name, record.mcp.go ?? '1.25')

const program = (record: SdkRecord, folder: string, label: string, name: string, go: string): Program => ({
  folder,
  label,
  package: goModule(record, folder),
  ...fromClone(record, `cd ${checkout(record)}/${folder} && go build -o ${name} .`),
  needs: `Go ${go.replace(/^go\s*/i, '')} or later`,
})

/** One line per way of installing, each from nothing to installed; languages installed the same way share a line. */
export const installLines = (record: SdkRecord): string[] => lines(record, ({ command }) => command)

/** The same lines, after a first one that clones the repository. */
export function installLinesAfterClone(record: SdkRecord): string[] {
  const commands = lines(record, ({ afterClone, command }) => afterClone ?? command)
  return commands.length > 0 ? [`First: ${cloneCommand(record)}`, ...commands] : []
}

function lines(record: SdkRecord, commandOf: (install: Install) => string | undefined): string[] {
  const installs = [...languageInstalls(record), cliInstall(record), mcpInstall(record)].filter((item) => !!item)
  const byCommand = Map.groupBy(
    installs,
    (install) => commandOf(install) ?? `${install.package}, from a release tag of the repository`,
  )
  return [...byCommand].map(
    ([command, group]) =>
      `${group.map(({ label, needs }) => (needs ? `${label} (${needs})` : label)).join(', ')}: ${command}`,
  )
}
