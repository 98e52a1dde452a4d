/** A repository's files -> the record of its SDK, and what was found wanting on the way. */
import * as z from 'zod'
import { LANGUAGES, type Language, SdkRecord } from '../../catalog/record/record.ts'
import { repositoryAddress, webAddress, website } from '../sources/public-urls.ts'
import { type Repository, SKIP_REASONS, type Skipped, skip } from '../sources/repository.ts'
import { type ApiInfo, readApiInfo } from './api-info.ts'
import { describe } from './describe.ts'
import { type ReadmeFacts, readmeFacts } from './readme-facts.ts'
import { plain } from './text.ts'
import { cleanTitle, deriveTitle } from './title.ts'
import { cleanTopics, type TopicsFile } from './topics.ts'
import { meantTopics } from './topics-from-text.ts'

export interface Warning {
  slug: string
  /** Member of the record, or "readme". */
  about: string
  detail: string
}

export interface Derived {
  record: SdkRecord
  warnings: Warning[]
}

const PackageJson = z.object({
  description: z.string().optional().catch(undefined),
  keywords: z.array(z.unknown()).optional().catch(undefined),
  repository: z
    .union([z.string(), z.object({ url: z.string() }).transform(({ url }) => url)])
    .optional()
    .catch(undefined),
})

export function derive(repository: Repository, readme: string, topicsFile?: TopicsFile): Derived | Skipped {
  const { slug, name } = repository
  const warnings: Warning[] = []
  const warn = (about: string, detail: string) => void warnings.push({ slug, about, detail })
  const facts = readmeFacts(readme)
  const info = readInfo(repository, warn)
  const packaged = readPackage(repository, warn)

  const github_url =
    repository.url ?? repositoryAddress(packaged.repository) ?? ownModule(facts, slug) ?? repository.origin
  if (!github_url) return skip(name, 'no_address', [SKIP_REASONS.no_address, ...warnings.map(told)].join('; '))

  const title = deriveTitle({ slug, apiTitle: info.title, readmeName: facts.name })
  const description = describe({
    title,
    api: [info.summary, info.description],
    others: [...facts.leads, repository.description, packaged.description],
    entities: facts.entities,
  })
  if (!description || description.thin) warn('description', 'no text describes the API')
  const source_website = website([info.website, ...facts.websites, ...info.pages])
  if (!source_website) warn('source_website', 'neither README nor API info names a site of the API')
  const languages = facts.languages.length > 0 ? facts.languages : folders(repository)
  if (languages.length === 0) warn('languages', 'no language could be read from the README')

  const named = cleanTopics(
    [...(topicsFile?.get(slug) ?? []), ...(packaged.keywords ?? []), ...(repository.topics ?? [])],
    slug,
  )
  const facts_ = {
    slug,
    title,
    description: description?.line,
    topics: named.length > 0 ? named : meantTopics(title, description?.line),
    aliases: aliases(title, info),
    github_url,
    source_website,
    source_openapi_url: openapiAddress(facts.openapi ?? definition(repository), github_url),
    freepublicapis_url: webAddress(facts.freepublicapis),
    server_url: info.servers.find((url) => /^https?:\/\/[^\s/]+\.[^\s]+$/.test(url)),
    api_version: info.version && info.version.length <= 60 ? plain(info.version) || undefined : undefined,
    no_auth: info.auth === false ? true : undefined,
    languages,
    cli: facts.cli || repository.top.includes('go-cli'),
    mcp: facts.mcp || repository.top.includes('go-mcp'),
    entities: facts.entities,
  }
  return { record: SdkRecord.parse(withoutGaps(facts_)), warnings }
}

function readInfo({ apiInfo }: Repository, warn: (about: string, detail: string) => void): ApiInfo {
  const info = apiInfo && readApiInfo(apiInfo.toString('utf8'))
  if (!info) warn('title', apiInfo ? 'the API info holds no info' : 'there is no API info under .sdk/model/api')
  return info ?? { servers: [], pages: [] }
}

function readPackage({ packageJson }: Repository, warn: (about: string, detail: string) => void) {
  if (!packageJson) return {}
  try {
    return PackageJson.parse(JSON.parse(packageJson.toString('utf8').replace(/^\ufeff/, '')))
  } catch {
    warn('topics', 'ts/package.json is not valid JSON')
    return {}
  }
}

const told = ({ detail }: Warning): string => detail

/** The module the README installs, where it is this repository's own. */
function ownModule({ modules }: ReadmeFacts, slug: string): string | undefined {
  const own = modules.find((module) => module.toLowerCase().endsWith(`/${slug}`))
  return own && `https://${own}`
}

const folders = ({ top }: Repository): Language[] =>
  (Object.keys(LANGUAGES) as Language[]).filter((language) => top.includes(language))

/** The OpenAPI file of the repository's own name, else the first. */
const definition = ({ definitions, slug }: Repository): string | undefined =>
  definitions.find((path) => path.startsWith(`.sdk/def/${slug.replace(/-sdk$/, '')}`)) ?? definitions[0]

/** A path in the repository as the address of the file; only GitHub's is known. */
function openapiAddress(source: string | undefined, repository: string): string | undefined {
  if (!source || /^https?:/i.test(source)) return webAddress(source)
  const path = source.replace(/^(?:\.?\/)+/, '').replace(/#.*$/, '')
  if (path.split('/').includes('..')) return undefined
  const owned = /^https:\/\/github\.com\/([^/]+\/[^/]+)$/.exec(repository)?.[1]
  return owned && webAddress(`https://raw.githubusercontent.com/${owned}/HEAD/${path}`)
}

/** The API's full name, where the title is short for it. Ranked search reads the name of its site by itself. */
function aliases(title: string, info: ApiInfo): string[] {
  const full = plain(info.title ?? '')
  if (!full || full.length > 120 || full.toLowerCase() === title.toLowerCase() || cleanTitle(full) === '') return []
  return [full]
}

const withoutGaps = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
