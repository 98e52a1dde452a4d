/** A README for one language: the code and the subsections of the others left out, everything else as it is. */
import { approxTokens, type Heading, headingAt, lines, outline, type Section, section } from './readme.ts'
import { LANGUAGES, type Language } from './record.ts'

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

/** The language that a name stands for: `Golang`, `C#`, `ts`. */
export const languageNamed = (name: string): Language | undefined => byName.get(name.trim().toLowerCase())

/** Languages that the README has code or a subsection for, in its order. */
export function languagesIn(markdown: string): Language[] {
  const found = [...marked(markdown)].flatMap(({ language }) => language ?? [])
  return [...new Set(found)]
}

/** Without fenced code, labels and subsections of other languages. A section about one language stays as it is. */
export function inLanguage(markdown: string, wanted: Language): string {
  const all = [...marked(markdown)]
  if (all[0]?.heading && all[0].language) return markdown
  const kept: string[] = []
  let dropped = false
  for (const { line, language } of all) {
    const foreign = language !== undefined && language !== wanted
    // The blank line behind what is left out goes with it.
    if (!foreign && !(dropped && line.trim() === '')) kept.push(line)
    dropped = foreign || (dropped && line.trim() === '')
  }
  return kept.join('\n')
}

/** What one line of the short outline costs beside its anchor, in characters. */
const LINE = 32

/**
 * Sections to choose from, in at most about `most` characters: without the title and the subsections of languages, and
 * without the deeper levels where all of them are too many.
 * @param language sizes are of the sections in this language
 * @returns how many sections had to be left off, too
 */
export function shortOutline(markdown: string, most: number, language?: Language) {
  /** Level of the heading that names a language and that we are under. */
  let named = Number.POSITIVE_INFINITY
  const own = outline(markdown).filter(({ heading, level }, at) => {
    if (level <= named) named = level > 1 && languageNamed(heading) ? level : Number.POSITIVE_INFINITY
    return named === Number.POSITIVE_INFINITY && !(at === 0 && level === 1)
  })
  const fits = (some: readonly Section[]) => some.reduce((sum, { anchor }) => sum + anchor.length + LINE, 0) <= most
  let chosen = own
  for (let deepest = 5; deepest >= 2 && !fits(chosen); deepest--) chosen = own.filter(({ level }) => level <= deepest)
  const leftOff = chosen.length
  while (!fits(chosen)) chosen = chosen.slice(0, Math.min(chosen.length - 1, Math.floor(most / LINE)))
  const sections = chosen.map(({ anchor, approx_tokens }) => ({
    anchor,
    approx_tokens: language ? approxTokens(inLanguage(section(markdown, anchor)!, language)) : approx_tokens,
  }))
  return { sections, leftOff: leftOff - chosen.length }
}

interface Marked {
  line: string
  heading?: Heading | undefined
  /** Set on every line that is only about this language. */
  language?: Language | undefined
}

function* marked(markdown: string): Generator<Marked> {
  /** The subsection about one language that we are in. */
  let part: { language: Language; level: number } | undefined
  let fenced: Language | undefined
  for (const { line, inFence, info } of lines(markdown)) {
    const heading = inFence ? undefined : headingAt(line)
    if (heading && part && heading.level <= part.level) part = undefined
    const named = heading && languageNamed(heading.text)
    // A README of an API called Swift is not all about the language.
    if (named && heading.level > 1) part ??= { language: named, level: heading.level }
    if (info !== undefined) fenced = languageNamed(info)
    if (!inFence) fenced = undefined
    yield { line, heading, language: part?.language ?? fenced ?? (inFence ? undefined : labelOf(line)) }
  }
}

/** A line that only names a language, as before its code: `**Go:**`. */
function labelOf(line: string): Language | undefined {
  const [, strong, name = ''] = /^ {0,3}(\*\*|__|)([A-Za-z+#. ]{1,20}?):?\1:?\s*$/.exec(line) ?? []
  return strong || line.trimEnd().endsWith(':') ? languageNamed(name) : undefined
}
