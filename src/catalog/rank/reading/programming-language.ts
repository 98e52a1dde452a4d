/** "in Go", "a Ruby gem", "for Kotlin": the programming languages that a query asks the SDK to come in. */
import type { Language } from '../../record/languages.ts'
import { type Cut, cut } from './cut.ts'

/** Names that mean nothing else: they are read as a language wherever they stand. */
const CLEAR: Readonly<Record<string, Language>> = {
  typescript: 'ts',
  javascript: 'js',
  'node js': 'js',
  'node.js': 'js',
  nodejs: 'js',
  'bun.js': 'ts',
  python: 'py',
  python3: 'py',
  'python 3': 'py',
  django: 'py',
  fastapi: 'py',
  php: 'php',
  laravel: 'php',
  golang: 'go',
  ziglang: 'zig',
  rustlang: 'rust',
  'next.js': 'js',
  'spring boot': 'java',
  symfony: 'php',
  'ruby on rails': 'rb',
  rubygem: 'rb',
  rubygems: 'rb',
  clojure: 'clojure',
  'c++': 'cpp',
  cpp: 'cpp',
  'c#': 'csharp',
  csharp: 'csharp',
  'c sharp': 'csharp',
  dotnet: 'csharp',
  'asp.net': 'csharp',
  elixir: 'elixir',
  haskell: 'haskell',
  kotlin: 'kotlin',
  ocaml: 'ocaml',
  scala: 'scala',
}

/** Names that are words too: a language only after "in" or "for", before a word such as "client", or at the end. */
const AMBIGUOUS: Readonly<Record<string, Language>> = {
  ts: 'ts',
  js: 'js',
  node: 'js',
  py: 'py',
  go: 'go',
  rb: 'rb',
  ruby: 'rb',
  rails: 'rb',
  lua: 'lua',
  java: 'java',
  zig: 'zig',
  rust: 'rust',
  c: 'c',
  '.net': 'csharp',
  dart: 'dart',
  flutter: 'dart',
  react: 'js',
  'react native': 'js',
  vue: 'js',
  svelte: 'js',
  angular: 'js',
  deno: 'ts',
  bun: 'ts',
  perl: 'perl',
  lean: 'lean',
  swift: 'swift',
}

/** Package managers: "a gem for", "pip install", "with npm". */
const MANAGERS: Readonly<Record<string, Language>> = {
  npm: 'js',
  yarn: 'js',
  pnpm: 'js',
  pip: 'py',
  pypi: 'py',
  poetry: 'py',
  gem: 'rb',
  bundler: 'rb',
  composer: 'php',
  packagist: 'php',
  cargo: 'rust',
  crate: 'rust',
  luarocks: 'lua',
  maven: 'java',
  gradle: 'java',
  nuget: 'csharp',
  cpan: 'perl',
  hex: 'elixir',
  leiningen: 'clojure',
  opam: 'ocaml',
}

const escaped = (text: string): string => text.replace(/[.+*?^$()[\]{}|\\]/g, '\\$&')
const anyOf = (names: Readonly<Record<string, Language>>): string =>
  Object.keys(names)
    .sort((a, b) => b.length - a.length)
    .map(escaped)
    .join('|')

const TOOL =
  '(?:sdks?|clients?|librar(?:y|ies)|libs?|packages?|modules?|wrappers?|bindings?|gems?|crates?|devs?|developers?|programmers?|students?|learners?|beginners?|shops?|homework|exercises?|people|folks|services?|projects?|backends?|only)'
const AFTER = `(?: (?:${TOOL}|code|codebase|apps?|applications?|scripts?|projects?|programs?|backends?|services?|servers?|bots?|microservices?))?`
const BEFORE =
  '(?:written |coded |available |implemented |usable |callable )?(?:in|for|using|with|from|via|on)(?: (?:a|an|the|my|our|plain|pure|modern))*'
const START = '(?<![\\p{L}\\p{N}.#+-])'
const END = '(?![\\p{L}\\p{N}#+-]|\\.\\p{L})'
const STOPS =
  '(?=$|[ ]*[,.;:!?()]|[ ]+(?:with|without|that|which|and|or|no|not|but|please|to|for|from|so|because|if|when|where|i|we|as|who|sdks?|api)\\b)'
/** Then the language is what the need is about: "run python code". */
const ABOUT =
  '(?<!\\b(?:run|execute|compile|evaluate|eval|lint|format|learn|teach|running|executing|compiling|parse|highlight)(?: [a-z]+)? )'

const ALL = { ...CLEAR, ...AMBIGUOUS, ...MANAGERS }
const any = anyOf({ ...CLEAR, ...AMBIGUOUS })
const more = `(?:(?: or | and |/| / |, )(?:${any})${END})*`
const PATTERNS = [
  // "in Go", "for my Python backend", "using Ruby or PHP".
  `${ABOUT}${START}${BEFORE} (${anyOf({ ...CLEAR })}${END}${more})${AFTER}`,
  `${START}${BEFORE} ((?:${anyOf(AMBIGUOUS)})${END}${more})(?: ${TOOL}|${AFTER}${STOPS})`,
  // "Ruby client", "Go module".
  `${START}((?:${any})${END}) ${TOOL}\\b`,
  // "a gem for", "pip install", "via npm", "npm package".
  `${START}(?:(?:as |is there |any )?an? (gem|crate)(?= (?:for|to|that|which)|$)|(?:with|via|using|from|on) (${anyOf(MANAGERS)})${STOPS}|(${anyOf(MANAGERS)}) (?:install|add|require|i|package|dependency)\\b(?! (?:downloads?|stats|search|info|metadata|versions?)))`,
  // "gem (Ruby)", "in PHP:".
  `\\((${any})\\)`,
  // Anywhere.
  `${ABOUT}${START}(${anyOf(CLEAR)})${END}(?! (?:code|snippets?|docs?|documentation|tutorials?|jobs?|interpreter|compiler|jokes?|quiz|questions?))`,
  // "currency conversion ruby": the last word.
  `(?<=[\\p{L}\\p{N}] )(?<!\\b(?:to|we|you|can|lets|pokemon|and|the|a|of|taylor|iban|bic|bank|code|things|where|i) )((?:${anyOf(AMBIGUOUS)}|gem|pip|npm|crate|nuget))$`,
].map((source) => new RegExp(source, 'giu'))

/** @returns the languages, each a choice between those joined by "or", and the text without them */
export function readProgrammingLanguages(text: string): Cut<Language[]> {
  return cut(text, PATTERNS, (match) => {
    const names = match.slice(1).find((group) => group !== undefined) ?? ''
    const codes = names
      .toLowerCase()
      .split(/ or | and |\/|, /)
      .map((name) => ALL[name.trim()])
    const known = codes.filter((code) => code !== undefined)
    return known.length > 0 ? [...new Set(known)] : undefined
  })
}
