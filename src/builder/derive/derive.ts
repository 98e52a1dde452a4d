/** A repository's files -> the record of its SDK, with warnings for what could not be found. */
import type { OperationsFile } from '../../catalog/record/facts.ts'
import { SdkRecord } from '../../catalog/record/record.ts'
import { withoutUndefined } from '../../system/optional-members.ts'
import { chooseDefinition, DEFINITION } from '../facts/api/description.ts'
import { at, type Data, listAt, textAt } from '../facts/data.ts'
import { isModelObject, type ModelObject } from '../facts/model/read-model.ts'
import { readText, type Warn, type Warning } from '../facts/repository-files.ts'
import { listingUrl, publicUrl, repositoryUrl, websiteUrl } from '../sources/public-urls.ts'
import { type Repository, RepositorySkipped, SKIP_REASONS } from '../sources/repository.ts'
import type { WrittenText } from '../written-texts.ts'
import { describe } from './choose-description.ts'
import { cleanTopics, topicsOfText } from './derive-topics.ts'
import { type ReadmeFacts, readmeFacts } from './readme-facts.ts'
import { statedFacts } from './stated-facts.ts'
import { stripMarkup } from './text.ts'
import { cleanTitle, deriveTitle } from './title.ts'

export interface Derived {
  record: SdkRecord
  operations?: OperationsFile
  warnings: Warning[]
}

const MISSING = [
  ['title', 'no model under .sdk/model says what the API is'],
  ['description', 'no text describes the API'],
  ['source_website', 'neither README nor API info names a site of the API'],
  ['languages', 'neither files nor README name a language'],
] as const

/**
 * @param written what people wrote of the SDK, which wins over what is derived
 * @throws RepositorySkipped where nothing names the URL of the repository, or it holds no SDK
 */
export async function derive(repository: Repository, readme: string, written: WrittenText = {}): Promise<Derived> {
  const { slug } = repository
  const warnings: Warning[] = []
  const warn: Warn = (about, detail) => void warnings.push({ slug, about, detail })
  const fromReadme = readmeFacts(readme)
  const manifest = await readManifest(repository, warn)

  const github_url = addressOf(repository, manifest, fromReadme)
  if (!github_url) {
    const details = warnings.map(({ detail }) => detail)
    throw new RepositorySkipped('no_address', [SKIP_REASONS.no_address, ...details].join('; '))
  }

  const { facts, operations, info } = await statedFacts(repository, fromReadme, warn)
  const apiTitle = firstText(info, 'title', 'name')
  const title = written.title ?? deriveTitle(slug, apiTitle, fromReadme.name)
  const description = describe({
    title,
    api: [firstText(info, 'summary', 'tagline'), textAt(info, 'description')],
    others: [...fromReadme.leads, repository.description, textAt(manifest, 'description')],
    entities: facts.entities,
  })
  const source_website = websiteOf(info, fromReadme, facts.servers)
  const isBare = facts.entities.length === 0 && !repository.folders.includes('.sdk')
  if (facts.languages.length === 0 && isBare) throw new RepositorySkipped('no_language')
  const missing = {
    title: Object.keys(info).length === 0,
    description: !written.description && (description ? description.thin : true),
    source_website: !(written.source_website ?? source_website),
    languages: facts.languages.length === 0,
  }
  for (const [about, detail] of MISSING) if (missing[about]) warn(about, detail)

  const { topics: tags = [] } = repository
  const topics = cleanTopics([...listAt(manifest, 'keywords'), ...tags], slug)
  const record = SdkRecord.parse({
    slug,
    title,
    description: description?.line,
    topics: topics.length > 0 ? topics : topicsOfText(title, description?.line),
    aliases: aliases(title, apiTitle),
    github_url,
    source_website,
    source_openapi_url: openapiUrl(fromReadme.openapi ?? definitionOf(repository), github_url),
    freepublicapis_url: listingUrl(fromReadme.freepublicapis),
    ...facts,
    api_version: versionOf(facts.api_version ?? textAt(info, 'version')),
    ...(!written.needs && derivedNeeds(operations)),
    ...written,
  })
  return withoutUndefined({ record, warnings, operations })
}

const firstText = (info: Data, ...names: readonly string[]): string | undefined =>
  names.map((name) => textAt(info, name)).find((text) => text !== undefined)

const addressOf = ({ url, origin, slug }: Repository, manifest: Data, readme: ReadmeFacts): string | undefined =>
  url ?? repositoryUrl(linkIn(at(manifest, 'repository'))) ?? installedModule(readme, slug) ?? origin

/** Members of the API's info that may name its site. */
const SITES = ['docs_url', 'externalDocs', 'x-documentation', 'termsOfService', 'contact']

function websiteOf(info: ModelObject, { websites }: ReadmeFacts, servers: SdkRecord['servers']): string | undefined {
  const website = linkIn(info.website) ?? linkIn(info.homepage)
  return websiteUrl([website, ...websites, ...SITES.map((name) => linkIn(info[name]))], servers)
}

/** Path in a URL of the description in the repository. */
function definitionOf({ slug, paths }: Repository): string | undefined {
  const definitions = paths.filter((path) => DEFINITION.test(path))
  return chooseDefinition(slug, definitions)?.split('/').map(encodeURIComponent).join('/')
}

/** Needs in what a page of an SDK shows, and few enough to be read. */
const MAX_DERIVED = 60

/** What its operations are for, in the words of its description: nobody wrote what people type. */
function derivedNeeds(operations: OperationsFile | undefined): Partial<SdkRecord> {
  const points = operations?.entities.flatMap((entity) => entity.operations.flatMap(({ points }) => points)) ?? []
  const needs = [...new Set(points.flatMap(({ purpose = [] }) => purpose))].slice(0, MAX_DERIVED)
  return needs.length > 0 ? { needs, needs_derived: true } : {}
}

const versionOf = (text = ''): string | undefined => (text.length <= 60 && stripMarkup(text)) || undefined

const MAX_URL = 2_000

/** The URL that is a value or its member `url`. */
function linkIn(value: Data): string | undefined {
  const text = textAt(isModelObject(value) ? value.url : value)
  return text !== undefined && text.length <= MAX_URL ? text : undefined
}

async function readManifest(repository: Repository, warn: Warn): Promise<Data> {
  try {
    return JSON.parse((await readText(repository, 'ts/package.json')) ?? '{}')
  } catch {
    warn('topics', 'ts/package.json is not valid JSON')
    return undefined
  }
}

/** URL of the Go module that README installs, if it is this repository's. */
function installedModule({ modules }: ReadmeFacts, slug: string): string | undefined {
  const module = modules.find((module) => module.toLowerCase().endsWith(`/${slug}`))
  return module && `https://${module}`
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
function aliases(title: string, apiTitle = ''): string[] {
  const full = stripMarkup(apiTitle)
  if (!full || full.length > 120 || full.toLowerCase() === title.toLowerCase() || cleanTitle(full) === '') return []
  return [full]
}
