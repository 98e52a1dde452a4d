/**
 * README of one SDK (SPEC 4.4) as agents read it: the outline first, then by section and in one language. REST serves
 * the whole README byte for byte.
 */
import * as z from 'zod'
import { languagesIn, parseMarkdown, THIRD_PARTY, wholeOf } from '../../catalog/readme/document.ts'
import { excerpt, openingLine, pageOf } from '../../catalog/readme/excerpt.ts'
import { openingSections, shortOutline } from '../../catalog/readme/outline.ts'
import { languageFor } from '../../catalog/record/languages.ts'
import { approxTokens } from '../../text/tokens.ts'
import { defineTool, READ_ONLY } from '../define.ts'
import { knownLanguage, slug, text, wholeNumber } from '../fields.ts'
import { recordOf } from '../not-found.ts'
import {
  elsewhere,
  hints,
  INSTALL,
  installHint,
  installSection,
  MOST_OUTLINE,
  noSection,
  outlineLine,
  ownStart,
  pastEnd,
  sectionMeant,
  standIn,
  unrecorded,
} from './answers/readme-advice.ts'
import { OPERATION, operationAnswer, operationText } from './answers/readme-operation.ts'

/** About 500 tokens; an outline and a section cost as much. What is longer begins with its outline. */
const SHORT = 2_000
/** Of the sections that come with the outline, which most readers ask for next: install and first code, or the facts. */
const MOST_START = { inLanguage: 2_000, facts: 760 }
/** About 4,000 tokens: what an agent can take in one answer without losing its place. */
const MOST_CHARACTERS = 16_000
/** Of the line that a page goes on from. */
const MOST_QUOTED = 200

export const getSdkReadme = defineTool({
  name: 'get_sdk_readme',
  title: 'Read the README of one SDK',
  description:
    'Returns the README of one SDK, a long one as an outline with sizes: ask again with `section`. `language` adds ' +
    'install lines and first code; `entity` with `op` gives the code, parameters and answer of one operation instead. ' +
    'Use this before writing code with it.',
  annotations: READ_ONLY,
  input: z.strictObject({
    slug,
    section: text(200).optional().describe('Heading or anchor, e.g. "Install".'),
    language: text(20)
      .transform((name, context) => knownLanguage(name, context) ?? z.NEVER)
      .optional()
      .describe('Code only in this programming language, e.g. "py".'),
    entity: text(200).optional().describe('E.g. "author".'),
    op: text(20).optional().describe('E.g. "list".'),
    from: wholeNumber(0).optional().describe('Read on at next_from of the last answer; 0 reads all, page by page.'),
  }),
  output: z.strictObject({
    slug: z.string(),
    title: z.string(),
    readme_url: z.string(),
    origin: z.string(),
    approx_tokens: z.int().describe('Of the whole README.'),
    sections: z
      .array(
        z.strictObject({
          anchor: z.string(),
          approx_tokens: z.int(),
          in: z.string().optional(),
        }),
      )
      .optional(),
    languages: z.array(z.string()).optional(),
    hint: z.string().optional(),
    markdown: z.string().optional(),
    operation: OPERATION.optional(),
    next_from: z.int().optional().describe('There is more.'),
  }),
  async run({ slug, section: wanted, language: named, from, entity, op }, services) {
    const record = recordOf(slug, services)
    const document = (await services.catalog.readmeDocument(slug)) ?? parseMarkdown('')
    const about = {
      slug,
      title: record.title,
      readme_url: services.catalog.entry(slug)!.readme_url,
      origin: THIRD_PARTY,
      approx_tokens: approxTokens(document.text),
    }
    if (entity !== undefined || op !== undefined) {
      return { ...about, ...(await operationAnswer(record, { entity, op, language: named }, services)) }
    }
    const range = wanted === undefined ? wholeOf(document) : sectionMeant(wanted, document)
    if (range === undefined) throw noSection(wanted!, document)
    const { languages } = document
    const language = named && (languageFor(named, languages) ?? named)
    const part = excerpt(document, range, language)
    const here = wanted === undefined ? languages : languagesIn(document, range)
    const absent = named && (standIn(named, language!, here) ?? elsewhere(here, document, language!))
    const unknown = named && unrecorded(record)
    const isStart = wanted === undefined && from === undefined
    const own = isStart && named ? ownStart(record, named, part.text) : undefined
    if (isStart && part.text.length > SHORT) {
      const { sections, leftOff } = shortOutline(document, MOST_OUTLINE, language)
      const most = language ? MOST_START.inLanguage : MOST_START.facts
      const theirs = () => openingSections(document, most, language) || (unknown ? installSection(document, most) : '')
      const start = own?.markdown ?? theirs()
      const unlisted = leftOff > 0 && `${leftOff} more sections: read on with from 0.`
      const install = language && !own && installHint(record, language, start)
      const more = { ...hints(unlisted, own ? own.hint : absent, unknown, install), ...(start && { markdown: start }) }
      if (sections.length > 0) return { ...about, sections, languages: [...languages], ...more }
    }
    if (from && from >= part.text.length) throw pastEnd(from, part.text.length)
    const { text: markdown, next } = pageOf(part, from ?? 0, MOST_CHARACTERS)
    const opening = from ? openingLine(part, from) : undefined
    const install = wanted !== undefined && INSTALL.test(wanted) && installHint(record, language, part.text)
    const hint = hints(
      own ? own.hint : absent,
      unknown,
      install,
      opening && `Goes on inside what began with: ${opening.slice(0, MOST_QUOTED)}`,
    )
    return {
      ...about,
      ...hint,
      markdown: own ? `${own.markdown}\n\n${markdown}` : markdown,
      ...(next !== undefined && { next_from: next }),
    }
  },
  text: ({ sections, languages, hint, markdown, operation, next_from, ...about }) =>
    [
      `README of ${about.title} (${about.slug}), about ${about.approx_tokens} tokens, ${about.readme_url}\n${about.origin}`,
      sections && `Sections; ask again with the one you need:\n${sections.map(outlineLine).join('\n')}`,
      languages && languages.length > 0 && `Code for one language only: language ${languages.join(', ')}.`,
      hint,
      markdown && sections ? `To begin with:\n\n${markdown}` : markdown,
      operation && operationText(operation),
      next_from !== undefined && `There is more: ask again with from ${next_from}.`,
    ]
      .filter((part) => part !== undefined && part !== false)
      .join('\n\n'),
  // Files of operations are read when they are asked for, and may be unreadable for a while.
  cacheability: ({ entity, op }) => (entity === undefined && op === undefined ? 'snapshot' : 'none'),
  examples: [
    { slug: 'poetrydb-sdk' },
    { slug: 'poetrydb-sdk', section: 'Install' },
    { slug: 'poetrydb-sdk', section: 'quickstart', language: 'py' },
    { slug: 'poetrydb-sdk', entity: 'author', op: 'list', language: 'py' },
  ],
})
