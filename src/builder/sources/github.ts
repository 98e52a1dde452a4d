/**
 * The generated repositories of an organisation or user on GitHub. Lists and trees are requested conditionally, contents
 * by their git object id, so what did not change costs nothing: a second run is one request for each hundred repositories.
 */

import * as z from 'zod'
import { kindOfMode } from './git-directory.ts'
import { type GithubCache, gitBlobId, openCache } from './github-cache.ts'
import { type GithubClient, type GithubSettings, githubClient } from './github-client.ts'
import { type Repository, RepositorySkipped, type Source, SourceUnreadable, slugOf } from './repository.ts'
import { isWanted, readRepository, type TreeEntry, WANTED_VERSION, walk } from './tree.ts'
import { versionsOf } from './versions.ts'

const Listed = z.object({
  id: z.int(),
  name: z.string(),
  full_name: z.string(),
  html_url: z.string(),
  description: z.string().nullish(),
  topics: z.array(z.string()).default([]),
  pushed_at: z.string().nullish(),
  default_branch: z.string(),
  archived: z.boolean().default(false),
  fork: z.boolean().default(false),
})
type Listed = z.infer<typeof Listed>

const CachedPage = z.object({ etag: z.string(), next: z.string().optional(), repositories: z.array(Listed) })
type CachedPage = z.infer<typeof CachedPage>

type GithubEntry = TreeEntry & { sha: string }

/** Entries of a tree; links and submodules are left out. */
const Tree = z.object({
  truncated: z.boolean().default(false),
  tree: z
    .array(z.object({ path: z.string(), mode: z.string(), sha: z.string(), size: z.int().default(0) }))
    .transform((entries) =>
      entries.flatMap(({ path, mode, sha, size }): GithubEntry[] => {
        const kind = kindOfMode(mode)
        return kind ? [{ path, kind, bytes: size, sha }] : []
      }),
    ),
})

/** The commit of a branch. */
const Ref = z.object({ object: z.object({ sha: z.string() }) })

const Refs = z.array(z.object({ ref: z.string() }))

const CachedTags = z.object({ pushed_at: z.string(), tags: z.array(z.string()) })

/** The wanted entries of a commit's tree, with the push that it belongs to. */
const CachedTree = z.object({
  pushed_at: z.string(),
  commit: z.string(),
  entries: z.array(z.object({ path: z.string(), kind: z.enum(['file', 'folder']), bytes: z.int(), sha: z.string() })),
})
type CachedTree = z.infer<typeof CachedTree>

const Blob = z.object({ content: z.string(), encoding: z.literal('base64'), sha: z.string() })

const OWNER = /^[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,38})$/

export interface GithubOptions extends GithubSettings {
  owner: string
  /** Directory of the cache. */
  cache: string
  /** Repositories on a page of the list; tests take fewer than GitHub's maximum. */
  perPage?: number
}

export function githubSource({ owner, cache: directory, perPage = 100, ...settings }: GithubOptions): Source {
  if (!OWNER.test(owner)) throw new SourceUnreadable(`"${owner}" is not the name of an organisation or user on GitHub.`)
  const access = { client: githubClient(settings), cache: openCache(directory), baseUrl: settings.baseUrl, perPage }
  return {
    label: `github:${owner}`,
    async candidates() {
      const sdks = (await list(access, owner)).filter(({ name }) => /-sdk$/i.test(name))
      sdks.sort((a, b) => (a.name < b.name ? -1 : 1))
      return sdks.map((repository) => ({ name: repository.name, read: () => read(access, repository) }))
    },
  }
}

interface Access extends Required<Pick<GithubOptions, 'baseUrl' | 'perPage'>> {
  client: GithubClient
  cache: GithubCache
}

/** All public repositories; sorted by name, so that new ones do not shift the pages while they are read. */
async function list(access: Access, owner: string): Promise<Listed[]> {
  for (const [kind, type] of [
    ['orgs', 'public'],
    ['users', 'owner'],
  ]) {
    const repositories = new Map<number, Listed>()
    let url: string | undefined = `/${kind}/${owner}/repos?type=${type}&sort=full_name&per_page=${access.perPage}`
    let page: CachedPage | undefined
    do {
      page = await pageOf(access, url)
      for (const repository of page?.repositories ?? []) repositories.set(repository.id, repository)
      url = page?.next
    } while (url)
    if (page) return [...repositories.values()]
  }
  throw new SourceUnreadable(`GitHub knows no organisation or user named "${owner}".`)
}

