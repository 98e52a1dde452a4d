/** A mock of GitHub's REST API on loopback: the parts the importer reads, with the manners of the real one. */
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { gitBlobId } from '../../../src/builder/sources/github-cache.ts'

export interface Repo {
  id: number
  name: string
  files: Record<string, string | Buffer>
  /** Modes of files that are not regular, by path. */
  modes?: Record<string, string>
  pushed_at?: string
  description?: string | null
  topics?: string[]
  tags?: string[]
  archived?: boolean
  fork?: boolean
  /** The name it was listed under before it was renamed. */
  formerly?: string
  /** What the trees endpoint says instead of a tree. */
  tree?: 'empty' | 'gone' | 'truncated'
}

/** Answers a request in another way; true where it did. */
type Fault = (request: IncomingMessage, response: ServerResponse, call: number) => boolean

export interface GithubServer {
  baseUrl: string
  repos: Repo[]
  /** Requests so far, as `GET /path 200`. */
  calls: string[]
  faults: Fault[]
}

export async function githubServer(owner: string, repos: Repo[]): Promise<GithubServer> {
  const state: GithubServer = { baseUrl: '', repos, calls: [], faults: [] }
  const server = createServer((request, response) => {
    response.on('close', () => state.calls.push(`${request.method} ${request.url} ${response.statusCode}`))
    const call = state.calls.length
    if (state.faults.some((fault) => fault(request, response, call))) return
    answer(state, owner, request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  state.baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return state
}

export function json(request: IncomingMessage, response: ServerResponse, status: number, body: unknown, headers = {}) {
  const text = JSON.stringify(body)
  const etag = `"${createHash('sha1').update(text).digest('hex')}"`
  const matches = status === 200 && request.headers['if-none-match'] === etag
  response.writeHead(matches ? 304 : status, {
    'content-type': 'application/json; charset=utf-8',
    'x-ratelimit-remaining': '4999',
    etag,
    ...headers,
  })
  response.end(matches ? undefined : text)
}

function answer({ baseUrl, repos }: GithubServer, owner: string, request: IncomingMessage, response: ServerResponse) {
  const url = new URL(request.url!, baseUrl)
  const lost = () => json(request, response, 404, { message: 'Not Found' })
  const list = /^\/(?:orgs\/([^/]+)|organizations\/1)\/repos$/.exec(url.pathname)
  if (list) {
    if (list[1] !== undefined && list[1] !== owner) return lost()
    const page = Number(url.searchParams.get('page') ?? 1)
    const perPage = Math.min(100, Number(url.searchParams.get('per_page') ?? 30))
    const next = page * perPage < repos.length
    const link = { link: `<${baseUrl}/organizations/1/repos?per_page=${perPage}&page=${page + 1}>; rel="next"` }
    const shown = repos.slice((page - 1) * perPage, page * perPage)
    const body = shown.map((repo) => listed(owner, repo))
    return json(request, response, 200, body, next ? link : {})
  }
  const byId = /^\/repositories\/(\d+)(\/.*)?$/.exec(url.pathname)
  const byName = /^\/repos\/[^/]+\/([^/]+)(\/.*)$/.exec(url.pathname)
  const repo = repos.find(({ id, name, formerly }) =>
    byId ? id === Number(byId[1]) : byName && (byName[1] === name || byName[1] === formerly),
  )
  if (!repo) return lost()
  if (byName && byName[1] === repo.formerly) {
    response.writeHead(301, { location: `${baseUrl}/repositories/${repo.id}${byName[2]}${url.search}` })
    return response.end(JSON.stringify({ message: 'Moved Permanently' }))
  }
  const subpath = (byId ?? byName)![2] ?? ''
  if (subpath === '') return json(request, response, 200, listed(owner, { ...repo, formerly: undefined as never }))
  const blob = /^\/git\/blobs\/(.+)$/.exec(subpath)
  if (blob) {
    const content = Object.values(repo.files)
      .map((file) => Buffer.from(file))
      .find((file) => gitBlobId(file) === blob[1])
    if (!content) return lost()
    const body = { sha: blob[1], encoding: 'base64', content: content.toString('base64'), size: content.length }
    return json(request, response, 200, body)
  }
  return tree(repo, url, request, response)
}

/** Another for other files. */
const commitOf = (repo: Repo): string =>
  createHash('sha1')
    .update(JSON.stringify(entries(repo)))
    .digest('hex')

function tree(repo: Repo, url: URL, request: IncomingMessage, response: ServerResponse) {
  if (repo.tree === 'empty') return json(request, response, 409, { message: 'Git Repository is empty.' })
  if (repo.tree === 'gone') return json(request, response, 404, { message: 'Not Found' })
  if (url.pathname.endsWith('/git/ref/heads/main'))
    return json(request, response, 200, { ref: 'refs/heads/main', object: { type: 'commit', sha: commitOf(repo) } })
  if (url.pathname.endsWith('/git/matching-refs/tags/')) {
    return json(
      request,
      response,
      200,
      (repo.tags ?? []).map((tag) => ({ ref: `refs/tags/${tag}` })),
    )
  }
  const under = /\/git\/trees\/tree-of-(.+)$/.exec(decodeURIComponent(url.pathname))?.[1]
  const prefix = under === undefined ? '' : `${under}/`
  const isRecursive = url.searchParams.has('recursive')
  const below = entries(repo)
    .filter(({ path }) => path.startsWith(prefix))
    .map((entry) => ({ ...entry, path: entry.path.slice(prefix.length) }))
    .filter(({ path }) => isRecursive || !path.includes('/'))
  const truncated = isRecursive && repo.tree === 'truncated'
  json(request, response, 200, { tree: truncated ? below.slice(0, 1) : below, truncated })
}

function entries({ files, modes = {} }: Repo) {
  const foldersOf = (path: string) => [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index))
  const folders = new Set(Object.keys(files).flatMap(foldersOf))
  return [
    ...[...folders].map((path) => ({ path, mode: '040000', type: 'tree', sha: `tree-of-${path}` })),
    ...Object.entries(files).map(([path, file]) => {
      const bytes = Buffer.from(file)
      return { path, mode: modes[path] ?? '100644', type: 'blob', sha: gitBlobId(bytes), size: bytes.length }
    }),
  ]
}

const listed = (
  owner: string,
  { id, name, formerly, description, topics, archived, fork, pushed_at = '2026-01-01T00:00:00Z' }: Repo,
) => ({
  id,
  name: formerly ?? name,
  full_name: `${owner}/${formerly ?? name}`,
  html_url: `https://github.com/${owner}/${formerly ?? name}`,
  description: description ?? null,
  topics: topics ?? [],
  archived: archived ?? false,
  fork: fork ?? false,
  pushed_at,
  default_branch: 'main',
})
