/** The languages and programs that an SDK may come in, and the operations of its entities. */

/** By the folder that holds each. */
export const LANGUAGES = {
  ts: 'TypeScript',
  js: 'JavaScript',
  py: 'Python',
  php: 'PHP',
  go: 'Go',
  rb: 'Ruby',
  lua: 'Lua',
  java: 'Java',
  zig: 'Zig',
  rust: 'Rust',
  c: 'C',
  clojure: 'Clojure',
  cpp: 'C++',
  csharp: 'C#',
  dart: 'Dart',
  elixir: 'Elixir',
  haskell: 'Haskell',
  kotlin: 'Kotlin',
  lean: 'Lean',
  ocaml: 'OCaml',
  perl: 'Perl',
  scala: 'Scala',
  swift: 'Swift',
} as const
export type Language = keyof typeof LANGUAGES

export const LANGUAGE_CODES = Object.keys(LANGUAGES) as Language[]

/** Beside the languages, code can be asked for these. */
export const PROGRAMS = { cli: 'CLI', mcp: 'MCP server' } as const
export type ProgramKind = keyof typeof PROGRAMS

/** What code can be asked for. */
export type Target = Language | ProgramKind
export const TARGETS = { ...LANGUAGES, ...PROGRAMS }
export const isProgram = (target: Target): target is ProgramKind => target in PROGRAMS

export const OPERATIONS = ['list', 'load', 'create', 'update', 'patch', 'remove'] as const
export type OperationName = (typeof OPERATIONS)[number]

/** `author.list`, as answers name an operation and get_sdk_readme takes it. */
export const operationName = ({ entity, op }: { entity: string; op: string }): string => `${entity}.${op}`

export const isRead = (op: OperationName): boolean => op === 'list' || op === 'load'

/** Whether a caller who asked for one language can use code of another: JavaScript uses TypeScript packages. */
export const serves = (code: Language, asked: Language): boolean => code === asked || (code === 'ts' && asked === 'js')

/** The language itself where it is among these, else one that serves it. */
export const languageFor = (asked: Language, has: readonly Language[]): Language | undefined =>
  has.includes(asked) ? asked : has.find((code) => serves(code, asked))
