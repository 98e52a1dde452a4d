/** A repository's files -> the record of its SDK, with warnings for what could not be found. */
import * as z from 'zod'
import type { OperationsFile } from '../../catalog/record/facts.ts'
import { SdkRecord } from '../../catalog/record/record.ts'
import { publicUrl, repositoryUrl, websiteUrl } from '../sources/public-urls.ts'
import { type Repository, RepositorySkipped, SKIP_REASONS } from '../sources/repository.ts'
import { type ApiInfo, readApiInfo } from './api-info.ts'
import { describe } from './describe.ts'
import { type ReadmeFacts, readmeFacts } from './readme-facts.ts'
import { statedFacts } from './stated-facts.ts'
import { stripMarkup } from './text.ts'
import { cleanTitle, deriveTitle } from './title.ts'
import { cleanTopics, type TopicsFile } from './topics.ts'
import { meantTopics } from './topics-from-text.ts'

export interface Warning {
  slug: string
  /** Member of the record, "guessed" for several of them, or a file of the repository and the line in it. */
  about: string
  detail: string
}

export interface Derived {
  record: SdkRecord
  operations?: OperationsFile
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
export async function derive(repository: Repository, readme: string, topicsFile?: TopicsFile): Promise<Derived> {
  const { slug } = repository
  const warnings: Warning[] = []
  const warn = (about: string, detail: string) => void warnings.push({ slug, about, detail })
  const said = readmeFacts(readme)
  const info = readInfo(repository, warn)
  const packaged = readPackage(repository, warn)

  const github_url = repository.url ?? repositoryUrl(packaged.repository) ?? ownModule(said, slug) ?? repository.origin
  if (!github_url) {
    const details = warnings.map(({ detail }) => detail)
    throw new RepositorySkipped('no_address', [SKIP_REASONS.no_address, ...details].join('; '))
  }

  const { facts, operations } = await statedFacts(repository, said, info, warn)
  const title = deriveTitle({ slug, apiTitle: info.title, readmeName: said.name })
  const description = describe({
    title,
    api: [info.summary, info.description],
    others: [...said.leads, repository.description, packaged.description],
    entities: facts.entities,
  })
  if (!description || description.thin) warn('description', 'no text describes the API')
  const source_website = websiteUrl([info.website, ...said.websites, ...info.pages])
  if (!source_website) warn('source_website', 'neither README nor API info names a site of the API')
  if (facts.languages.length === 0) warn('languages', 'neither files nor README name a language')

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
    source_openapi_url: openapiUrl(said.openapi ?? definition(repository), github_url),
    freepublicapis_url: publicUrl(said.freepublicapis),
    ...facts,
    api_version: versionOf(facts.api_version ?? info.version),
  })
  return { record, warnings, ...(operations && { operations }) }
}

const versionOf = (text = ''): string | undefined => (text.length <= 60 && stripMarkup(text)) || undefined

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
