/** Programming languages as READMEs name them: in headings, info strings, labels and tables. */
import { LANGUAGES, type Language, PROGRAMS, type Target } from '../record/languages.ts'

/** Names beside those of LANGUAGES. */
const ALIASES: Partial<Record<Language, readonly string[]>> = {
  ts: ['tsx'],
  js: ['jsx', 'mjs'],
  py: ['python3'],
  go: ['golang'],
  rust: ['rs'],
  clojure: ['clj'],
  cpp: ['cxx'],
  csharp: ['cs'],
  elixir: ['ex'],
  haskell: ['hs'],
  kotlin: ['kt'],
  ocaml: ['ml'],
  perl: ['pl'],
}

const byName = new Map(
  (Object.entries(LANGUAGES) as [Language, string][]).flatMap(([language, label]) =>
    [language, label.toLowerCase(), ...(ALIASES[language] ?? [])].map((name) => [name, language] as const),
  ),
)

/** Every name of a language, in lower case. */
export const languageNames: readonly string[] = [...byName.keys()]

/** The language with this name, in any case: `Golang`, `C#`, `ts`. */
export const languageNamed = (name: string): Language | undefined => byName.get(name.trim().toLowerCase())

/** What code can be asked for under this name, in any case: a language, "cli" or "mcp". */
export const targetNamed = (name: string): Target | undefined =>
  (Object.keys(PROGRAMS) as Target[]).find((kind) => kind === name.trim().toLowerCase()) ?? languageNamed(name)

/** The language of fenced code, from the first word of its info string: `python`, `{.python}`. */
export const infoLanguage = (info: string): Language | undefined =>
  languageNamed(/^\{?\.?([^\s,}]*)/.exec(info)?.[1] ?? '')

/** A line that only names a language, as before its code: `**Go:**`. */
export function labelLanguage(line: string): Language | undefined {
  const [, strong, name = ''] = /^ {0,3}(\*\*|__|)([A-Za-z+#. ]{1,20}?):?\1:?\s*$/.exec(line) ?? []
  return strong || line.trimEnd().endsWith(':') ? languageNamed(name) : undefined
}
