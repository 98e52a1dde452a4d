/**
 * What a generated README records, whatever the generation that wrote it: name, lead, sources, languages, surfaces,
 * entities. Each is looked for where any generation puts it; what is not there stays out.
 */
import { LANGUAGES, type Language, OPERATIONS, type SdkRecord } from '../../catalog/record/record.ts'
import { lines, plain } from './text.ts'

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

/** The sentence every generation signs with. */
const MARK = /\bgenerated\b[^\n]{0,200}\bOpenAPI\b|@voxgig\/sdkgen|\bEntity-operation model\b/i

export const hasGeneratorMark = (readme: string): boolean => MARK.test(readme)

export function readmeFacts(readme: string): ReadmeFacts {
  const text = readme.replace(/^\ufeff/, '')
  const prose = lines(text).join('\n')
  const name = /^#[ \t]+([^\n]+)/m
    .exec(prose)?.[1]
    ?.trim()
    .replace(/[ \t]SDK$/, '')
  const openapi = openapiSource(prose)
  const freepublicapis = /\]\((https?:\/\/(?:www\.)?freepublicapis\.com[^)\s]*)\)/
  const listed = prose.split('\n').find((line) => /kindly supplied|listed in/i.test(line) && freepublicapis.test(line))
  return {
    ...(name && { name: plain(name) }),
    leads: leads(prose),
    websites: websites(prose),
    ...(openapi && { openapi }),
    ...(listed && { freepublicapis: freepublicapis.exec(listed)![1]! }),
    languages: languages(prose),
    cli: /[(`]go-cli\//.test(prose),
    mcp: /[(`]go-mcp\//.test(prose),
    entities: entities(prose),
    modules: [
      ...lines(text, { code: true })
        .join('\n')
        .matchAll(/\b(github\.com\/[\w.-]+\/[\w.-]+)\/go(?:-cli|-mcp)?\b/g),
    ].map((found) => found[1]!),
  }
}

/** Lines of the generator's own, which say nothing of the API. */
const BOILERPLATE =
  /generated (?:from|by)|unofficial|^Learn more about|kindly supplied|^Available for|^The API exposes|^Each entity|^See the|^This SDK exposes/i

/** What stands between the title and the first section, then the beginning of "About …". */
function leads(prose: string): string[] {
  const sections = prose.split(/^##[ \t]+/m)
  const head = sections[0]!.replace(/^#[^\n]*\n/m, '')
  const about = sections.find((section) => /^About\b/.test(section))?.replace(/^[^\n]*\n/, '') ?? ''
  return [head, about].flatMap((part) =>
    part
      .split(/\n\s*\n/)
      .filter((paragraph) => !/^\s*[|>]/.test(paragraph) && !BOILERPLATE.test(paragraph.trim()))
      .map(plain)
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
  return (Object.keys(LANGUAGES) as Language[]).filter((language) => named.has(language))
}

/** Rows of the table under "## Entities": `| **BatchGeocoding** | The … entity (create, list). | `/path` |`. */
function entities(prose: string): SdkRecord['entities'] {
  const section = /^##[ \t]+Entities[ \t]*\n([\s\S]*?)(?=^##[ \t]|(?![\s\S]))/m.exec(prose)?.[1] ?? ''
  const known = new Map<string, SdkRecord['entities'][number]>()
  for (const [, name, about] of section.matchAll(/^\|\s*\*\*([A-Za-z][A-Za-z0-9]*)\*\*\s*\|([^|\n]*)\|/gm)) {
    const listed = / entity \(([a-z, ]+)\)/.exec(about!)?.[1]?.split(/,\s*/) ?? []
    const snake = snakeCase(name!)
    known.set(snake, { name: snake, ops: OPERATIONS_SORTED.filter((operation) => listed.includes(operation)) })
  }
  return [...known.values()]
}

const OPERATIONS_SORTED = [...OPERATIONS].sort()

/** `BatchGeocoding` to `batch_geocoding`, as the model names entities. */
const snakeCase = (name: string): string => name.replace(/(?!^)([A-Z])/g, '_$1').toLowerCase()
