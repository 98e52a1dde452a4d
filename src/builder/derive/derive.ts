/** A repository's files -> the record of its SDK, with warnings for what could not be found. */
import type { OperationsFile } from '../../catalog/record/facts.ts'
import { SdkRecord } from '../../catalog/record/record.ts'
import { chooseDefinition, DEFINITION } from '../facts/api/description.ts'
import { at, type Data, listAt, textAt } from '../facts/data.ts'
import { isModelObject } from '../facts/model/read-model.ts'
import { type FactWarning, readText, type Warn } from '../facts/repository-files.ts'
import { listingUrl, publicUrl, repositoryUrl, websiteUrl } from '../sources/public-urls.ts'
import { type Repository, RepositorySkipped, SKIP_REASONS } from '../sources/repository.ts'
import type { WrittenText } from '../written-texts.ts'
import { describe } from './choose-description.ts'
import { cleanTopics, topicsOfText } from './derive-topics.ts'
import { type ReadmeFacts, readmeFacts } from './readme-facts.ts'
import { statedFacts } from './stated-facts.ts'
import { stripMarkup } from './text.ts'
import { cleanTitle, deriveTitle } from './title.ts'

/** `about` is "guessed" where it is about several members. */
export interface Warning extends FactWarning {
  slug: string
}

export interface Derived {
  record: SdkRecord
  operations?: OperationsFile
  warnings: Warning[]
}

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

  const github_url =
    repository.url ??
    repositoryUrl(linkIn(at(manifest, 'repository'))) ??
    installedModule(fromReadme, slug) ??
    repository.origin
  if (!github_url) {
    const details = warnings.map(({ detail }) => detail)
    throw new RepositorySkipped('no_address', [SKIP_REASONS.no_address, ...details].join('; '))
  }

  const { facts, operations, info } = await statedFacts(repository, fromReadme, warn)
  if (Object.keys(info).length === 0) warn('title', 'no model under .sdk/model says what the API is')
  const apiTitle = textAt(info, 'title') ?? textAt(info, 'name')
  const title = written.title ?? deriveTitle(slug, apiTitle, fromReadme.name)
  const description = describe({
    title,
    api: [textAt(info, 'summary') ?? textAt(info, 'tagline'), textAt(info, 'description')],
    others: [...fromReadme.leads, repository.description, textAt(manifest, 'description')],
    entities: facts.entities,
  })
  if (!written.description && (!description || description.thin)) warn('description', 'no text describes the API')
  const pages = ['docs_url', 'externalDocs', 'x-documentation', 'termsOfService', 'contact'].map((key) => info[key])
  const website = linkIn(info.website) ?? linkIn(info.homepage)
  const source_website = websiteUrl([website, ...fromReadme.websites, ...pages.map(linkIn)], facts.servers)
  if (!(written.source_website ?? source_website))
    warn('source_website', 'neither README nor API info names a site of the API')
  if (facts.languages.length === 0) {
    if (facts.entities.length === 0 && !repository.folders.includes('.sdk')) throw new RepositorySkipped('no_language')
    warn('languages', 'neither files nor README name a language')
  }

  const words = [...listAt(manifest, 'keywords'), ...(repository.topics ?? [])]
  const topics = cleanTopics(words, slug)
  const definitions = repository.paths.filter((path) => DEFINITION.test(path))
  const definition = chooseDefinition(slug, definitions)?.split('/').map(encodeURIComponent).join('/')
  const record = SdkRecord.parse({
    slug,
    title,
    description: description?.line,
    topics: topics.length > 0 ? topics : topicsOfText(title, description?.line),
    aliases: aliases(title, apiTitle),
    github_url,
    source_website,
    source_openapi_url: openapiUrl(fromReadme.openapi ?? definition, github_url),
    freepublicapis_url: listingUrl(fromReadme.freepublicapis),
    ...facts,
    api_version: versionOf(facts.api_version ?? textAt(info, 'version')),
    ...(!written.needs && derivedNeeds(operations)),
    ...written,
  })
  return { record, warnings, ...(operations && { operations }) }
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
