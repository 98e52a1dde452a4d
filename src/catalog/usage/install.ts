/**
 * How a generated SDK is installed: package name and command per language, and for its CLI and MCP server.
 * Go modules resolve from the repository itself. The other packages are in no registry, as the repositories say of
 * them, and npm has none in a subdirectory of a repository: they are taken from a checkout.
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

const clone = (record: SdkRecord): string => `git clone ${record.github_url}`

/** The directory that `clone` makes. */
export const checkout = (record: SdkRecord): string =>
  record.github_url
    .split('/')
    .at(-1)!
    .replace(/\.git$/, '')

/** What comes after the clone, in the directory that it was made in; PHP and Ruby load the SDK from there. */
const FROM_CHECKOUT: Partial<Record<Language, (folder: string) => string>> = {
  // What `main` of its package.json names is built first.
  ts: (folder) => `(cd ${folder} && npm i && npm run build) && npm i ./${folder}`,
  js: (folder) => `npm i ./${folder}`,
  py: (folder) => `pip install -e ${folder}`,
  php: () => '',
  rb: () => '',
  lua: (folder) => `export LUA_PATH="${folder}/?.lua;${folder}/?/init.lua;;"`,
}

function command(record: SdkRecord, language: Language): string | undefined {
  if (language === 'go') return `go get ${goModule(record, 'go')}@latest`
  const rest = FROM_CHECKOUT[language]?.(`${checkout(record)}/${language}`)
  return rest === undefined ? undefined : [clone(record), rest].filter(Boolean).join(' && ')
}

export function languageInstalls(record: SdkRecord): Install[] {
  const name = baseName(record.slug)
  const owner = scope(record)
  const packages: Partial<Record<Language, string>> = {
    ts: `@${owner}/${name}`,
    js: `@${owner}/${name}-js`,
    php: `${owner}/${name}`,
    go: goModule(record, 'go'),
  }
  return record.languages.map((folder) => {
    const line = command(record, folder)
    return {
      folder,
      label: LANGUAGES[folder],
      package: packages[folder] ?? `${owner}-${name}`,
      ...(line !== undefined && { command: line }),
    }
  })
}

export function cliInstall(record: SdkRecord): Install | undefined {
  if (!record.cli) return undefined
  const module = goModule(record, 'go-cli')
  const command = `go install ${module}/cmd/${baseName(record.slug)}@latest`
  return { folder: 'go-cli', label: 'CLI', package: module, command }
}

export function mcpInstall(record: SdkRecord): Install | undefined {
  if (!record.mcp) return undefined
  const command = `${clone(record)} && cd ${checkout(record)}/go-mcp && go build -o ${baseName(record.slug)}-mcp .`
  return { folder: 'go-mcp', label: 'MCP server', package: goModule(record, 'go-mcp'), command }
}

/** One line for each way of installing: languages that share a package together, then the CLI and the MCP server. */
export function installLines(record: SdkRecord): string[] {
  const shared = new Map<string, string[]>()
  for (const { label, package: name, command } of languageInstalls(record)) {
    const way = command ?? `${name}, from a release tag of the repository`
    shared.set(way, [...(shared.get(way) ?? []), label])
  }
  const packages = [...shared].map(([way, labels]) => `${labels.join(', ')}: ${way}`)
  const programs = [cliInstall(record), mcpInstall(record)].flatMap((one) =>
    one ? [`${one.label}: ${one.command ?? one.package}`] : [],
  )
  return [...packages, ...programs]
}