async function pageOf({ client, cache, baseUrl, perPage }: Access, url: string): Promise<CachedPage | undefined> {
  const cached = await cache.document(CachedPage, url)
  // A full last page does not change when a next page begins: 304 would hide it.
  const mayHaveNext = cached?.next === undefined && (cached?.repositories.length ?? 0) >= perPage
  const answer = await client.get(z.array(Listed), url, mayHaveNext ? undefined : cached?.etag)
  if (answer === 'unchanged') return cached
  if (typeof answer === 'string') return undefined
  const next = answer.next?.replace(baseUrl, '')
  const page: CachedPage = { etag: answer.etag ?? '', repositories: answer.data, ...(next && { next }) }
  await cache.setDocument(url, page)
  return page
}

async function read(access: Access, listed: Listed): Promise<Repository> {
  slugOf(listed.name)
  if (listed.archived) throw new RepositorySkipped('archived')
  if (listed.fork) throw new RepositorySkipped('fork')
  const { tree, repository } = await treeOf(access, listed)
  const { name, html_url: url, topics, description, pushed_at } = repository
  const updated = z.iso.date().safeParse(pushed_at?.slice(0, 10)).data
  const about = {
    slug: slugOf(name),
    url,
    topics,
    commit: tree.commit,
    ...versionsOf(await tagsOf(access, repository)),
    ...(description && { description }),
  }
  return readRepository(
    { ...about, ...(updated && { updated }) },
    tree.entries,
    (file) => contentOf(access, repository, file),
    ({ sha }) => sha,
  )
}

/** The wanted entries at the default branch, and the repository under the name it has by now. */
async function treeOf({ client, cache }: Access, listed: Listed) {
  const key = `tree of ${listed.id} at ${listed.default_branch}: ${WANTED_VERSION}`
  const cached = await cache.document(CachedTree, key)
  const pushed_at = listed.pushed_at ?? ''
  if (cached && pushed_at !== '' && cached.pushed_at === pushed_at) return { tree: cached, repository: listed }
  const git = `/repos/${listed.full_name}/git`
  const ref = await client.get(Ref, `${git}/ref/heads/${encodeURIComponent(listed.default_branch)}`)
  if (typeof ref === 'string') throw new RepositorySkipped(ref === 'empty' ? 'empty' : 'gone')
  const commit = ref.data.object.sha
  if (cached?.commit === commit) {
    await cache.setDocument(key, { ...cached, pushed_at })
    return { tree: cached, repository: listed }
  }
  const path = `${git}/trees/${commit}`
  const answer = await client.get(Tree, `${path}?recursive=1`)
  if (typeof answer === 'string') throw new RepositorySkipped(answer === 'empty' ? 'empty' : 'gone')
  const { truncated } = answer.data
  const tree: CachedTree = {
    pushed_at,
    commit,
    entries: truncated ? await folderByFolder(client, path) : answer.data.tree.filter(isWanted),
  }
  await cache.setDocument(key, tree)
  // A repository renamed since it was listed answers from the URL of its id.
  const moved = /\/repositories\/\d+/.exec(answer.url)?.[0]
  const renamed = moved ? await client.get(Listed, moved) : undefined
  return { tree, repository: renamed && typeof renamed !== 'string' ? renamed.data : listed }
}

/** Names of its tags. */
async function tagsOf({ client, cache }: Access, { id, full_name, pushed_at }: Listed): Promise<string[]> {
  const key = `tags of ${id}`
  const cached = await cache.document(CachedTags, key)
  if (cached && pushed_at && cached.pushed_at === pushed_at) return cached.tags
  const refs = await client.get(Refs, `/repos/${full_name}/git/matching-refs/tags/`)
  const tags = typeof refs === 'string' ? [] : refs.data.map(({ ref }) => ref.replace('refs/tags/', ''))
  await cache.setDocument(key, { pushed_at: pushed_at ?? '', tags })
  return tags
}

/** The wanted entries of a tree that is too large for one answer. */
function folderByFolder(client: GithubClient, path: string): Promise<GithubEntry[]> {
  const trees = path.slice(0, path.lastIndexOf('/'))
  return walk(async (folder: GithubEntry | undefined) => {
    const answer = await client.get(Tree, folder ? `${trees}/${folder.sha}` : path)
    if (typeof answer === 'string') return []
    if (answer.data.truncated) throw new RepositorySkipped('too_many_files')
    return answer.data.tree.map((entry) => ({ ...entry, path: folder ? `${folder.path}/${entry.path}` : entry.path }))
  })
}

/** Contents never change under their id, and are checked against it. */
async function contentOf({ client, cache }: Access, repository: Listed, { sha }: GithubEntry) {
  const cached = await cache.blob(sha)
  if (cached) return cached
  const answer = await client.get(Blob, `/repos/${repository.full_name}/git/blobs/${sha}`)
  if (typeof answer === 'string') return undefined
  const bytes = Buffer.from(answer.data.content, 'base64')
  if (gitBlobId(bytes) !== sha)
    throw new SourceUnreadable(`GitHub's copy of ${sha} in ${repository.full_name} is damaged.`)
  await cache.setBlob(sha, bytes)
  return bytes
}
