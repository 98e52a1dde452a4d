/**
 * What the names of files and the manifests say: generation, languages, licence, and for each language the names of
 * package, module and class; the generator's rule gives the package names that no file states.
 */

import type { Generation, Package } from '../../catalog/record/facts.ts'
import type { Language } from '../../catalog/record/languages.ts'
import { baseName } from '../../code/install.ts'
import { withoutUndefined } from '../../system/optional-members.ts'
import { jsonOf } from '../../text/typed-text.ts'
import { type Data, flag, nameAt } from './data.ts'
import type { Model } from './model/generator-model.ts'
import { type RepositoryFiles, readFirst, type Warn } from './repository-files.ts'

interface LanguageFiles {
  /** The file that makes the language's folder a package. Folders such as py-data or bash have none of these. */
  manifest: RegExp
  /** The file that has the names, where that is another one. */
  namesIn?: RegExp
  /** Where that file states the package's name, and the module's; `json`: as the member `name`. */
  name?: RegExp | 'json'
  module?: RegExp
  /** Path of the file that code imports or requires; its name is the module's. */
  moduleFile?: RegExp
}

export const LANGUAGE_FILES: Readonly<Record<Language, LanguageFiles>> = {
  ts: { manifest: /^ts\/package\.json$/, name: 'json' },
  js: { manifest: /^js\/package\.json$/, name: 'json' },
  py: {
    manifest: /^py\/(?:pyproject\.toml|setup\.cfg|setup\.py)$/,
    name: /^\[(?:project|metadata)\][^[]*?^name\s*=\s*["']?([^"'\s]+)|\bname\s*=\s*["']([^"']+)["']/m,
    moduleFile: /^py\/([^/]+_sdk)(?:\/__init__)?\.py$/,
  },
  php: { manifest: /^php\/composer\.json$/, name: 'json', moduleFile: /^php\/([^/]+_sdk)\.php$/ },
  go: { manifest: /^go\/go\.mod$/, name: /^module\s+(\S+)/m },
  rb: {
    manifest: /^rb\/[^/]+\.gemspec$/,
    name: /\.name\s*=\s*["']([^"']+)["']/,
    moduleFile: /^rb\/([^/]+_sdk)\.rb$/,
  },
  lua: {
    manifest: /^lua\/[^/]+\.rockspec$/,
    name: /^package\s*=\s*["']([^"']+)["']/m,
    moduleFile: /^lua\/([^/]+_sdk)\.lua$/,
  },
  java: { manifest: /^java\/(?:pom\.xml|build\.gradle(?:\.kts)?)$/, name: /<artifactId>([^<]+)<\/artifactId>/ },
  zig: {
    manifest: /^zig\/build\.zig(?:\.zon)?$/,
    namesIn: /^zig\/build\.zig\.zon$/,
    name: /\.name\s*=\s*(?:"([^"]+)"|\.(\w+))/,
  },
  rust: {
    manifest: /^rust\/Cargo\.toml$/,
    name: /^\[package\][^[]*?^name\s*=\s*"([^"]+)"/m,
    module: /^\[lib\][^[]*?^name\s*=\s*"([^"]+)"/m,
  },
  c: { manifest: /^c\/(?:Makefile|CMakeLists\.txt)$/ },
  clojure: { manifest: /^clojure\/(?:deps\.edn|project\.clj)$/ },
  cpp: { manifest: /^cpp\/(?:Makefile|CMakeLists\.txt)$/ },
  csharp: {
    manifest: /^csharp\/[^/]+\.csproj$/,
    name: /<PackageId>([^<]+)<\/PackageId>/,
    module: /<RootNamespace>([^<]+)<\/RootNamespace>/,
  },
  dart: { manifest: /^dart\/pubspec\.yaml$/, name: /^name:\s*(\S+)/m },
  elixir: { manifest: /^elixir\/mix\.exs$/, name: /\bapp:\s*:(\w+)/, module: /^defmodule\s+(\w+)\./m },
  haskell: { manifest: /^haskell\/(?:[^/]+\.cabal|package\.yaml)$/, name: /^name:\s*(\S+)/m },
  kotlin: {
    manifest: /^kotlin\/(?:build|settings)\.gradle\.kts$/,
    namesIn: /^kotlin\/settings\.gradle\.kts$/,
    name: /rootProject\.name\s*=\s*"([^"]+)"/,
  },
  lean: { manifest: /^lean\/lakefile\.(?:lean|toml)$/ },
  ocaml: { manifest: /^ocaml\/(?:[^/]+\.opam|dune-project)$/, name: /^name:\s*"([^"]+)"/m },
  perl: { manifest: /^perl\/(?:Makefile\.PL|cpanfile)$/, name: /\bNAME\s*=>\s*['"]([^'"]+)['"]/ },
  scala: { manifest: /^scala\/(?:project\.scala|build\.sbt)$/ },
  swift: { manifest: /^swift\/Package\.swift$/, name: /\bPackage\(\s*name:\s*"([^"]+)"/ },
}
const LANGUAGE_ROWS = Object.entries(LANGUAGE_FILES) as [Language, LanguageFiles][]

/** A file with the name of the client's class. */
export const CLASS_FILES: readonly RegExp[] = [
  /^(?:ts|js)\/src\/([A-Z]\w*SDK)\.[jt]s$/,
  /^(?:java|kotlin|scala|csharp)\/core\/([A-Z]\w*SDK)\.\w+$/,
]

