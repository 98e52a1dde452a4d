/** Package, module and class names per language: from manifests and file names, else by the generator's rule. */

import type { Package } from '../../catalog/record/facts.ts'
import type { Language } from '../../catalog/record/languages.ts'
import { compact, nameAt } from './data.ts'
import { type RepositoryFiles, readFirst, type Warn } from './files.ts'
import { languagesOf, MANIFESTS } from './generation.ts'
import type { Model } from './model/model.ts'

/** Where a manifest states the package's name, and for some the module's. */
const NAMES: Partial<Record<Language, { name: RegExp; module?: RegExp }>> = {
  ts: { name: /^\s*"name"\s*:\s*"([^"]+)"/m },
  js: { name: /^\s*"name"\s*:\s*"([^"]+)"/m },
  py: { name: /^\[(?:project|metadata)\][^[]*?^name\s*=\s*["']?([^"'\s]+)|\bname\s*=\s*["']([^"']+)["']/m },
  php: { name: /^\s*"name"\s*:\s*"([^"]+)"/m },
  go: { name: /^module\s+(\S+)/m },
  rb: { name: /\.name\s*=\s*["']([^"']+)["']/ },
  lua: { name: /^package\s*=\s*["']([^"']+)["']/m },
  java: { name: /<artifactId>([^<]+)<\/artifactId>/ },
  kotlin: { name: /rootProject\.name\s*=\s*"([^"]+)"/ },
  zig: { name: /\.name\s*=\s*(?:"([^"]+)"|\.(\w+))/ },
  rust: { name: /^\[package\][^[]*?^name\s*=\s*"([^"]+)"/m, module: /^\[lib\][^[]*?^name\s*=\s*"([^"]+)"/m },
  csharp: { name: /<PackageId>([^<]+)<\/PackageId>/, module: /<RootNamespace>([^<]+)<\/RootNamespace>/ },
  dart: { name: /^name:\s*(\S+)/m },
  elixir: { name: /\bapp:\s*:(\w+)/, module: /^defmodule\s+(\w+)\./m },
  haskell: { name: /^name:\s*(\S+)/m },
  ocaml: { name: /^name:\s*"([^"]+)"/m },
  perl: { name: /\bNAME\s*=>\s*['"]([^'"]+)['"]/ },
  swift: { name: /\bPackage\(\s*name:\s*"([^"]+)"/ },
}

/** Where a language has its name in another file than the one that marks its folder. */
export const NAMED_IN: Partial<Record<Language, RegExp>> = {
  zig: /^zig\/build\.zig\.zon$/,
  kotlin: /^kotlin\/settings\.gradle\.kts$/,
}

/** The file that code imports or requires, by its path; its name is the module's. */
export const MODULE_FILES: Partial<Record<Language, RegExp>> = {
  py: /^py\/([^/]+_sdk)(?:\/__init__)?\.py$/,
  php: /^php\/([^/]+_sdk)\.php$/,
  rb: /^rb\/([^/]+_sdk)\.rb$/,
  lua: /^lua\/([^/]+_sdk)\.lua$/,
}

/** Folder of the newest generation's Python package. */
export const PYTHON_PACKAGE = /^py\/[^/]+_sdk$/

/** Folders that may hold one of the next. */
export const CLASS_FOLDERS = ['ts/src', 'js/src', 'java/core', 'kotlin/core', 'scala/core', 'csharp/core']

/** A file that is called like the client's class. */
export const CLASS_FILES: readonly RegExp[] = [
  /^(?:ts|js)\/src\/([A-Z]\w*SDK)\.[jt]s$/,
  /^(?:java|kotlin|scala|csharp)\/core\/([A-Z]\w*SDK)\.\w+$/,
]

/** Languages whose clients are one class of that name; Go has a function `New…` with it. */
const WITH_CLASS: readonly Language[] = ['ts', 'js', 'py', 'php', 'go', 'rb', 'java', 'kotlin', 'scala', 'csharp']

export type Packages = Partial<Record<Language, Package>>

export async function packagesOf(files: RepositoryFiles, model: Model | undefined, warn: Warn): Promise<Packages> {
  const rule = namesByRule(files.slug, model)
  const client = CLASS_FILES.map((pattern) => nameIn(files.paths, pattern)).find(Boolean) ?? rubyClass(files.paths)
  const packages: Packages = {}
  for (const language of languagesOf(files.paths)) {
    const stated = await statedNames(files, language, warn)
    const override = nameAt(model?.targets, language, 'publish', 'registry', 'package')
    const name = stated?.name ?? override ?? rule[language]
    if (name === undefined) continue
    const file = MODULE_FILES[language] && nameIn(files.paths, MODULE_FILES[language])
    packages[language] = compact({
      name,
      module: file ?? stated?.module ?? (['ts', 'js', 'go'].includes(language) ? name : undefined),
      class: WITH_CLASS.includes(language) ? client : undefined,
      computed: stated || override ? undefined : (true as const),
    })
  }
  return packages
}

const nameIn = (paths: readonly string[], pattern: RegExp): string | undefined =>
  paths.map((path) => pattern.exec(path)?.[1]).find((name) => name !== undefined)

/** `rb/Tides_sdk.rb` defines TidesSDK. */
function rubyClass(paths: readonly string[]): string | undefined {
  const name = nameIn(paths, /^rb\/([A-Z][^/]*)_sdk\.rb$/)
  return name && `${name}SDK`
}

async function statedNames(files: RepositoryFiles, language: Language, warn: Warn) {
  const patterns = NAMES[language]
  const manifest = patterns && (await readFirst(files, NAMED_IN[language] ?? MANIFESTS[language]))
  if (!manifest) return undefined
  const found = (pattern: RegExp | undefined) => pattern?.exec(manifest.text)?.slice(1).find(Boolean)
  const name = found(patterns.name)
  if (name === undefined) {
    warn({ kind: 'broken_file', file: manifest.path, line: 1, detail: 'states no package name' })
    return undefined
  }
  return compact({ name, module: found(patterns.module) })
}

/** The names that all three generations give where nothing overrides them; the newest repositories keep "-sdk". */
function namesByRule(slug: string, model: Model | undefined): Partial<Record<Language, string>> {
  const origin = nameAt(model?.origin)
  if (origin === undefined) return {}
  const base = slug.replace(/-sdk$/, '')
  const dashed = `${origin}-${base}`
  const library = `${origin.replace(/-sdk$/, '')}-${slug}`
  return {
    ts: `@${origin}/${base}`,
    js: `@${origin}/${base}-js`,
    py: dashed,
    php: `${origin}/${base}`,
    go: `github.com/${origin}/${slug}/go`,
    rb: dashed,
    lua: dashed,
    rust: library,
    haskell: library,
    ocaml: library,
    java: slug,
    kotlin: slug,
  }
}
