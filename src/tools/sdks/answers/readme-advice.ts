/** What get-sdk-readme.ts says beside the README: how to start, and where to look for what is not there. */

import { type LineRange, languagesIn, type MarkdownDocument } from '../../../catalog/readme/document.ts'
import { excerpt, pageOf } from '../../../catalog/readme/excerpt.ts'
import { infoLanguage } from '../../../catalog/readme/language.ts'
import { type Choice, findSection, shortOutline } from '../../../catalog/readme/outline.ts'
import { LANGUAGES, type Language, languageFor } from '../../../catalog/record/languages.ts'
import type { SdkRecord } from '../../../catalog/record/record.ts'
import { nearest } from '../../../catalog/search/suggest.ts'
import { inItsLanguages, languageInstall, languageInstalls, releasesUrl } from '../../../catalog/usage/install.ts'
import { firstCode, moduleOf, type Quickstart } from '../../../catalog/usage/quickstart.ts'
import { fenced } from '../../../text/markdown.ts'
import { CatalogError, echoed } from '../../errors.ts'
import { didYouMean } from '../../not-found.ts'

/** Of an outline, in characters, so that it stays under 400 tokens with what is said around it. */
export const MOST_OUTLINE = 1_000
/** Headings among which the one that was meant is looked for. */
const MOST_HEADINGS = 500

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
  if (here.includes(language)) return undefined
  if (here.length === 0) return here === document.languages ? `No ${LANGUAGES[language]} code here.` : undefined
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

/** The language that code can be had in for this one; TypeScript's serves JavaScript. */
export const programmed = (record: SdkRecord, asked: Language): Language | undefined =>
  languageFor(asked, inItsLanguages(record).languages)

export function withInstall(record: SdkRecord, language: Language, code: Quickstart | undefined): string {
  const { command, needs, package: name } = languageInstall(record, language)
  const line = command
    ? fenced('bash', needs ? `# needs ${needs}\n${command}` : command)
    : `From a release: ${releasesUrl(record)}`
  const install = `## Install\n\nPackage \`${name}\`\n\n${line}`
  return [install, code && `## Quickstart\n\n${fenced(code.fence, code.code)}`].filter(Boolean).join('\n\n')
}

/** Install line and first code, where it is known what to call, or the README has the same; others do not run. */
export function ownStart(record: SdkRecord, asked: Language, readme: string) {
  const language = programmed(record, asked)
  if (!language) return undefined
  const code = firstCode(record, language)
  const theirs = codeIn(readme, language)
  const isSame = code ? theirs.includes(code.code) : theirs === ''
  if (!(isSame || (code && record.first_call))) return undefined
  const hint = [
    standIn(asked, language, code ? [language] : []),
    foreignImport(record, language, theirs),
    ...(code?.notes ?? []),
  ]
  return { markdown: withInstall(record, language, code), hint: hint.filter(Boolean).join(' ') }
}

/** What the README's code imports, by the language. */
const IMPORTS: Partial<Record<Language, RegExp>> = {
  ts: /^import \{[^}]*SDK\b[^}]*\} from ['"]([^'"]+)['"]/m,
  js: /\{[^}]*SDK\b[^}]*\} = require\(['"]([^'"]+)['"]\)/m,
  py: /^from (\S+) import .*SDK\b/m,
  go: /^\s*(?:import )?sdk "([^"]+)"/m,
  lua: /\brequire\(?\s*["']([^"']+_sdk)["']/,
}

function foreignImport(record: SdkRecord, language: Language, code: string): string {
  const module = moduleOf(record, language)
  const imported = IMPORTS[language]?.exec(code)?.[1]
  if (imported === undefined || imported === module || record.packages[language] === undefined) return ''
  return `Not the README's code: it imports "${echoed(imported)}", and the package is "${module}".`
}

/** What a README has in fences of the language. */
function codeIn(readme: string, language: Language): string {
  const fences = [...readme.matchAll(/^```([^\n]*)\n([\s\S]*?)^```/gm)]
  return fences
    .filter(([, info = '']) => infoLanguage(info) === language)
    .map(([, , text]) => text)
    .join('\n')
}

export function outlineLine({ anchor, approx_tokens, in: holder }: Choice): string {
  return `- ${anchor} (${approx_tokens} tokens${holder === undefined ? '' : `, in ${holder}`})`
}

export function hints(...all: (string | false | undefined)[]) {
  const hint = all.filter(Boolean).join(' ')
  return hint ? { hint } : {}
}
