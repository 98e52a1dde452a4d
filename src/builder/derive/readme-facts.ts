/**
 * What a generated README records, whatever the generation that wrote it: name, lead, sources, languages, surfaces,
 * entities. Each is looked for where any generation puts it; what is not there stays out.
 */
import { LineKind, linesWhere, type MarkdownDocument, parseMarkdown } from '../../catalog/readme/readme.ts'
import { LANGUAGE_CODES, type Language, OPERATIONS } from '../../catalog/record/languages.ts'
import type { SdkRecord } from '../../catalog/record/record.ts'
import { stripMarkup, withoutCode } from './text.ts'

export interface ReadmeFacts {
  /** The name in the first heading, without "SDK": `AbdoStore`. */
  name?: string
  /** Paragraphs that describe the API, markup removed, likeliest first. */
  leads: string[]
  /** Sites of the API that the README names, likeliest first. */
  websites: string[]
  /** Address or path in the repository of the OpenAPI file it was generated from. */
  openapi?: string
  freepublicapis?: string
  languages: Language[]
  cli: boolean
  mcp: boolean
  entities: SdkRecord['entities']
  /** Repositories whose Go module the README installs. */
  modules: string[]
}

/** What no other generator writes: that code was generated from an OpenAPI description, all of them say. */
const MARK = /@voxgig\/sdkgen|\bEntity-operation model\b/i

export const hasGeneratorMark = (readme: string): boolean => MARK.test(readme)

export function readmeFacts(readme: string): ReadmeFacts {
  const document = parseMarkdown(readme)
  const prose = withoutCode(document)
  const title = document.sections.find(({ level }) => level === 1)
  const name = title?.heading.replace(/[ \t]SDK$/, '')
  const openapi = openapiSource(prose)
  const freepublicapis = /\]\((https?:\/\/(?:www\.)?freepublicapis\.com[^)\s]*)\)/
  const listed = prose.split('\n').find((line) => /kindly supplied|listed in/i.test(line) && freepublicapis.test(line))
  return {
    ...(name && { name }),
    leads: leads(document),
    websites: websites(prose),
    ...(openapi && { openapi }),
    ...(listed && { freepublicapis: freepublicapis.exec(listed)![1]! }),
    languages: languages(prose),
    cli: /[(`]go-cli\//.test(prose),
    mcp: /[(`]go-mcp\//.test(prose),
    entities: entities(document),
    modules: modules(document.text),
  }
}

/** Code is where they are named. */
const modules = (text: string): string[] =>
  [...text.matchAll(/\b(github\.com\/[\w.-]{1,100}\/[\w.-]{1,100})\/go(?:-cli|-mcp)?\b/g)].map((found) => found[1]!)

/** Lines of the generator's own, which say nothing of the API. */
const BOILERPLATE =
  /generated (?:from|by)|unofficial|^Learn more about|kindly supplied|^Available for|^The API exposes|^Each entity|^See the|^This SDK exposes/i

/** Paragraphs between the title and the first section, then those of "About …". */
function leads(document: MarkdownDocument): string[] {
  const { sections } = document
  const title = sections[0]?.level === 1 ? sections[0] : undefined
  const second = sections.find(({ level }) => level === 2)
  const about = sections.find(({ level, heading }) => level === 2 && /^About\b/.test(heading))
  return [
    { startLine: title ? title.startLine + 1 : 0, endLine: second?.startLine ?? document.lineKinds.length },
    ...(about ? [{ ...about, startLine: about.startLine + 1 }] : []),
  ].flatMap((range) =>
    withoutCode(document, range)
      .split(/\n\s*\n/)
      .filter((paragraph) => !/^\s*[|>]/.test(paragraph) && !BOILERPLATE.test(paragraph.trim()))
      .map(stripMarkup)
      .filter(Boolean),
  )
}

function websites(prose: string): string[] {
  const upstream = /^- Upstream(?: API)?:\s*(?:\[[^\]\n]*\]\(|<)?(https?:\/\/[^)>\s]+)/gm
  const learn = /^Learn more about (?!Voxgig\b)[^\n]* at \[[^\]\n]*\]\((https?:\/\/[^)\s]+)\)/gm
  return [learn, upstream].flatMap((pattern) => [...prose.matchAll(pattern)].map((found) => found[1]!))
}

/** A link to an OpenAPI file: by its place, or by what it is called. */
function openapiSource(prose: string): string | undefined {
  for (const [, label, target] of prose.matchAll(/\[([^[\]\n]*)\]\(([^)\s]+)\)/g)) {
    if (!/\.(?:json|ya?ml)(?:[?#]|$)/i.test(target!)) continue
    if (/\.sdk\/def\//.test(target!) || /\b(?:openapi|swagger)\b/i.test(`${label} ${target}`)) return target
  }
  return undefined
}

/** Folders named in the table of surfaces, else those whose README is linked. */
function languages(prose: string): Language[] {
  const row = /^\|\s*\*\*SDK\*\*[^\n]*$/m.exec(prose)?.[0] ?? ''
  const folders = [...row.matchAll(/`([a-z]+)\/`/g)].map((found) => found[1]!)
  const linked = [...prose.matchAll(/\]\(([a-z]+)\/(?:README\.md)?\)/g)].map((found) => found[1]!)
  const named = new Set(folders.length > 0 ? folders : linked)
  return LANGUAGE_CODES.filter((language) => named.has(language))
}

/** Rows of the table under "## Entities": `| **BatchGeocoding** | The … entity (create, list). | `/path` |`. */
function entities(document: MarkdownDocument): SdkRecord['entities'] {
  const section = document.sections.find(({ level, heading }) => level === 2 && heading === 'Entities')
  const byName = new Map<string, SdkRecord['entities'][number]>()
  const rows = section ? linesWhere(document, section, (kinds) => (kinds & LineKind.table) !== 0) : []
  for (const row of rows) {
    const [, name, about] = ENTITY_ROW.exec(row) ?? []
    if (name === undefined) continue
    const listed = / entity \(([a-z, ]+)\)/.exec(about!)?.[1]?.split(/,\s*/) ?? []
    const snake = snakeCase(name)
    byName.set(snake, { name: snake, ops: OPERATIONS_SORTED.filter((operation) => listed.includes(operation)) })
  }
  return [...byName.values()]
}

const ENTITY_ROW = /^\|\s*\*\*([A-Za-z][A-Za-z0-9]*)\*\*\s*\|([^|\n]*)\|/

const OPERATIONS_SORTED = [...OPERATIONS].sort()

/** `BatchGeocoding` to `batch_geocoding`, as the model names entities. */
const snakeCase = (name: string): string => name.replace(/(?!^)([A-Z])/g, '_$1').toLowerCase()
