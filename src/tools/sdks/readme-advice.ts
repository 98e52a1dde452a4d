/** What get-sdk-readme.ts says when the part that was asked for is not there. */

import { type LineRange, languagesIn, type MarkdownDocument } from '../../catalog/readme/document.ts'
import { excerpt, pageOf } from '../../catalog/readme/excerpt.ts'
import { findSection, shortOutline } from '../../catalog/readme/outline.ts'
import { LANGUAGES, type Language, serves } from '../../catalog/record/languages.ts'
import type { SdkRecord } from '../../catalog/record/record.ts'
import { nearest } from '../../catalog/search/suggest.ts'
import { languageInstalls } from '../../catalog/usage/install.ts'
import { CatalogError, echoed } from '../errors.ts'
import { didYouMean } from '../not-found.ts'

/** Of an outline, in characters, so that it stays under 400 tokens with what is said around it. */
export const MOST_OUTLINE = 1_000
/** Headings among which the one that was meant is looked for. */
const MOST_HEADINGS = 500

/** The language whose code answers for the one that was asked for, where the README has none in that. */
export const codeFor = (asked: Language, has: readonly Language[]): Language =>
  has.includes(asked) ? asked : (has.find((code) => serves(code, asked)) ?? asked)

/** That other code was taken, where there is some. */
export function standIn(asked: Language, taken: Language, here: readonly Language[]): string | undefined {
  if (asked === taken || !here.includes(taken)) return undefined
  return `No ${LANGUAGES[asked]} code here. ${LANGUAGES[asked]} can use the ${LANGUAGES[taken]} package; this is its code.`
}

/** Where to look, when the catalogue does not know whether the SDK has the language. */
export function unrecorded({ languages, github_url }: SdkRecord): string | undefined {
  if (languages.length > 0) return undefined
  return `Languages not on record here: see ${github_url}#readme.`
}

/** Where the code is, when the part that was asked for has code, in what is here, and none of it in this language. */
export function elsewhere(
  here: readonly Language[],
  document: MarkdownDocument,
  language: Language,
): string | undefined {
  if (here.length === 0 || here.includes(language)) return undefined
  const places = shortOutline(document, MOST_OUTLINE).sections.filter(({ anchor }) =>
    languagesIn(document, findSection(document, anchor)!).includes(language),
  )
  const instead =
    places.length > 0
      ? `It is in: ${places.map(({ anchor }) => anchor).join(', ')}.`
      : `The README has code in: ${document.languages.join(', ')}.`
  return `No ${LANGUAGES[language]} code here. ${instead}`
}

export const INSTALL = /\b(?:install|packages?)/i

/** The section that was asked for; what is Install in most READMEs is Packages in some. */
export function sectionMeant(wanted: string, document: MarkdownDocument): LineRange | undefined {
  const names = /^#*\s*install/i.test(wanted) ? [wanted, 'installation', 'install', 'packages'] : [wanted]
  return names.map((name) => findSection(document, name)).find((found) => found !== undefined)
}

/** The beginning of the section called Install, in every language. */
export function installSection(document: MarkdownDocument, most: number): string {
  const range = findSection(document, 'install')
  return range ? pageOf(excerpt(document, range), 0, most).text : ''
}

/** How to install it, where the part that is about it names no command of ours. */
export function installHint(record: SdkRecord, language: Language | undefined, part: string): string | undefined {
  const commands = languageInstalls(record).flatMap(({ folder, command }) =>
    command !== undefined && (language === undefined || folder === language) ? [command] : [],
  )
  if (commands.every((command) => part.includes(command))) return undefined
  return language ? `Install: ${commands[0]}` : 'get_sdk_entry has the install commands.'
}

/** @returns the error that names the section which may have been meant, and those that are there */
export function noSection(wanted: string, document: MarkdownDocument): CatalogError {
  const anchors = document.sections.slice(0, MOST_HEADINGS).map(({ anchor }) => anchor)
  const listed = shortOutline(document, MOST_OUTLINE).sections.map(({ anchor }) => anchor)
  return new CatalogError('not_found', {
    detail: `The README has no section "${echoed(wanted)}".`,
    resolution: anchors.length
      ? didYouMean(nearest(wanted, anchors, 1), `Use one of its sections: ${listed.join(', ')}.`)
      : 'Ask without a section; it has no headings.',
  })
}

/** @returns the error for a page that would begin behind the end */
export function pastEnd(from: number, length: number): CatalogError {
  return new CatalogError('invalid_request', {
    detail: `from: ${from} is behind the end; the text has ${length} characters.`,
    errors: [{ field: 'from', message: `must be less than ${length}` }],
    resolution: 'Use next_from of the answer before, with the same section and language, or 0 to begin again.',
  })
}
