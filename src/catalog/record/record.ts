/** What a catalogue stores about one SDK: the public entry without the site's URLs, and the facts behind its README. */
import * as z from 'zod'
import { EntrySlug, HttpUrl } from './entry.ts'

/** A README with more bytes is refused. */
export const MAX_README_BYTES = 512 * 1024

/** Text that is safe in lists, tables and CSV: it has no line breaks. */
const line = (text: z.ZodString) => text.regex(/^[^\r\n\u2028\u2029]*$/, 'must be one line')

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

export const OPERATIONS = ['list', 'load', 'create', 'update', 'patch', 'remove'] as const

export const Entity = z.strictObject({
  name: z.string().min(1),
  ops: z.array(z.enum(OPERATIONS)),
})

export const SdkRecord = z.strictObject({
  slug: EntrySlug,
  title: line(z.string().trim().min(1).max(200)),
  description: line(z.string().trim().min(1)).optional(),
  topics: z.array(z.string().min(1)).default([]),
  /** Other names that people type for it. Read by ranked search, never part of SdkEntry. */
  aliases: z.array(z.string().min(1)).default([]),
  /** What people type who need it and do not know its name. Read by ranked search, never part of SdkEntry. */
  needs: z.array(z.string().min(1)).default([]),
  github_url: HttpUrl,
  source_website: HttpUrl.optional(),
  source_openapi_url: HttpUrl.optional(),
  freepublicapis_url: HttpUrl.optional(),
  server_url: z.string().min(1).optional(),
  api_version: z.string().min(1).optional(),
  no_auth: z.boolean().optional(),
  languages: z.array(z.enum(Object.keys(LANGUAGES) as Language[])).default([]),
  cli: z.boolean().default(false),
  mcp: z.boolean().default(false),
  entities: z.array(Entity).default([]),
})
export type SdkRecord = z.infer<typeof SdkRecord>

/** Whether a caller who asked for one language can use code of another: JavaScript uses TypeScript packages. */
export const serves = (code: Language, asked: Language): boolean => code === asked || (code === 'ts' && asked === 'js')
