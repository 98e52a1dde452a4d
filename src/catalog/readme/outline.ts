/** A document by its sections: all of them with sizes, one of them, and a short list to choose from. */
import { tokensOf } from '../../text/approx-tokens.ts'
import type { Language } from '../record/languages.ts'
import { excerpt, hasBody, isAboutLanguage } from './excerpt.ts'
import type { LineRange, MarkdownDocument, Section } from './readme.ts'

/** Every section, in the order of the text. */
export const outline = ({ sections }: MarkdownDocument) =>
  sections.map(({ anchor, heading, level, start, end }) => ({
    anchor,
    heading,
    level,
    approx_tokens: tokensOf(end - start),
  }))

/** Anchor of the text before the first section, unless a heading has it. */
const INTRODUCTION = 'introduction'

/** The section with this anchor or heading (any case), or the introduction. */
export function findSection(document: MarkdownDocument, name: string): LineRange | undefined {
  const key = name
    .replace(/^#+\s*/, '')
    .trim()
    .toLowerCase()
  const { sections } = document
  const section =
    sections.find(({ anchor }) => anchor === key) ?? sections.find(({ heading }) => heading.toLowerCase() === key)
  return section ?? (key === INTRODUCTION ? introduction(document) : undefined)
}

/** The title and the text before the first section; undefined if there is none. */
export function introduction(document: MarkdownDocument): LineRange | undefined {
  const [first, second] = document.sections
  const isTitle = first?.level === 1 && document.text.slice(0, first.start).trim() === ''
  const endLine = (isTitle ? second : first)?.startLine ?? document.lineKinds.length
  const range = { startLine: 0, endLine }
  return hasBody(excerpt(document, range)) ? range : undefined
}

/** Headings of the sections that a reader begins with. */
const START = /\b(?:install|installation|packages?|quick ?-?start|getting started|try it|usage)\b/i
/** Headings of a summary. */
const FACTS = /^(?:at a glance|facts|overview)$/i

/**
 * What a reader needs first, in at most `max` characters: the facts; in a language its install lines and first code.
 * @returns whole sections, empty if none fits
 */
export function openingSections(document: MarkdownDocument, max: number, language?: Language): string {
  const pattern = language ? START : FACTS
  let text = ''
  let end = 0
  for (const section of generalSections(document)) {
    if (section.start < end || !pattern.test(section.heading)) continue
    const part = excerpt(document, section, language)
    if (text.length + part.text.length > max || (language && !isAboutLanguage(part, language))) continue
    text += part.text
    end = section.end
  }
  return text.trimEnd()
}

/** A section in a short outline; `in` is the anchor of the listed section that contains it. */
export interface Choice {
  anchor: string
  approx_tokens: number
  in?: string | undefined
}

/** Characters that a choice costs beside its anchors. */
const CHOICE_COST = 34
/** Nobody chooses among more. */
const MAX_SECTIONS = 1_000
/** Tokens of a section that is not worth reading in parts. */
const SMALL = 300

/**
 * Sections to choose from, in about `max` characters: the introduction first; without the title, subsections of
 * languages and parts of small sections, and without the deeper levels if all of them are too many.
 * @param language sizes are those in this language; sections with nothing in it are left out
 * @returns also how many sections had to be left out for their number
 */
export function shortOutline(document: MarkdownDocument, max: number, language?: Language) {
  const sizeOf = (range: LineRange): number => {
    const part = excerpt(document, range, language)
    return hasBody(part) ? tokensOf(part.text.length) : 0
  }
  const sized = generalSections(document)
    .slice(0, MAX_SECTIONS)
    .map((section) => ({ ...section, approx_tokens: sizeOf(section) }))
    .filter(({ approx_tokens }) => approx_tokens > 0)
  const candidates = nest(sized, isWorthwhile).map(({ section }) => section)
  const before = introduction(document)
  const introductionSize = before ? sizeOf(before) : 0
  const hasIntroduction = introductionSize > 0 && !candidates.some(({ anchor }) => anchor === INTRODUCTION)
  const room = max - (hasIntroduction ? INTRODUCTION.length + CHOICE_COST : 0)
  const cost = ({ anchor, in: parent = '' }: Choice) => anchor.length + parent.length + CHOICE_COST
  const fits = (some: readonly Sized[]) => choices(some).reduce((sum, choice) => sum + cost(choice), 0) <= room

  let chosen = candidates
  for (let deepest = 5; deepest >= 2 && !fits(chosen); deepest--)
    chosen = candidates.filter(({ level }) => level <= deepest)
  const count = chosen.length
  while (!fits(chosen)) chosen = chosen.slice(0, Math.min(chosen.length - 1, Math.floor(room / CHOICE_COST)))
  const sections = choices(chosen)
  if (hasIntroduction && sections.length > 0)
    sections.unshift({ anchor: INTRODUCTION, approx_tokens: introductionSize })
  return { sections, leftOff: count - chosen.length }
}

type Sized = Section & { approx_tokens: number }

/** Sections but for the title and those about one language. */
const generalSections = ({ sections, lineLanguages }: MarkdownDocument): Section[] =>
  sections.filter(({ level, startLine }, index) => lineLanguages[startLine] === 0 && !(index === 0 && level === 1))

/** A subsection offers no choice if its parent is small, or if it is nearly all of it. */
const isWorthwhile = ({ approx_tokens }: Sized, parent: Sized | undefined): boolean =>
  !parent || (parent.approx_tokens > SMALL && approx_tokens <= 0.9 * parent.approx_tokens)

/** Each listed section with the nearest listed section that contains it. */
function nest(sections: readonly Sized[], isListed: (section: Sized, parent: Sized | undefined) => boolean) {
  const parents: Sized[] = []
  return sections.flatMap((section) => {
    while (parents.length > 0 && parents.at(-1)!.end <= section.start) parents.pop()
    const parent = parents.at(-1)
    if (!isListed(section, parent)) return []
    parents.push(section)
    return [{ section, parent }]
  })
}

const choices = (sections: readonly Sized[]): Choice[] =>
  nest(sections, () => true).map(({ section: { anchor, approx_tokens }, parent }) => ({
    anchor,
    approx_tokens,
    ...(parent && { in: parent.anchor }),
  }))
