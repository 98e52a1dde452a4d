/** What get-sdk-readme.ts answers: one operation, how to start, an outline, or a page of the README. */
import { excerpt, openingLine, pageOf } from '../catalog/readme/excerpt.ts'
import { findSection, openingSections, shortOutline } from '../catalog/readme/outline.ts'
import { parseMarkdown, readmeOrigin, wholeOf } from '../catalog/readme/readme.ts'
import { isProgram, languageFor } from '../catalog/record/languages.ts'
import type { SdkRecord } from '../catalog/record/record.ts'
import { parseOperation } from '../operations/resolve-operation.ts'
import { approxTokens } from '../text/approx-tokens.ts'
import { CatalogError } from '../tools/define/catalog-error.ts'
import type { Services } from '../tools/define/define.ts'
import { recordOf } from '../tools/define/not-found.ts'
import { codeNote, generatedStart, hintOf, installNote, MAX_OUTLINE, requireSection } from './readme-advice.ts'
import { type OperationRequest, operationAnswer, someOperations } from './readme-operation.ts'

/** Characters of a README that comes whole, about 500 tokens: an outline and a section cost as much. */
const MAX_WHOLE = 2_000
/** Characters of what comes with an outline: install and first code in the language, else the facts. */
const MAX_START = { inLanguage: 2_000, facts: 760 }
/** Characters of a page, about 4,000 tokens. */
const MAX_PAGE = 16_000
/** Characters of the line that a page continues. */
const MAX_QUOTED = 200
const INSTALL = /\b(?:install|packages?)/i

interface Request extends Partial<OperationRequest> {
  slug: string
  section?: string | undefined
  operation?: string | undefined
  from?: number | undefined
}

/** What get_sdk_readme returns but its text. @throws CatalogError for a name that nothing has, and behind the end */
export async function readmeAnswer({ operation, entity, op, endpoint, ...request }: Request, services: Services) {
  const { slug, language, more } = request
  const record = recordOf(slug, services)
  const document = (await services.catalog.readmeDocument(slug)) ?? parseMarkdown('')
  const about = {
    slug,
    title: record.title,
    readme_url: services.catalog.entry(slug)!.readme_url,
    origin: readmeOrigin(record, services.catalog),
    approx_tokens: approxTokens(document.text),
  }
  const names = { entity, op, endpoint, ...(operation !== undefined && parseOperation(operation)) }
  if (Object.values(names).some((name) => name !== undefined))
    return { ...about, ...(await operationAnswer(record, { ...names, language, more }, services)) }
  const reading = readingOf(record, document, request)
  const sheet = reading.isStart ? await someOperations(record, language, services) : {}
  return { ...about, ...ANSWERS[kindOf(reading)](reading, sheet) }
}

type Reading = ReturnType<typeof readingOf>
type Sheet = Awaited<ReturnType<typeof someOperations>>

/** The part of the README that is asked for, in the language, and what is to be said beside it. */
function readingOf(record: SdkRecord, document: ReturnType<typeof parseMarkdown>, request: Omit<Request, 'operation'>) {
  const { section: name, language: asked, from } = request
  const section = name === undefined ? undefined : requireSection(document, name)
  const requested = asked === undefined || isProgram(asked) ? undefined : asked
  const language = requested && (languageFor(requested, document.languages) ?? requested)
  const isStart = section === undefined && from === undefined
  const generated = isStart && asked ? generatedStart(record, asked, document) : undefined
  const isUnrecorded = requested !== undefined && record.languages.length === 0
  const notes = [
    generated?.hint ?? (requested && codeNote(document, requested, language!, section)),
    isUnrecorded && `Languages not on record here: see ${record.github_url}#readme.`,
  ]
  const part = excerpt(document, section ?? wholeOf(document), language)
  return { record, document, name, language, from, isStart, generated, isUnrecorded, notes, part }
}

/**
 * A request without a section and a place is answered by how to start, or by the outline, if the README is too long to
 * come whole: by the record's own code where it has some in the language, else by the sections, if there are any. All
 * else is a page of the text, unless that ends before it.
 */
function kindOf({ part, from = 0, isStart, generated, document, language }: Reading): keyof typeof ANSWERS {
  const { length } = part.text
  if (from > 0 && from >= length) return 'end'
  if (!isStart || length <= MAX_WHOLE) return 'page'
  if (generated) return 'start'
  return shortOutline(document, MAX_OUTLINE, language).sections.length > 0 ? 'outline' : 'page'
}

const ANSWERS = {
  start: ({ notes, generated }: Reading, sheet: Sheet) => ({
    ...hintOf(...notes),
    markdown: generated!.markdown,
    ...sheet,
  }),

  outline({ record, document, language, notes, isUnrecorded }: Reading, sheet: Sheet) {
    const { sections, leftOff } = shortOutline(document, MAX_OUTLINE, language)
    const max = language ? MAX_START.inLanguage : MAX_START.facts
    const install = isUnrecorded ? findSection(document, 'install') : undefined
    const installText = install && pageOf(excerpt(document, install), 0, max).text
    const markdown = openingSections(document, max, language) || installText
    const unlisted = leftOff > 0 && `${leftOff} more sections: read on with from 0.`
    const commands = language && installNote(record, language, markdown ?? '')
    const languages = [...document.languages]
    return { sections, languages, ...hintOf(unlisted, ...notes, commands), ...(markdown && { markdown }), ...sheet }
  },

  page({ record, name = '', language, from = 0, notes, generated, part }: Reading, sheet: Sheet) {
    const { text, next } = pageOf(part, from, MAX_PAGE)
    const opening = from > 0 ? openingLine(part, from) : undefined
    const install = INSTALL.test(name) && installNote(record, language, part.text)
    const inside = opening && `Goes on inside what began with: ${opening.slice(0, MAX_QUOTED)}`
    return {
      ...hintOf(...notes, install, inside),
      markdown: generated ? `${generated.markdown}\n\n${text}` : text,
      ...sheet,
      ...(next !== undefined && { next_from: next }),
    }
  },

  end({ from, part: { text } }: Reading): never {
    throw new CatalogError('invalid_request', {
      detail: `from: ${from} is behind the end; the text has ${text.length} characters.`,
      errors: [{ field: 'from', message: `must be less than ${text.length}` }],
      resolution: 'Use next_from of the answer before, with the same section and language, or 0 to begin again.',
    })
  },
}
