/** A document by its sections: all of them with sizes, the one that was meant, and the short list to choose from. */
import { tokensOf } from '../../text/tokens.ts'
import type { Language } from '../record/languages.ts'
import { isKind, LineKind, type LineRange, type MarkdownDocument, rangeText, type Section } from './document.ts'
import { excerpt, isAboutLanguage, measure } from './excerpt.ts'

/** Every section, in the order of the text. */
export const outline = ({ sections }: MarkdownDocument) =>
  sections.map(({ anchor, heading, level, start, end }) => ({
    anchor,
    heading,
    level,
    approx_tokens: tokensOf(end - start),
  }))

/** Anchor of the text before the first section, where no heading has it. */
export const INTRODUCTION = 'introduction'

/** The section with this anchor or heading (any case), or the introduction. */
export function findSection(document: MarkdownDocument, wanted: string): LineRange | undefined {
  const name = wanted
    .replace(/^#+\s*/, '')
    .trim()
    .toLowerCase()
  const { sections } = document
  const found =
    sections.find(({ anchor }) => anchor === name) ?? sections.find(({ heading }) => heading.toLowerCase() === name)
  return found ?? (name === INTRODUCTION ? introduction(document) : undefined)
}

/** The text of the section with this anchor or heading. */
export function sectionText(document: MarkdownDocument, wanted: string): string | undefined {
  const range = findSection(document, wanted)
  return range && rangeText(document, range)
}

/** What stands under the title, before the first section; nothing where that is empty. */
export function introduction(document: MarkdownDocument): LineRange | undefined {
  const [first, second] = document.sections
  const isBlank = (line: number) => isKind(document, line, LineKind.blank)
  const isTitle = first?.level === 1 && Array.from({ length: first.startLine }, (_, line) => line).every(isBlank)
  const endLine = (isTitle ? second : first)?.startLine ?? document.lineKinds.length
  const range = { startLine: 0, endLine }
  return measure(document, range).hasBody ? range : undefined
}

/** As READMEs call the sections that one begins with. */
const START = /\b(?:install|installation|packages?|quick ?-?start|getting started|try it|usage)\b/i
/** And the one that says in short what there is. */
const FACTS = /^(?:at a glance|facts|overview)$/i

/**
 * What one reads first, in at most `most` characters: the facts; in a language its install lines and first code.
 * @returns whole sections, empty where the README has none that fits
 */
export function openingSections(document: MarkdownDocument, most: number, language?: Language): string {
  const wanted = language ? START : FACTS
  let text = ''
  let end = 0
  for (const section of generalSections(document)) {
    if (section.start < end || !wanted.test(section.heading)) continue
    if (text.length + measure(document, section, language).characters > most + 1) continue
    const part = excerpt(document, section, language)
    if (text.length + part.text.length > most || (language && !isAboutLanguage(part, language))) continue
    text += part.text
    end = section.end
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
/** Who writes more does not mean a reader to choose among them. */
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
export function shortOutline(document: MarkdownDocument, most: number, language?: Language) {
  const sizeOf = (range: LineRange): number => {
    const { characters, hasBody } = measure(document, range, language)
    return hasBody ? tokensOf(characters) : 0
  }
  const sized = generalSections(document)
    .slice(0, MOST_SECTIONS)
    .map((section) => ({ ...section, approx_tokens: sizeOf(section) }))
    .filter(({ approx_tokens }) => approx_tokens > 0)
  const own = worthwhile(sized)
  const before = introduction(document)
  const size = before ? sizeOf(before) : 0
  const first = size > 0 && !own.some(({ anchor }) => anchor === INTRODUCTION)
  const room = most - (first ? INTRODUCTION.length + LINE : 0)
  const fits = (some: readonly Sized[]) =>
    choices(some).reduce((sum, { anchor, in: holder }) => sum + anchor.length + LINE + (holder?.length ?? 0), 0) <= room
  let chosen: readonly Sized[] = own
  for (let deepest = 5; deepest >= 2 && !fits(chosen); deepest--) chosen = own.filter(({ level }) => level <= deepest)
  const listed = chosen.length
  while (!fits(chosen)) chosen = chosen.slice(0, Math.min(chosen.length - 1, Math.floor(room / LINE)))
  const sections = choices(chosen)
  if (first && sections.length > 0) sections.unshift({ anchor: INTRODUCTION, approx_tokens: size })
  return { sections, leftOff: listed - chosen.length }
}

type Sized = Section & { approx_tokens: number }

/** Sections but for the title and those about one language. */
const generalSections = ({ sections, lineLanguages }: MarkdownDocument): Section[] =>
  sections.filter(({ level, startLine }, at) => lineLanguages[startLine] === 0 && !(at === 0 && level === 1))

/** Without subsections that offer no choice: their section is small, or they are nearly all of it. */
function worthwhile(all: readonly Sized[]): Sized[] {
  const open: Sized[] = []
  return all.filter((section) => {
    while (open.length > 0 && open.at(-1)!.end <= section.start) open.pop()
    const holder = open.at(-1)
    if (holder && (holder.approx_tokens <= SMALL || section.approx_tokens > 0.9 * holder.approx_tokens)) return false
    open.push(section)
    return true
  })
}

/** Each with the nearest section among them that holds it. */
function choices(all: readonly Sized[]): Choice[] {
  const open: Sized[] = []
  return all.map((section) => {
    while (open.length > 0 && open.at(-1)!.end <= section.start) open.pop()
    const holder = open.at(-1)
    open.push(section)
    const { anchor, approx_tokens } = section
    return { anchor, approx_tokens, ...(holder && { in: holder.anchor }) }
  })
}
