/**
 * The generated repositories of an organisation or user on GitHub. Lists and trees are asked for conditionally, contents
 * by their git object id, so what did not change costs nothing: a second run is one request for each hundred repositories.
 */

import * as z from 'zod'
import { MAX_README_BYTES } from '../../catalog/record/record.ts'
import { type GithubCache, gitBlobId, openCache } from './github-cache.ts'
import { type GithubClient, type GithubSettings, githubClient } from './github-client.ts'
import {
  type Repository,
  type Skipped,
  type Source,
  SourceUnreadable,
  skip,
  slugOf,
  wantedPaths,
} from './repository.ts'

const Listed = z.object({
  id: z.int(),
  name: z.string(),
  full_name: z.string(),
  html_url: z.string(),
  description: z.string().nullish(),
  topics: z.array(z.string()).default([]),
  pushed_at: z.string().nullish(),
  default_branch: z.string(),
})
type Listed = z.infer<typeof Listed>

const KeptPage = z.object({ etag: z.string(), next: z.string().optional(), repositories: z.array(Listed) })
type KeptPage = z.infer<typeof KeptPage>

const TreeEntry = z.object({ path: z.string(), type: z.string(), sha: z.string(), size: z.int().optional() })
type TreeEntry = z.infer<typeof TreeEntry>
const Tree = z.object({ tree: z.array(TreeEntry), truncated: z.boolean().default(false) })

/** Of a tree, what the importer may read; kept with the push it belongs to. */
const KeptTree = z.object({
  pushed_at: z.string(),
  etag: z.string().optional(),
  top: z.array(z.string()),
  files: z.array(TreeEntry),
})
type KeptTree = z.infer<typeof KeptTree>

const Blob = z.object({ content: z.string(), encoding: z.literal('base64'), sha: z.string() })

/** Of API info and package.json. */
const MAX_FILE_BYTES = 2 * 1024 * 1024
const OWNER = /^[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,38})$/

export interface GithubOptions extends GithubSettings {
  owner: string
  /** Directory of what was read before. */
  cache: string
  /** Repositories to a page of the list; tests take fewer than GitHub's most. */
  perPage?: number
}

export function githubSource({ owner, cache: directory, perPage = 100, ...settings }: GithubOptions): Source {
  if (!OWNER.test(owner)) throw new SourceUnreadable(`"${owner}" is no name of an organisation or user on GitHub.`)
  const client = githubClient(settings)
  const cache = openCache(directory)
  return {
    label: `github:${owner}`,
    async candidates() {
      const listed = await list({ client, cache, baseUrl: settings.baseUrl, perPage }, owner)
      return listed
        .filter(({ name }) => /-sdk$/i.test(name))
        .sort((a, b) => (a.name < b.name ? -1 : 1))
        .map((repository) => ({ name: repository.name, read: () => read(client, cache, repository) }))
    },
  }
}

interface Listing {
  client: GithubClient
  cache: GithubCache
  baseUrl: string
  perPage: number
}

/** All public repositories; sorted by name, so that new ones do not shift the pages while they are read. */
async function list(listing: Listing, owner: string): Promise<Listed[]> {
  for (const kind of ['orgs', 'users']) {
    const found = new Map<number, Listed>()
    const type = kind === 'orgs' ? 'public' : 'owner'
    let address: string | undefined = `/${kind}/${owner}/repos?type=${type}&sort=full_name&per_page=${listing.perPage}`
    let known = true
    while (address && known) {
      const page: KeptPage | undefined = await pageOf(listing, address)
      for (const repository of page?.repositories ?? []) found.set(repository.id, repository)
      known = page !== undefined
      address = page?.next
    }
    if (known) return [...found.values()]
  }
  throw new SourceUnreadable(`GitHub knows no organisation or user named "${owner}".`)
}

async function pageOf({ client, cache, baseUrl, perPage }: Listing, address: string): Promise<KeptPage | undefined> {
  const kept = await cache.document(KeptPage, address)
  // A full last page stays as it is when another page begins behind it: 304 would hide that there is a next one.
  const mayBeFollowed = kept?.next === undefined && (kept?.repositories.length ?? 0) >= perPage
  const answer = await client.get(z.array(Listed), address, mayBeFollowed ? undefined : kept?.etag)
  if (answer === 'unchanged') return kept
  if (typeof answer === 'string') return undefined
  const next = answer.next?.replace(baseUrl, '')
  const page: KeptPage = { etag: answer.etag ?? '', repositories: answer.data, ...(next && { next }) }
  await cache.keepDocument(address, page)
  return page
}

