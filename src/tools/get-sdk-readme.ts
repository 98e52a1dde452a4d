/**
 * README of one SDK (SPEC 4.4) as agents read it: the outline first, then by section and in one language. REST serves
 * the whole README byte for byte.
 */
import * as z from 'zod'
import { readmeAnswer } from '../answers/readme-answer.ts'
import { OPERATION, operationText } from '../answers/readme-operation.ts'
import { sheetText } from '../code/reference/sheet-text.ts'
import { joinParts } from '../text/join-parts.ts'
import { defineTool, READ_ONLY } from './define/define.ts'
import { integerBetween, slug, target, text } from './define/shared-fields.ts'

export const getSdkReadme = defineTool({
  name: 'get_sdk_readme',
  title: 'Read the README of one SDK',
  description:
    'Returns the README of one SDK, a long one as an outline: ask again with `section`. `language` gives ' +
    'install lines and first code; `operation` the code, parameters and answer of one operation. Use this before you ' +
    'write code.',
  annotations: READ_ONLY,
  input: z.strictObject({
    slug,
    section: text(200).optional().describe('Heading or anchor, e.g. "Install".'),
    language: target.optional().describe('Code only in it.'),
    operation: text(1000).optional().describe('As find_sdk prints it, e.g. "author.list GET /author".'),
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
  run: readmeAnswer,
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
  cacheability: 'snapshot',
  examples: [
    { slug: 'poetrydb-sdk' },
    { slug: 'poetrydb-sdk', section: 'Install' },
    { slug: 'poetrydb-sdk', section: 'quickstart', language: 'py' },
    { slug: 'poetrydb-sdk', operation: 'author.list', language: 'py' },
  ],
})
