/** The public form of an entry and of the whole list (SPEC 2.1, 2.2), and what members of records share. */
import * as z from 'zod'
import { BOUNDS, SLUG } from './bounds.ts'
import { LANGUAGE_CODES } from './languages.ts'

/** Path parameter rule of SPEC 2.1: 3 to 120 characters. */
export const Slug = z
  .string()
  .min(SLUG.least)
  .max(SLUG.most)
  .regex(SLUG.characters, 'must be lower-case letters, digits and hyphens')

/** Slug of an entry: ends in "-sdk" (SPEC 2.1). */
export const EntrySlug = z
  .string()
  .min(5)
  .max(120)
  .regex(/^[a-z0-9][a-z0-9-]*-sdk$/, 'must be lower-case letters, digits and hyphens, and end in "-sdk"')

const isHttpUrl = (value: string): boolean => /^https?:\/\/[^\s/?#"<>\\^`{|}][^\s"<>\\^`{|}]*$/i.test(value)
const NOT_HTTP_URL = { error: 'must be an absolute http or https URL' }

/** URL in a catalogue. It parses and keeps to the characters of RFC 3986, so that every reader can parse it. */
export const HttpUrl = z.url({ protocol: /^https?$/ }).refine(isHttpUrl, NOT_HTTP_URL)

/** URL in an answer. Parsing it again, three times for each entry, would be most of the cost of a search. */
const Uri = z.string().refine(isHttpUrl, NOT_HTTP_URL).meta({ format: 'uri' })

/** Of the service, or of an MCP resource where nothing is served. */
const OwnUri = z
  .string()
  .refine((value) => /^sdk:\/\/[\w/-]+$/.test(value) || isHttpUrl(value), NOT_HTTP_URL)
  .meta({ format: 'uri' })

/** Of a thing that a repository names. */
export const name = z.string().min(1).max(BOUNDS.name)

export const LanguageCode = z.enum(LANGUAGE_CODES)

export const Commit = z.string().regex(/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/)

export const SdkEntry = z
  .strictObject({
    slug: EntrySlug.describe('Stable identifier; pass it to get_sdk_entry and get_sdk_readme.'),
    title: z.string().min(1).describe('Human-readable name.'),
    description: z.string().optional().describe('One line on what the wrapped API gives.'),
    url: OwnUri.describe('Documentation page.'),
    readme_url: OwnUri.describe('README as raw markdown.'),
    github_url: Uri.describe('Code repository.'),
    topics: z.array(z.string()).optional().describe('Topic tags.'),
  })
  .meta({ id: 'SdkEntry', description: 'One generated SDK of the catalogue.' })
export type SdkEntry = z.infer<typeof SdkEntry>

export const SdkCatalog = z
  .strictObject({
    generated_at: z.iso.datetime().optional().describe('When the catalogue was built.'),
    count: z.int().min(0).describe('Number of entries.'),
    sdks: z.array(SdkEntry).describe('Every entry, sorted by title.'),
  })
  .meta({ id: 'SdkCatalog', description: 'The whole catalogue.' })
export type SdkCatalog = z.infer<typeof SdkCatalog>
