/** How much a catalogue stores, and what a slug is: apart from the schemas, as a command that reads needs none of them. */

/** Bounds that keep a stored file small whatever a description says. */
export const BOUNDS = {
  parameters: 100,
  /** Endpoints of one operation. */
  points: 200,
  fields: 24,
  enum: 12,
  servers: 4,
  arguments: 12,
  /** Characters of a value. */
  value: 200,
  /** Characters of a name, a path or a URL. */
  name: 300,
  /** Characters of the words that one operation is found by. */
  keywords: 240,
  /** Characters of a regular expression. */
  pattern: 80,
  /** Characters of what a parameter means. */
  about: 80,
  /** Characters of what people wrote of a parameter's value. */
  meaning: 60,
  /** Characters of what an endpoint is for. */
  purpose: 50,
} as const

/** `file`: what a form uploads. */
export const TYPES = ['string', 'integer', 'number', 'boolean', 'array', 'object', 'file'] as const

/** OpenAPI's styles of parameters, and `tabDelimited` for what Swagger 2.0 calls `tsv`. */
// biome-ignore format: one table
export const STYLES = ['form', 'simple', 'label', 'matrix', 'spaceDelimited', 'pipeDelimited', 'tabDelimited', 'deepObject'] as const

/** A longer record is refused; the longest known one has 36 KB. */
export const MAX_RECORD_BYTES = 1024 * 1024

/** A README with more bytes is refused. */
export const MAX_README_BYTES = 512 * 1024

/** A longer file of operations is refused; the longest known one has 610 KB. */
export const MAX_OPERATIONS_BYTES = 4 * 1024 * 1024

/** Bytes of an answer that are recorded. */
export const MAX_ANSWER_BYTES = 600

/** Slugs of SPEC 2.1. */
export const SLUG = { least: 3, most: 120, characters: /^[a-z0-9][a-z0-9-]*$/ } as const

export const isSlug = (text: string): boolean =>
  text.length >= SLUG.least && text.length <= SLUG.most && SLUG.characters.test(text)
