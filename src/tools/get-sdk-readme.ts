/**
 * README of one SDK (SPEC 4.4) as agents read it: short ones whole, long ones by section and in one language. REST
 * serves the whole README byte for byte.
 */
import * as z from 'zod'
import { approxTokens, harmless, outline, page, section, THIRD_PARTY } from '../catalog/readme.ts'
import { inLanguage, languageNamed, languagesIn, shortOutline } from '../catalog/readme-language.ts'
import { LANGUAGES, type Language } from '../catalog/record.ts'
import { nearest } from '../catalog/suggest.ts'
import { defineTool, READ_ONLY } from './define.ts'
import { CatalogError, echoed } from './errors.ts'
import { didYouMean, recordOf, slug, text, wholeNumber } from './fields.ts'

/** About 2,000 tokens; what is longer begins with its outline. */
const SHORT = 8_000
/** About 4,000 tokens: what an agent can take in one answer without losing its place. */
const MOST_CHARACTERS = 16_000
/** Of an outline, so that the whole answer stays under 400 tokens. */
const MOST_OUTLINE = 1_000
/** Headings among which the one that was meant is looked for. */
const MOST_HEADINGS = 500

export const getSdkReadme = defineTool({
  name: 'get_sdk_readme',
  title: 'Read the README of one SDK',
  description:
    'Returns the README of one SDK: install lines, first code, entities and operations. Use this before writing code ' +
    'with it. A long README comes as an outline with sizes: ask again with `section`, and with `language` for code in ' +
    'one language only.',
  annotations: READ_ONLY,
  input: z.strictObject({
    slug,
    section: text(200).optional().describe('Heading or anchor, e.g. "Install".'),
    language: text(20).optional().describe('Leave out code in others, e.g. "py".'),
    from: wholeNumber(0).optional().describe('Read on from next_from.'),
  }),
  output: z.strictObject({
    slug: z.string(),
    title: z.string(),
    readme_url: z.string(),
    origin: z.string(),
    approx_tokens: z.int().describe('Of the whole README.'),
    sections: z.array(z.strictObject({ anchor: z.string(), approx_tokens: z.int() })).optional(),
    languages: z.array(z.string()).optional(),
    hint: z.string().optional(),
    markdown: z.string().optional(),
    next_from: z.int().optional().describe('There is more.'),
  }),
  run: ({ slug, section: wanted, language: name, from }, services) => {
    const { title } = recordOf(slug, services)
    const whole = harmless(services.catalog.readme(slug) ?? '')
    const about = {
      slug,
      title,
      readme_url: services.catalog.entry(slug)!.readme_url,
      origin: THIRD_PARTY,
      approx_tokens: approxTokens(whole),
    }
    const language = name === undefined ? undefined : knownLanguage(name, whole)
    const asked = wanted === undefined ? whole : section(whole, wanted)
    if (asked === undefined) throw noSection(wanted!, whole)
    const part = language ? inLanguage(asked, language) : asked
    if (wanted === undefined && from === undefined && part.length > SHORT) {
      const { sections, leftOff } = shortOutline(whole, MOST_OUTLINE, language)
      const hint = leftOff > 0 ? `${leftOff} more sections: read on with from 0.` : undefined
      if (sections.length > 0) return { ...about, sections, languages: languagesIn(whole), ...(hint && { hint }) }
    }
    const { text: markdown, next } = page(part, from ?? 0, MOST_CHARACTERS)
    const hint = language && elsewhere(asked, whole, language)
    return { ...about, ...(hint && { hint }), markdown, ...(next !== undefined && { next_from: next }) }
  },
  text: ({ title, slug, readme_url, origin, approx_tokens, sections, languages, hint, markdown, next_from }) =>
    [
      `README of ${title} (${slug}), about ${approx_tokens} tokens, ${readme_url}\n${origin}`,
      sections &&
        `Too long for one answer. Ask again with one of these sections:\n${sections
          .map(({ anchor, approx_tokens }) => `- ${anchor} (${approx_tokens} tokens)`)
          .join('\n')}`,
      languages && languages.length > 0 && `Code for one language only: language ${languages.join(', ')}.`,
      hint,
      markdown,
      next_from !== undefined && `There is more: ask again with from ${next_from}.`,
    ]
      .filter((part) => part !== undefined && part !== false)
      .join('\n\n'),
  examples: [
    { slug: 'poetrydb-sdk' },
    { slug: 'poetrydb-sdk', section: 'Install' },
    { slug: 'poetrydb-sdk', section: 'quickstart', language: 'py' },
  ],
})

/** @throws CatalogError invalid_request for a name that stands for no language of the catalogue */
function knownLanguage(name: string, markdown: string): Language {
  const language = languageNamed(name)
  if (language) return language
  throw new CatalogError('invalid_request', {
    detail: `language: "${echoed(name)}" is not a language of the catalogue.`,
    errors: [{ field: 'language', message: `must be one of ${Object.keys(LANGUAGES).join(', ')}` }],
    resolution: `Use one of: ${(languagesIn(markdown).length > 0 ? languagesIn(markdown) : Object.keys(LANGUAGES)).join(', ')}.`,
  })
}

/** Where the code is, when the part that was asked for has code and none of it in this language. */
function elsewhere(asked: string, whole: string, language: Language): string | undefined {
  const here = languagesIn(asked)
  if (here.length === 0 || here.includes(language)) return undefined
  const has = ({ anchor }: { anchor: string }) => languagesIn(section(whole, anchor)!).includes(language)
  const places = shortOutline(whole, MOST_OUTLINE).sections.filter(has)
  const instead =
    places.length > 0
      ? `It is in: ${places.map(({ anchor }) => anchor).join(', ')}.`
      : `The README has code in: ${languagesIn(whole).join(', ')}.`
  return `No ${LANGUAGES[language]} code here. ${instead}`
}

function noSection(wanted: string, markdown: string): CatalogError {
  const anchors = outline(markdown)
    .slice(0, MOST_HEADINGS)
    .map(({ anchor }) => anchor)
  const listed = shortOutline(markdown, MOST_OUTLINE).sections.map(({ anchor }) => anchor)
  const [near] = nearest(wanted, anchors, 1)
  const guess = near === undefined ? '' : `${didYouMean([near])} `
  return new CatalogError('not_found', {
    detail: `The README has no section "${echoed(wanted)}".`,
    resolution: anchors.length
      ? `${guess}Use one of its sections: ${listed.join(', ')}.`
      : 'Ask without a section; it has no headings.',
  })
}