/** Languages whose clients are one class of that name; Go has a function `New…` with it. */
const WITH_CLASS: readonly Language[] = ['ts', 'js', 'py', 'php', 'go', 'rb', 'java', 'kotlin', 'scala', 'csharp']

/** Nothing where the repository has no model. */
export function generationOf(paths: readonly string[]): Generation | undefined {
  const models = paths.filter((path) => path.startsWith('.sdk/model/'))
  if (models.some((path) => path.endsWith('.jsonic'))) return 'old'
  if (paths.some((path) => /^py\/[^/]+_sdk\/__init__\.py$/.test(path))) return 'new'
  return models.some((path) => /\.(?:aontu|aon)$/.test(path)) ? 'middle' : undefined
}

export const languagesOf = (paths: readonly string[]): Language[] =>
  LANGUAGE_ROWS.filter(([, { manifest }]) => paths.some((path) => manifest.test(path))).map(([language]) => language)

export async function packageNames(files: RepositoryFiles, model: Model | undefined, warn: Warn) {
  const rule = namesByRule(files.slug, model)
  const client = CLASS_FILES.map((pattern) => nameIn(files.paths, pattern)).find(Boolean) ?? rubyClass(files.paths)
  const packages: Partial<Record<Language, Package>> = {}
  for (const language of languagesOf(files.paths)) {
    const stated = await statedNames(files, LANGUAGE_FILES[language], warn)
    const override = nameAt(model?.targets, language, 'publish', 'registry', 'package')
    const name = stated?.name ?? override ?? rule[language]
    if (name === undefined) continue
    const { moduleFile } = LANGUAGE_FILES[language]
    const module = (moduleFile && nameIn(files.paths, moduleFile)) ?? stated?.module
    packages[language] = withoutUndefined({
      name,
      module: module ?? (['ts', 'js', 'go'].includes(language) ? name : undefined),
      class: WITH_CLASS.includes(language) ? client : undefined,
      version: files.versions?.[language],
      computed: flag(!stated && !override),
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

async function statedNames(files: RepositoryFiles, language: LanguageFiles, warn: Warn) {
  const manifest = language.name && (await readFirst(files, language.namesIn ?? language.manifest))
  if (!manifest) return undefined
  const firstGroup = (pattern: RegExp | undefined) => pattern?.exec(manifest.text)?.slice(1).find(Boolean)
  const name = language.name === 'json' ? nameAt(jsonOf(manifest.text) as Data, 'name') : firstGroup(language.name)
  if (name === undefined) warn(`${manifest.path}:1`, 'states no package name')
  return name === undefined ? undefined : { name, module: firstGroup(language.module) }
}

/** The names that all three generations give where nothing overrides them; the newest repositories keep "-sdk". */
function namesByRule(slug: string, model: Model | undefined): Partial<Record<Language, string>> {
  const origin = nameAt(model?.origin)
  if (origin === undefined) return {}
  const base = baseName(slug)
  const dashed = `${origin}-${base}`
  const library = `${origin.replace(/-sdk$/, '')}-${slug}`
  return {
    ...{ ts: `@${origin}/${base}`, js: `@${origin}/${base}-js`, php: `${origin}/${base}` },
    ...{ py: dashed, rb: dashed, lua: dashed, rust: library, haskell: library, ocaml: library },
    ...{ go: `github.com/${origin}/${slug}/go`, java: slug, kotlin: slug },
  }
}

/** Manifests that the builder reads anyway, before the text, which costs a request on GitHub. */
const LICENSED_MANIFEST = /^(?:ts|js)\/package\.json$/
export const LICENSE_FILE = /^licen[cs]e(?:\.(?:md|txt))?$/i

const SPDX_IDENTIFIER = /^[A-Za-z0-9][A-Za-z0-9.+-]{1,39}$/
/** npm's word for none. */
const NO_LICENSE = 'UNLICENSED'

/** A passage that only this licence has. The GNU texts do not say whether later versions count. */
const PASSAGES: readonly (readonly [string, RegExp])[] = [
  ['MIT', /Permission is hereby granted, free of charge, to any person obtaining a copy of this software/i],
  ['Apache-2.0', /Apache License,? Version 2\.0/i],
  [
    'ISC',
    /Permission to use, copy, modify, and(?:\/or)? distribute this software for any purpose with or without fee/i,
  ],
  ['MPL-2.0', /Mozilla Public License,? Version 2\.0/i],
  ['Unlicense', /This is free and unencumbered software released into the public domain/i],
  ['BSD-3-Clause', /Redistribution and use in source and binary forms.* Neither the name/i],
  ['BSD-2-Clause', /Redistribution and use in source and binary forms/i],
]

/** The licence of the code as an SPDX identifier (spdx.org/licenses), where a file states one. */
export async function licenseOf(files: RepositoryFiles): Promise<string | undefined> {
  const stated = statedIn((await readFirst(files, LICENSED_MANIFEST))?.text)
  if (stated) return stated
  const text = (await readFirst(files, LICENSE_FILE))?.text.replaceAll(/\s+/g, ' ')
  return text && PASSAGES.find(([, passage]) => passage.test(text))?.[0]
}

function statedIn(manifest: string | undefined): string | undefined {
  const license = manifest && nameAt(jsonOf(manifest) as Data, 'license')
  return license && SPDX_IDENTIFIER.test(license) && license !== NO_LICENSE ? license : undefined
}