async function read(client: GithubClient, cache: GithubCache, listed: Listed): Promise<Repository | Skipped> {
  const { name } = listed
  if (!slugOf(name)) return skip(name, 'slug_pattern')
  const found = await treeOf(client, cache, listed)
  if (found === 'empty') return skip(name, 'empty')
  if (found === 'not_found') return skip(name, 'gone')
  const { tree, repository } = found
  const slug = slugOf(repository.name)
  if (!slug) return skip(repository.name, 'slug_pattern')

  const files = new Map(tree.files.map((file) => [file.path, file]))
  const wanted = wantedPaths([...files.keys()])
  const content = async (path: string | undefined, most: number) => {
    const file = path === undefined ? undefined : files.get(path)
    return file && (file.size ?? 0) <= most ? contentOf(client, cache, repository, file) : undefined
  }
  const readmeFile = wanted.readme && files.get(wanted.readme)
  if (!readmeFile) return skip(name, 'missing_readme')
  if ((readmeFile.size ?? 0) > MAX_README_BYTES) {
    return skip(name, 'readme_too_large', `its README.md has over ${MAX_README_BYTES} bytes`)
  }
  const readme = await content(wanted.readme, MAX_README_BYTES)
  if (!readme) return skip(name, 'gone')
  const apiInfo = await content(wanted.apiInfo, MAX_FILE_BYTES)
  const packageJson = await content(wanted.packageJson, MAX_FILE_BYTES)
  return {
    name: repository.name,
    slug,
    readme,
    top: tree.top,
    definitions: wanted.definitions,
    url: repository.html_url,
    topics: repository.topics,
    ...(apiInfo && { apiInfo }),
    ...(packageJson && { packageJson }),
    ...(repository.description && { description: repository.description }),
  }
}

/** The files at the default branch, and the repository under the name it has by now. */
async function treeOf(client: GithubClient, cache: GithubCache, listed: Listed) {
  const key = `tree of ${listed.id} at ${listed.default_branch}`
  const kept = await cache.document(KeptTree, key)
  const pushed_at = listed.pushed_at ?? ''
  if (kept && pushed_at !== '' && kept.pushed_at === pushed_at) return { tree: kept, repository: listed }
  const path = `/repos/${listed.full_name}/git/trees/${encodeURIComponent(listed.default_branch)}`
  const answer = await client.get(Tree, `${path}?recursive=1`, kept?.etag)
  if (answer === 'unchanged' && kept) {
    await cache.keepDocument(key, { ...kept, pushed_at })
    return { tree: kept, repository: listed }
  }
  if (typeof answer === 'string') return answer === 'empty' ? 'empty' : 'not_found'
  const entries = answer.data.truncated ? await inParts(client, path) : answer.data.tree
  const tree: KeptTree = {
    pushed_at,
    ...(answer.etag && !answer.data.truncated && { etag: answer.etag }),
    top: entries.filter((entry) => !entry.path.includes('/')).map((entry) => entry.path),
    files: entries.filter(
      ({ path, type }) =>
        type === 'blob' && /^(?:readme\.md$|\.sdk\/(?:model\/api|def)\/|ts\/package\.json$)/i.test(path),
    ),
  }
  await cache.keepDocument(key, tree)
  // A repository renamed since it was listed answers from the address of its id.
  const moved = /\/repositories\/\d+/.exec(answer.url)?.[0]
  const renamed = moved ? await client.get(Listed, moved) : undefined
  return { tree, repository: renamed && typeof renamed !== 'string' ? renamed.data : listed }
}

/** A tree too large for one answer: its top, then the two folders that matter. */
async function inParts(client: GithubClient, path: string): Promise<TreeEntry[]> {
  const top = await client.get(Tree, path)
  if (typeof top === 'string') return []
  const trees = path.slice(0, path.lastIndexOf('/'))
  const parts = top.data.tree.filter((entry) => entry.type === 'tree' && /^(?:\.sdk|ts)$/.test(entry.path))
  const below = await Promise.all(
    parts.map(async ({ path: folder, sha }) => {
      const part = await client.get(Tree, `${trees}/${sha}${folder === '.sdk' ? '?recursive=1' : ''}`)
      return typeof part === 'string'
        ? []
        : part.data.tree.map((entry) => ({ ...entry, path: `${folder}/${entry.path}` }))
    }),
  )
  return [...top.data.tree, ...below.flat()]
}

/** Contents never change under their id; what arrives is held against it. */
async function contentOf(client: GithubClient, cache: GithubCache, repository: Listed, { sha }: TreeEntry) {
  const kept = await cache.blob(sha)
  if (kept) return kept
  const answer = await client.get(Blob, `/repos/${repository.full_name}/git/blobs/${sha}`)
  if (typeof answer === 'string') return undefined
  const bytes = Buffer.from(answer.data.content, 'base64')
  if (gitBlobId(bytes) !== sha)
    throw new SourceUnreadable(`GitHub's copy of ${sha} in ${repository.full_name} is damaged.`)
  await cache.keepBlob(sha, bytes)
  return bytes
}
