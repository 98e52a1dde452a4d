/**
 * README of one SDK (SPEC 4.4) as agents read it: the outline first, then by section and in one language. REST serves
 * the whole README byte for byte.
 */
import * as z from 'zod'
import { codeNote, generatedStart, hintOf, installNote, MAX_OUTLINE, requireSection } from '../answers/readme-advice.ts'
import { OPERATION, operationAnswer, operationText, someOperations } from '../answers/readme-operation.ts'
import { excerpt, openingLine, pageOf } from '../catalog/readme/excerpt.ts'
import { findSection, openingSections, shortOutline } from '../catalog/readme/outline.ts'
import { parseMarkdown, THIRD_PARTY, wholeOf } from '../catalog/readme/readme.ts'
import { isProgram, languageFor } from '../catalog/record/languages.ts'
import { sheetText } from '../code/reference/sheet-text.ts'
import { parseOperation } from '../operations/resolve-operation.ts'
import { joinParts } from '../text/join-parts.ts'
import { approxTokens } from '../text/tokens.ts'
import { CatalogError } from './define/catalog-error.ts'
import { defineTool, READ_ONLY } from './define/define.ts'
import { recordOf } from './define/not-found.ts'
import { integerBetween, slug, target, text } from './define/shared-fields.ts'

/** Characters of a README that comes whole, about 500 tokens: an outline and a section cost as much. */
const MAX_WHOLE = 2_000
/** Characters of what comes with an outline: install and first code in the language, else the facts. */
const MAX_START = { inLanguage: 2_000, facts: 760 }
/** Characters of a page, about 4,000 tokens. */
const MAX_PAGE = 16_000
/** Characters of the line that a page continues. */
const MAX_QUOTED = 200
const INSTALL = /\b(?:install|packages?)/i

