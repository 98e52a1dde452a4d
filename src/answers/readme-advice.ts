/** What get-sdk-readme.ts adds to a README: how to start in a language, and where to look for what is not there. */

import { findSection, shortOutline } from '../catalog/readme/outline.ts'
import { type LineRange, languagesIn, type MarkdownDocument, rangeText } from '../catalog/readme/readme.ts'
import { isProgram, LANGUAGES, type Language, languageFor, type Target } from '../catalog/record/languages.ts'
import type { SdkRecord } from '../catalog/record/record.ts'
import { firstPlan, isCurl, type Start, startFor } from '../code/first-steps.ts'
import { languageInstalls, releasesUrl, withLanguages } from '../code/install.ts'
import { moduleOf } from '../code/quickstart.ts'
import { recordedAnswer } from '../code/reference/recorded-response.ts'
import { nearest } from '../search/suggest.ts'
import { joinParts } from '../text/join-parts.ts'
import { fenced } from '../text/write-markdown.ts'
import { CatalogError, echoed } from '../tools/define/catalog-error.ts'
import { didYouMean } from '../tools/define/not-found.ts'

/** Characters of an outline, so that it stays under 400 tokens with its hints. */
export const MAX_OUTLINE = 1_000
/** Headings that suggestions are taken from. */
const MAX_HEADINGS = 500

/** Says that the code is in another language than the requested one. */
function fallbackNote(requested: Language, used: Language, available: readonly Language[]): string | undefined {
  if (requested === used || !available.includes(used)) return undefined
  const [name, other] = [LANGUAGES[requested], LANGUAGES[used]]
  return `No ${name} code here. ${name} can use the ${other} package; this is its code.`
}

/**
 * Where the code is when this part has none in the requested language.
 * @param language in which the part is shown
 * @param section undefined for the whole README
 */
export function codeNote(
  document: MarkdownDocument,
  requested: Language,
  language: Language,
  section: LineRange | undefined,
): string | undefined {
  const available = section ? languagesIn(document, section) : document.languages
  if (available.includes(language)) return fallbackNote(requested, language, available)
  const none = `No ${LANGUAGES[language]} code here.`
  if (available.length === 0) return section ? undefined : none
  const sections = shortOutline(document, MAX_OUTLINE).sections.filter(({ anchor }) =>
    languagesIn(document, findSection(document, anchor)!).includes(language),
  )
  return sections.length > 0
    ? `${none} It is in: ${sections.map(({ anchor }) => anchor).join(', ')}.`
    : `${none} The README has code in: ${document.languages.join(', ')}.`
}

/** The install command, if the text lacks it. */
export function installNote(record: SdkRecord, language: Language | undefined, text: string): string | undefined {
  const installs = languageInstalls(record).filter(
    ({ folder, command }) => command !== undefined && (language === undefined || folder === language),
  )
  if (installs.every(({ command, afterClone }) => text.includes(afterClone ?? command!))) return undefined
  return language ? `Install: ${installs[0]!.command}` : 'get_sdk_entry has the install commands.'
}

/**
 * The section with this heading or anchor; "Install" also finds the one that some READMEs call Packages.
 * @throws CatalogError not_found that names the nearest section, and those that exist
 */
export function requireSection(document: MarkdownDocument, name: string): LineRange {
  const names = /^#*\s*install/i.test(name) ? [name, 'installation', 'install', 'packages'] : [name]
  const section = names.map((each) => findSection(document, each)).find((range) => range !== undefined)
  if (section) return section
  const anchors = document.sections.slice(0, MAX_HEADINGS).map(({ anchor }) => anchor)
  const listed = shortOutline(document, MAX_OUTLINE).sections.map(({ anchor }) => anchor)
  throw new CatalogError('not_found', {
    detail: `The README has no section "${echoed(name)}".`,
    resolution: anchors.length
      ? didYouMean(nearest(name, anchors, 1), `Use one of its sections: ${listed.join(', ')}.`)
      : 'Ask without a section; it has no headings.',
  })
}

/** The language of the code for a requested language: the package for TypeScript serves JavaScript. */
export const codeLanguage = (record: SdkRecord, requested: Language): Language | undefined =>
  languageFor(requested, withLanguages(record).languages)

/** The target to write code for; undefined if the SDK has no package for the requested language. */
export const targetFor = (record: SdkRecord, requested: Target): Target | undefined =>
  isProgram(requested) ? requested : codeLanguage(record, requested)

/** Package, install line and program. */
export function startMarkdown(record: SdkRecord, start: Start): string {
  const { install, needs, package: name, fence, code, call } = start
  const line = install
    ? fenced('bash', joinParts('\n', needs && `# needs ${needs}`, install))
    : `From a release: ${releasesUrl(record)}`
  return joinParts(
    '\n\n',
    ...(isCurl(start) ? [] : [`Package \`${name}\``, line]),
    call && `Calls \`${call}\`:`,
    code && fenced(fence, code),
  )
}

/** Install line and first code made from the record, unless only the README knows what to call. */
export function generatedStart(record: SdkRecord, requested: Target, document: MarkdownDocument) {
  const plan = firstPlan(record)
  if (isProgram(requested)) {
    const start = startFor(plan, requested)
    return start ? { markdown: startMarkdown(record, start), hint: joinParts(' ', ...start.notes) } : undefined
  }
  const language = codeLanguage(record, requested)
  if (!language) return undefined
  const start = startFor(plan, language, requested)!
  const { code } = start
  const readmeCode = document.fences
    .filter((fence) => fence.language === language)
    .map((fence) => rangeText(document, fence))
    .join('\n')
  const isSame = code ? readmeCode.includes(code) : readmeCode === ''
  if (!isSame && !(code && record.first_call)) return undefined
  const hint = joinParts(' ', importNote(record, language, readmeCode), ...start.notes)
  return { markdown: joinParts('\n\n', startMarkdown(record, start), recordedAnswer(record)), hint }
}

/** The imported module in code, by language. */
const IMPORTS: Partial<Record<Language, RegExp>> = {
  ts: /^import \{[^}]*SDK\b[^}]*\} from ['"]([^'"]+)['"]/m,
  js: /\{[^}]*SDK\b[^}]*\} = require\(['"]([^'"]+)['"]\)/m,
  py: /^from (\S+) import .*SDK\b/m,
  go: /^\s*(?:import )?sdk "([^"]+)"/m,
  lua: /\brequire\(?\s*["']([^"']+_sdk)["']/,
}

/** Says that the README's code imports another module than the package on record. */
function importNote(record: SdkRecord, language: Language, readmeCode: string): string | undefined {
  const module = moduleOf(record, language)
  const imported = IMPORTS[language]?.exec(readmeCode)?.[1]
  if (imported === undefined || imported === module || record.packages[language] === undefined) return undefined
  return `Not the README's code: it imports "${echoed(imported)}", and the package is "${module}".`
}

export function hintOf(...notes: (string | false | undefined)[]) {
  const hint = joinParts(' ', ...notes)
  return hint ? { hint } : {}
}
