/** A README for one language: the code and the subsections of the others left out, everything else as it is. */

import { LANGUAGES, type Language } from '../record/record.ts'
import {
  approxTokens,
  type Heading,
  hasBody,
  headingAt,
  INTRODUCTION,
  introduction,
  isRow,
  lines,
  type Span,
  spans,
} from './parts.ts'

/** Names in headings, labels and info strings beside those of LANGUAGES. */
const ALSO: Partial<Record<Language, readonly string[]>> = {
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

const languages = Object.keys(LANGUAGES) as Language[]
const byName = new Map(
  languages.flatMap((language) =>
    [language, LANGUAGES[language].toLowerCase(), ...(ALSO[language] ?? [])].map((name) => [name, language] as const),
  ),
)

/** Every name that stands for a language, in lower case. */
export const languageNames: readonly string[] = [...byName.keys()]

/** The language that a name stands for: `Golang`, `C#`, `ts`. */
export const languageNamed = (name: string): Language | undefined => byName.get(name.trim().toLowerCase())

/** Languages that the README has code or a subsection for, in its order. */
export function languagesIn(markdown: string): Language[] {
  const found = [...marked(markdown)].flatMap(({ language }) => language ?? [])
  return [...new Set(found)]
}

/**
 * Without fenced code, labels and subsections of other languages, and without their rows in a table that has one for
 * this language. A section about one language stays as it is.
 */
export function inLanguage(markdown: string, wanted: Language): string {
  const all = [...marked(markdown)]
  if (all[0]?.heading && all[0].language) return markdown
  const tables = new Set(all.flatMap(({ table, row }) => (table !== undefined && row === wanted ? table : [])))
  const kept: string[] = []
  let dropped = false
  for (const { line, language, table, row } of all) {
    const foreign = language !== undefined && language !== wanted
    const otherRow = row !== undefined && row !== wanted && tables.has(table!)
    // The blank line behind what is left out goes with it.
    if (!foreign && !otherRow && !(dropped && line.trim() === '')) kept.push(line)
    dropped = foreign || (dropped && line.trim() === '')
  }
  return kept.join('\n')
}

/** Whether code, a subsection or a row of a table is about this language. */
const isAbout = (markdown: string, wanted: Language): boolean =>
  [...marked(markdown)].some(({ language, row }) => language === wanted || row === wanted)

/** As READMEs call the sections that one begins with. */
const START = /\b(?:install|installation|packages?|quick ?-?start|getting started|try it|usage)\b/i
/** And the one that says in short what there is. */
const FACTS = /^(?:at a glance|facts|overview)$/i

/**
 * What one reads first, in at most `most` characters: the facts; in a language its install lines and first code.
 * @returns whole sections, empty where the README has none that fits
 */
export function startOf(markdown: string, most: number, language?: Language): string {
  const wanted = language ? START : FACTS
  let text = ''
  let end = 0
  for (const span of withoutLanguages(markdown)) {
    if (span.start < end || !wanted.test(span.heading)) continue
    const whole = markdown.slice(span.start, span.end)
    const part = language ? inLanguage(whole, language) : whole
    if (text.length + part.length > most || (language && !isAbout(part, language))) continue
    text += part
    end = span.end
  }
  return text.trimEnd()
}

export interface Choice {
  anchor: string
  approx_tokens: number
  /** Anchor of the section among the choices that holds this one. */
  in?: string | undefined
}

/** What one line of the short outline costs beside its anchors, in characters. */
const LINE = 34
/** Who writes more does not mean a reader to choose among them, and each takes time. */
const MOST_SECTIONS = 1_000
/** Tokens of a section that nobody reads in parts. */
const SMALL = 300

/**
 * Sections to choose from, in at most about `most` characters: the introduction first; without the title and the
 * subsections of languages, without the parts of small sections, and without the deeper levels where all of them are
 * too many.
 * @param language sizes are of the sections in this language; those with nothing in it are left out
 * @returns how many sections had to be left off, too
 */
export function shortOutline(markdown: string, most: number, language?: Language) {
  const sizeOf = (text: string): number => {
    const part = language ? inLanguage(text, language) : text
    return hasBody(part) ? approxTokens(part) : 0
  }
  const sized = withoutLanguages(markdown)
    .slice(0, MOST_SECTIONS)
    .map((span) => ({ ...span, approx_tokens: sizeOf(markdown.slice(span.start, span.end)) }))
    .filter(({ approx_tokens }) => approx_tokens > 0)
  const own = worthwhile(sized)
  const before = sizeOf(introduction(markdown))
  const first = before > 0 && !own.some(({ anchor }) => anchor === INTRODUCTION)
  const room = most - (first ? INTRODUCTION.length + LINE : 0)
  const fits = (some: readonly Span[]) =>
    choices(some).reduce((sum, { anchor, in: holder }) => sum + anchor.length + LINE + (holder?.length ?? 0), 0) <= room
  let chosen: readonly Span[] = own
  for (let deepest = 5; deepest >= 2 && !fits(chosen); deepest--) chosen = own.filter(({ level }) => level <= deepest)
  const leftOff = chosen.length
  while (!fits(chosen)) chosen = chosen.slice(0, Math.min(chosen.length - 1, Math.floor(room / LINE)))
  const sections = choices(chosen)
  if (first && sections.length > 0) sections.unshift({ anchor: INTRODUCTION, approx_tokens: before })
  return { sections, leftOff: leftOff - chosen.length }
}

/** Sections but for the title and those about one language. */
function withoutLanguages(markdown: string): Span[] {
  /** Level of the heading that names a language and that we are under. */
  let named = Number.POSITIVE_INFINITY
  return spans(markdown).filter(({ heading, level }, at) => {
    if (level <= named) named = level > 1 && languageNamed(heading) ? level : Number.POSITIVE_INFINITY
    return named === Number.POSITIVE_INFINITY && !(at === 0 && level === 1)
  })
}

/** Without subsections that offer no choice: their section is small, or they are nearly all of it. */
function worthwhile(all: readonly Span[]): Span[] {
  const open: Span[] = []
  return all.filter((span) => {
    while (open.length > 0 && open.at(-1)!.end <= span.start) open.pop()
    const holder = open.at(-1)
    if (holder && (holder.approx_tokens <= SMALL || span.approx_tokens > 0.9 * holder.approx_tokens)) return false
    open.push(span)
    return true
  })
}

/** Each with the nearest section among them that holds it. */
function choices(all: readonly Span[]): Choice[] {
  const open: Span[] = []
  return all.map((span) => {
    while (open.length > 0 && open.at(-1)!.end <= span.start) open.pop()
    const holder = open.at(-1)
    open.push(span)
    return { anchor: span.anchor, approx_tokens: span.approx_tokens, ...(holder && { in: holder.anchor }) }
  })
}

interface Marked {
  line: string
  heading?: Heading | undefined
  /** Set on every line that is only about this language. */
  language?: Language | undefined
  /** Number of the table that the line is in. */
  table?: number | undefined
  /** Language that begins a row of a table. */
  row?: Language | undefined
}

function* marked(markdown: string): Generator<Marked> {
  /** The subsection about one language that we are in. */
  let part: { language: Language; level: number } | undefined
  let fenced: Language | undefined
  let tables = 0
  let inTable = false
  for (const { line, inFence, info } of lines(markdown)) {
    const heading = inFence ? undefined : headingAt(line)
    if (heading && part && heading.level <= part.level) part = undefined
    const named = heading && languageNamed(heading.text)
    // A README of an API called Swift is not all about the language.
    if (named && heading.level > 1) part ??= { language: named, level: heading.level }
    if (info !== undefined) fenced = languageNamed(info)
    if (!inFence) fenced = undefined
    const language = part?.language ?? fenced ?? (inFence ? undefined : labelOf(line))
    const isOfTable = !inFence && isRow(line)
    if (isOfTable && !inTable) tables++
    inTable = isOfTable
    yield { line, heading, language, ...(isOfTable && { table: tables, row: rowOf(line) }) }
  }
}

/** `| **Go** | ... |` */
function rowOf(line: string): Language | undefined {
  const [, , name] = /^ {0,3}\|[ \t]*(\*\*|__|)([A-Za-z+#. ]{1,20}?)\1[ \t]*\|/.exec(line) ?? []
  return name === undefined ? undefined : languageNamed(name)
}

/** A line that only names a language, as before its code: `**Go:**`. */
function labelOf(line: string): Language | undefined {
  const [, strong, name = ''] = /^ {0,3}(\*\*|__|)([A-Za-z+#. ]{1,20}?):?\1:?\s*$/.exec(line) ?? []
  return strong || line.trimEnd().endsWith(':') ? languageNamed(name) : undefined
}