export const getSdkReadme = defineTool({
  name: 'get_sdk_readme',
  title: 'Read the README of one SDK',
  description:
    'Returns the README of one SDK, a long one as an outline with sizes: ask again with `section`. `language` gives ' +
    'install lines and first code; `operation` the code, parameters and answer of one operation. Use this before you ' +
    'write code.',
  annotations: READ_ONLY,
  input: z.strictObject({
    slug,
    section: text(200).optional().describe('Heading or anchor, e.g. "Install".'),
    language: target(20).optional().describe('Code only in this language, e.g. "py"; or "cli", "mcp".'),
    operation: text(1000).optional().describe('As find_sdk prints it, e.g. "refund.create POST /v1/refunds".'),
    more: z.boolean().optional().describe('With operation: all parameters, errors, a test.'),
    from: integerBetween(0).optional().describe('next_from of the last answer; 0 reads all, page by page.'),
    // The names of an operation in parts, as versions before 2.2 took them.
    entity: text(200).optional().meta({ deprecated: true }),
    op: text(220).optional().meta({ deprecated: true }),
    endpoint: text(300).optional().meta({ deprecated: true }),
  }),
  output: z.strictObject({
    slug: z.string(),
    title: z.string(),
    readme_url: z.string(),
    origin: z.string(),
    approx_tokens: z.int().describe('Of the whole README.'),
    sections: z
      .array(z.strictObject({ anchor: z.string(), approx_tokens: z.int(), in: z.string().optional() }))
      .optional(),
    languages: z.array(z.string()).optional(),
    hint: z.string().optional(),
    markdown: z.string().optional(),
    operation: OPERATION.optional(),
    operations: z.array(z.string()).optional(),
    next_from: z.int().optional().describe('There is more.'),
  }),
  async run({ slug, section: name, language: asked, from, more, operation, ...parts }, services) {
    const record = recordOf(slug, services)
    const document = (await services.catalog.readmeDocument(slug)) ?? parseMarkdown('')
    const about = {
      slug,
      title: record.title,
      readme_url: services.catalog.entry(slug)!.readme_url,
      origin: THIRD_PARTY,
      approx_tokens: approxTokens(document.text),
    }
    const names = { ...parts, ...(operation !== undefined && parseOperation(operation)) }
    if (Object.values(names).some((name) => name !== undefined)) {
      return { ...about, ...(await operationAnswer(record, { ...names, language: asked, more }, services)) }
    }
    const section = name === undefined ? undefined : requireSection(document, name)
    const requested = asked === undefined || isProgram(asked) ? undefined : asked
    const language = requested && (languageFor(requested, document.languages) ?? requested)
    const part = excerpt(document, section ?? wholeOf(document), language)
    const isStart = section === undefined && from === undefined
    const generated = isStart && asked ? generatedStart(record, asked, document) : undefined
    const isUnrecorded = requested !== undefined && record.languages.length === 0
    const unrecorded = isUnrecorded && `Languages not on record here: see ${record.github_url}#readme.`
    const sheet = isStart ? await someOperations(record, asked, services) : {}
    const notes = [generated?.hint ?? (requested && codeNote(document, requested, language!, section)), unrecorded]

    if (generated && part.text.length > MAX_WHOLE) {
      return { ...about, ...hintOf(...notes), markdown: generated.markdown, ...sheet }
    }
    if (isStart && part.text.length > MAX_WHOLE) {
      const { sections, leftOff } = shortOutline(document, MAX_OUTLINE, language)
      const max = language ? MAX_START.inLanguage : MAX_START.facts
      const install = isUnrecorded ? findSection(document, 'install') : undefined
      const start =
        openingSections(document, max, language) || (install && pageOf(excerpt(document, install), 0, max).text)
      const unlisted = leftOff > 0 && `${leftOff} more sections: read on with from 0.`
      const commands = language && installNote(record, language, start ?? '')
      const more = { ...hintOf(unlisted, ...notes, commands), ...(start && { markdown: start }) }
      if (sections.length > 0) return { ...about, sections, languages: [...document.languages], ...more, ...sheet }
    }
    const { length } = part.text
    if (from && from >= length) {
      throw new CatalogError('invalid_request', {
        detail: `from: ${from} is behind the end; the text has ${length} characters.`,
        errors: [{ field: 'from', message: `must be less than ${length}` }],
        resolution: 'Use next_from of the answer before, with the same section and language, or 0 to begin again.',
      })
    }
    const page = pageOf(part, from ?? 0, MAX_PAGE)
    const opening = from ? openingLine(part, from) : undefined
    const install = name !== undefined && INSTALL.test(name) && installNote(record, language, part.text)
    const inside = opening && `Goes on inside what began with: ${opening.slice(0, MAX_QUOTED)}`
    return {
      ...about,
      ...hintOf(...notes, install, inside),
      markdown: generated ? `${generated.markdown}\n\n${page.text}` : page.text,
      ...sheet,
      ...(page.next !== undefined && { next_from: page.next }),
    }
  },
  text: ({ sections, languages, hint, markdown, operation, operations, next_from, ...about }) => {
    const outline = sections?.map(
      ({ anchor, approx_tokens: size, in: parent }) => `- ${anchor} (${size} tokens${parent ? `, in ${parent}` : ''})`,
    )
    return joinParts(
      '\n\n',
      `README of ${about.title} (${about.slug}), about ${about.approx_tokens} tokens, ${about.readme_url}\n${about.origin}`,
      outline && `Sections; ask again with the one you need:\n${outline.join('\n')}`,
      languages && languages.length > 0 && `Code for one language only: language ${languages.join(', ')}.`,
      hint,
      markdown && sections ? `To begin with:\n\n${markdown}` : markdown,
      operation && operationText(operation),
      operations && sheetText('Some operations, for the argument operation', operations),
      next_from !== undefined && `There is more: ask again with from ${next_from}.`,
    )
  },
  // Files of operations are read when they are asked for, and may be unreadable for a while.
  cacheability: ({ section, from }) => (section === undefined && from === undefined ? 'none' : 'snapshot'),
  examples: [
    { slug: 'poetrydb-sdk' },
    { slug: 'poetrydb-sdk', section: 'Install' },
    { slug: 'poetrydb-sdk', section: 'quickstart', language: 'py' },
    { slug: 'poetrydb-sdk', operation: 'author.list', language: 'py' },
  ],
})
