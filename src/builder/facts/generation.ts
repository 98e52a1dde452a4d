/** Which generation of the generator made a repository, and in which languages, by the paths of its files. */

import type { Generation } from '../../catalog/record/facts.ts'
import type { Language } from '../../catalog/record/languages.ts'

/** Nothing where the repository has no model. */
export function generationOf(paths: readonly string[]): Generation | undefined {
  const models = paths.filter((path) => path.startsWith('.sdk/model/'))
  if (models.some((path) => path.endsWith('.jsonic'))) return 'old'
  if (paths.some((path) => /^py\/[^/]+_sdk\/__init__\.py$/.test(path))) return 'new'
  return models.some((path) => /\.(?:aontu|aon)$/.test(path)) ? 'middle' : undefined
}

/** The file in a language's folder that makes it a package. Folders such as py-data or bash have none of these. */
export const MANIFESTS: Readonly<Record<Language, RegExp>> = {
  ts: /^ts\/package\.json$/,
  js: /^js\/package\.json$/,
  py: /^py\/(?:pyproject\.toml|setup\.cfg|setup\.py)$/,
  php: /^php\/composer\.json$/,
  go: /^go\/go\.mod$/,
  rb: /^rb\/[^/]+\.gemspec$/,
  lua: /^lua\/[^/]+\.rockspec$/,
  java: /^java\/(?:pom\.xml|build\.gradle(?:\.kts)?)$/,
  zig: /^zig\/build\.zig(?:\.zon)?$/,
  rust: /^rust\/Cargo\.toml$/,
  c: /^c\/(?:Makefile|CMakeLists\.txt)$/,
  clojure: /^clojure\/(?:deps\.edn|project\.clj)$/,
  cpp: /^cpp\/(?:Makefile|CMakeLists\.txt)$/,
  csharp: /^csharp\/[^/]+\.csproj$/,
  dart: /^dart\/pubspec\.yaml$/,
  elixir: /^elixir\/mix\.exs$/,
  haskell: /^haskell\/(?:[^/]+\.cabal|package\.yaml)$/,
  kotlin: /^kotlin\/(?:build|settings)\.gradle\.kts$/,
  lean: /^lean\/lakefile\.(?:lean|toml)$/,
  ocaml: /^ocaml\/(?:[^/]+\.opam|dune-project)$/,
  perl: /^perl\/(?:Makefile\.PL|cpanfile)$/,
  scala: /^scala\/(?:project\.scala|build\.sbt)$/,
  swift: /^swift\/Package\.swift$/,
}

export const languagesOf = (paths: readonly string[]): Language[] =>
  (Object.keys(MANIFESTS) as Language[]).filter((language) => paths.some((path) => MANIFESTS[language].test(path)))
