/** A repository's files -> the record of its SDK, with warnings for what could not be found. */
import * as z from 'zod'
import { LANGUAGES, type Language } from '../../catalog/record/languages.ts'
import { SdkRecord } from '../../catalog/record/record.ts'
import { publicUrl, repositoryUrl, websiteUrl } from '../sources/public-urls.ts'
import { type Repository, RepositorySkipped, SKIP_REASONS } from '../sources/repository.ts'
import { type ApiInfo, readApiInfo } from './api-info.ts'
import { describe } from './describe.ts'
import { type ReadmeFacts, readmeFacts } from './readme-facts.ts'
import { stripMarkup } from './text.ts'
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

/** @throws RepositorySkipped where nothing names the URL of the repository */
export function derive(repository: Repository, readme: string, topicsFile?: TopicsFile): Derived {
  const { slug } = repository
  const warnings: Warning[] = []
  const warn = (about: string, detail: string) => void warnings.push({ slug, about, detail })
  const facts = readmeFacts(readme)
  const info = readInfo(repository, warn)
  const packaged = readPackage(repository, warn)

  const github_url = repository.url ?? repositoryUrl(packaged.repository) ?? ownModule(facts, slug) ?? repository.origin
  if (!github_url) {
    const details = warnings.map(({ detail }) => detail)
    throw new RepositorySkipped('no_address', [SKIP_REASONS.no_address, ...details].join('; '))
  }

  const base = slug.replace(/-sdk$/, '')
  const title = deriveTitle({ slug, apiTitle: info.title, readmeName: facts.name })
  const description = describe({
    title,
    api: [info.summary, info.description],
    others: [...facts.leads, repository.description, packaged.description],
    entities: facts.entities,
  })
  if (!description || description.thin) warn('description', 'no text describes the API')
  const source_website = websiteUrl([info.website, ...facts.websites, ...info.pages])
  if (!source_website) warn('source_website', 'neither README nor API info names a site of the API')
  const languages = facts.languages.length > 0 ? facts.languages : languageFolders(repository)
  if (languages.length === 0) warn('languages', 'no language could be read from the README')

  const named = cleanTopics(
    [...(topicsFile?.get(slug) ?? []), ...(packaged.keywords ?? []), ...(repository.topics ?? [])],
    slug,
  )
  const record = SdkRecord.parse({
    slug,
    title,
    description: description?.line,
    topics: named.length > 0 ? named : meantTopics(title, description?.line),
    aliases: aliases(title, info),
    github_url,
    source_website,
    source_openapi_url: openapiUrl(facts.openapi ?? definition(repository), github_url),
    freepublicapis_url: publicUrl(facts.freepublicapis),
    servers: info.servers
      .filter((url) => /^https?:\/\/[^\s/]+\.[^\s]+$/.test(url))
      .slice(0, 1)
      .map((url) => ({ url })),
    api_version: info.version && info.version.length <= 60 ? stripMarkup(info.version) || undefined : undefined,
    auth: { scheme: info.auth === false ? 'none' : 'unknown' },
    languages,
    cli: facts.cli || repository.folders.includes('go-cli') ? { name: `${base}-cli` } : undefined,
    mcp: facts.mcp || repository.folders.includes('go-mcp') ? { name: `${base}-mcp` } : undefined,
    entities: facts.entities,
  })
  return { record, warnings }
}

function readInfo({ files }: Repository, warn: (about: string, detail: string) => void): ApiInfo {
  const apiInfo = files.apiInfo[0]?.content
  const info = apiInfo && readApiInfo(apiInfo.toString('utf8'))
  if (!info) warn('title', apiInfo ? 'the API info holds no info' : 'there is no API info under .sdk/model/api')
  return info ?? { servers: [], pages: [] }
}

function readPackage({ files }: Repository, warn: (about: string, detail: string) => void) {
  const packageJson = files.packageJson[0]?.content
  if (!packageJson) return {}
  try {
    return PackageJson.parse(JSON.parse(packageJson.toString('utf8').replace(/^\ufeff/, '')))
  } catch {
    warn('topics', 'ts/package.json is not valid JSON')
    return {}
  }
}

/** The module that the README installs, if it is this repository's own. */
function ownModule({ modules }: ReadmeFacts, slug: string): string | undefined {
  const own = modules.find((module) => module.toLowerCase().endsWith(`/${slug}`))
  return own && `https://${own}`
}

const languageFolders = ({ folders }: Repository): Language[] =>
  (Object.keys(LANGUAGES) as Language[]).filter((language) => folders.includes(language))

/** The OpenAPI file of the repository's own name, else the first, as a relative URL. */
function definition({ files, slug }: Repository): string | undefined {
  const paths = files.definitions.map(({ path }) => path)
  const path = paths.find((each) => each.startsWith(`.sdk/def/${slug.replace(/-sdk$/, '')}`)) ?? paths[0]
  return path?.split('/').map(encodeURIComponent).join('/')
}

/** The URL of a file in the repository, which is known for GitHub only. */
function openapiUrl(source: string | undefined, repository: string): string | undefined {
  if (!source || /^https?:/i.test(source)) return publicUrl(source)
  const path = source.replace(/^(?:\.?\/)+/, '').replace(/#.*$/, '')
  if (path.split('/').includes('..')) return undefined
  const owned = /^https:\/\/github\.com\/([^/]+\/[^/]+)$/.exec(repository)?.[1]
  return owned && publicUrl(`https://raw.githubusercontent.com/${owned}/HEAD/${path}`)
}

/** The API's full name, if the title is shorter. Ranked search finds the name of its site without an alias. */
function aliases(title: string, info: ApiInfo): string[] {
  const full = stripMarkup(info.title ?? '')
  if (!full || full.length > 120 || full.toLowerCase() === title.toLowerCase() || cleanTitle(full) === '') return []
  return [full]
}
