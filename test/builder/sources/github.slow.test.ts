/** github:ORG, against a mock server on loopback. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { githubSource } from '../../../src/builder/sources/github.ts'
import { gitBlobId } from '../../../src/builder/sources/github-cache.ts'
import { type Repository, RepositorySkipped, type Source } from '../../../src/builder/sources/repository.ts'
import { closedPort } from '../../inbox/support/receivers.ts'
import { scratch } from '../../scratch.ts'
import { collectAll } from '../collect-all.ts'
import { filesIn, GENERATED, REPOSITORIES } from '../fixtures.ts'
import { type GithubServer, githubServer, json, type Repo } from './github-server.ts'

const OWNER = 'harbour'

const files = (name: string, folder = REPOSITORIES) => filesIn(join(folder, name))
const repo = (id: number, name: string, more: Partial<Repo> = {}): Repo => ({ id, name, files: files(name), ...more })
const tides = (more?: Partial<Repo>): Repo => repo(1, 'tide-tables-sdk', more)
const moon = (): Repo => repo(2, 'moon-phases-sdk')
const other = (id: number, name: string): Repo => ({ id, name, files: {} })

function source({ baseUrl }: GithubServer, cache: string, notes: string[] = []): Source {
  return githubSource({
    owner: OWNER,
    baseUrl,
    cache,
    perPage: 2,
    secondMs: 1,
    maxWaitSeconds: 90,
    note: (line) => notes.push(line),
  })
}

/** Answers the request of that number, or those of that path, with a status and a message or another body. */
function fail(server: GithubServer, which: number | string, status: number, body: string | object, headers = {}): void {
  server.faults.push((request, response, call) => {
    if (typeof which === 'number' ? call !== which : !request.url!.includes(which)) return false
    json(request, response, status, typeof body === 'string' ? { message: body } : body, headers)
    return true
  })
}

const unused = async () => `http://127.0.0.1:${await closedPort()}`

const rateLimit = (seconds: number) => ({
  'x-ratelimit-remaining': '0',
  'x-ratelimit-reset': String(Math.floor(Date.now() / 1000) + seconds),
})
const USED_UP = 'API rate limit exceeded for 127.0.0.1.'

/** One after another, so that the calls have an order. */
async function readAll(from: Source): Promise<(Repository | string)[]> {
  const repositories: (Repository | string)[] = []
  for (const { name, read } of await from.candidates()) {
    const skipped = (error: unknown) => {
      if (error instanceof RepositorySkipped) return `${name}: ${error.reason}`
      throw error
    }
    repositories.push(await read().catch(skipped))
  }
  return repositories
}

const names = (found: readonly (Repository | string)[]) =>
  found.map((each) => (typeof each === 'string' ? each : each.slug))

/** Everything but the way to read more. */
const data = (found: readonly (Repository | string)[]) =>
  found.map((each) => (typeof each === 'string' ? each : { ...each, read: undefined, fingerprint: undefined }))

describe('the repositories of an organisation', () => {
  it('are all found over many pages, those that are no SDK left out', async () => {
    const others = [other(3, '.github'), other(4, 'website'), other(5, 'Bad_Name-sdk')]
    const server = await githubServer(OWNER, [moon(), ...others, tides()])
    const repositories = await readAll(source(server, scratch()))
    expect(names(repositories)).toEqual(['Bad_Name-sdk: slug_pattern', 'moon-phases-sdk', 'tide-tables-sdk'])
  })

  it('come with their description, topics, address and README byte for byte', async () => {
    const server = await githubServer(OWNER, [tides({ description: 'Tides', topics: ['coast'] })])
    const [repository] = (await readAll(source(server, scratch()))) as [Repository]
    expect(repository).toMatchObject({
      description: 'Tides',
      topics: ['coast'],
      url: 'https://github.com/harbour/tide-tables-sdk',
    })
    expect(repository.readme.equals(readFileSync(join(REPOSITORIES, 'tide-tables-sdk/README.md')))).toBe(true)
    expect(repository.paths).toContain('.sdk/def/tide-tables_0.1.0.yaml')
    expect(await repository.read('ts/package.json')).toBeDefined()
  })

  it('are found too where the first of them begins a new page since the last run', async () => {
    const server = await githubServer(OWNER, [moon(), other(3, 'photos')])
    const cache = scratch()
    await readAll(source(server, cache))
    server.repos.push(tides())
    expect(names(await readAll(source(server, cache)))).toEqual(['moon-phases-sdk', 'tide-tables-sdk'])
    const before = server.calls.length
    await readAll(source(server, cache))
    expect(server.calls.slice(before).map((call) => call.split(' ')[2])).toEqual(['304', '304'])
  })

  it('cost only what was pushed to where something was', async () => {
    const server = await githubServer(OWNER, [moon(), tides(), other(3, 'website')])
    const cache = scratch()
    await readAll(source(server, cache))
    const before = server.calls.length
    const pushed = { ...files('tide-tables-sdk'), 'README.md': '# TideTables SDK\n\nNew.\n' }
    server.repos[1] = tides({ pushed_at: '2026-02-02T00:00:00Z', files: pushed })
    const repositories = (await readAll(source(server, cache))) as Repository[]
    expect(repositories[1]!.readme.toString()).toContain('New.')
    expect(repositories[1]!.commit).toMatch(/^[0-9a-f]{40}$/)
    const kinds = server.calls.slice(before).map((call) => /(repos\?|heads|tags|trees|blobs)/.exec(call)![1])
    expect(kinds).toEqual(['repos?', 'repos?', 'heads', 'trees', 'tags', 'blobs'])
  })

  it('are requested for the files that facts need, each once, and for none where nothing was pushed', async () => {
    const names = ['sea-ice-sdk', 'tide-tables-sdk']
    const server = await githubServer(
      OWNER,
      names.map((name, at) => ({ id: at + 1, name, files: files(name, GENERATED) })),
    )
    const cache = scratch()
    const run = async () => {
      const before = server.calls.length
      const { records } = await collectAll(source(server, cache), { onRecord: async () => {} })
      expect(records.map(({ slug, first_call }) => [slug, first_call?.op])).toEqual([
        ['sea-ice-sdk', 'list'],
        ['tide-tables-sdk', 'list'],
      ])
      return server.calls.slice(before)
    }
    const calls = await run()
    const blobs = calls.filter((call) => call.includes('/git/blobs/'))
    expect(calls.filter((call) => call.includes('/git/trees/'))).toHaveLength(2)
    expect(new Set(blobs).size).toBe(blobs.length)
    // README, API info, model, description, go.mod, code and go.mod of two programs, and a manifest for each language.
    expect(blobs.length).toBeLessThanOrEqual(2 * 15)
    const entities = Object.entries(files('sea-ice-sdk', GENERATED)).filter(([path]) => /model\/entity/.test(path))
    const requested = entities.filter(([, content]) => blobs.some((call) => call.includes(gitBlobId(content))))
    expect(requested).toEqual([])
    expect((await run()).every((call) => /\/repos\?/.test(call))).toBe(true)
  })

  it('that are empty, gone or without README are skipped with the reason', async () => {
    const repos = [
      { ...other(1, 'a-sdk'), tree: 'empty' as const },
      { ...other(2, 'b-sdk'), tree: 'gone' as const },
      { ...other(3, 'c-sdk'), files: { 'go.mod': 'module c' } },
      { ...other(4, 'd-sdk'), files: { 'README.md': 'x'.repeat(600_000) } },
    ]
    const server = await githubServer(OWNER, repos)
    const repositories = names(await readAll(source(server, scratch())))
    expect(repositories).toEqual(['a-sdk: empty', 'b-sdk: gone', 'c-sdk: missing_readme', 'd-sdk: readme_too_large'])
    expect(server.calls.some((call) => call.includes('blobs'))).toBe(false)
  })

  it('that were renamed since they were listed are taken under their new name', async () => {
    const server = await githubServer(OWNER, [tides({ formerly: 'tides-sdk' })])
    const [repository] = (await readAll(source(server, scratch()))) as [Repository]
    expect(repository).toMatchObject({ slug: 'tide-tables-sdk', url: 'https://github.com/harbour/tide-tables-sdk' })
  })

  it('of a user are found where no organisation has the name', async () => {
    const server = await githubServer('somebody', [])
    fail(server, `/users/${OWNER}/repos`, 200, [])
    expect(await source(server, scratch()).candidates()).toEqual([])
  })
})

describe('when GitHub is busy or broken', () => {
  const SECONDARY = 'You have exceeded a secondary rate limit.'
  it.each<[string, number, string, object, RegExp]>([
    [
      'until the reset',
      403,
      USED_UP,
      rateLimit(25),
      /^GitHub: the rate limit is used up; going on in (?:1?\d|2[0-6]) s\.$/,
    ],
    ['as long as it says', 429, SECONDARY, { 'retry-after': '7' }, /: too many requests at a time; going on in 7 s\.$/],
    ['for a minute where it says nothing', 403, SECONDARY, {}, /: too many requests at a time; going on in 60 s\.$/],
  ])('a limit is waited for %s', async (_, status, message, headers, note) => {
    const server = await githubServer(OWNER, [tides()])
    fail(server, 2, status, message, headers)
    const notes: string[] = []
    expect(names(await readAll(source(server, scratch(), notes)))).toEqual(['tide-tables-sdk'])
    expect(notes).toEqual([expect.stringMatching(note)])
  })

  it('a limit that is there again after each wait ends the run', async () => {
    const server = await githubServer(OWNER, [tides()])
    fail(server, '', 429, 'Too many requests', { 'retry-after': '1' })
    const notes: string[] = []
    await expect(source(server, scratch(), notes).candidates()).rejects.toThrow(/^GitHub answers 429 to \/orgs/)
    expect(notes).toHaveLength(3)
  })

  it('a limit that lasts too long ends the run, and the next run goes on where it stopped', async () => {
    const server = await githubServer(OWNER, [moon(), tides(), other(3, 'website')])
    const cache = scratch()
    let allowed = 4
    server.faults.push((request, response) => {
      if (allowed-- > 0) return false
      json(request, response, 403, { message: USED_UP }, rateLimit(3000))
      return true
    })
    await expect(readAll(source(server, cache))).rejects.toThrow(
      /^GitHub's rate limit is used up until \S+\. What was read is kept: run the same command again then, or now with GITHUB_TOKEN set/,
    )
    const read = server.calls.filter((call) => call.endsWith('200'))
    server.faults.length = 0
    expect(names(await readAll(source(server, cache)))).toEqual(['moon-phases-sdk', 'tide-tables-sdk'])
    const again = server.calls.slice(read.length + 1)
    expect(again.filter((call) => read.includes(call))).toEqual([])
  })

  it('a server error, a body that breaks off and JSON that stops midway are tried again', async () => {
    const server = await githubServer(OWNER, [tides()])
    server.faults.push((request, response, call) => {
      if (call === 0) json(request, response, 502, { message: 'Bad Gateway' })
      else if (call === 2) {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' })
        response.write('{"tree": [')
        response.destroy()
      } else if (call === 4) {
        response.writeHead(200, { 'content-type': 'application/json' })
        response.end('{"sha": "abc", "conte')
      } else return false
      return true
    })
    expect(names(await readAll(source(server, scratch())))).toEqual(['tide-tables-sdk'])
  })

  it('an error that stays ends the run instead of losing entries', async () => {
    const server = await githubServer(OWNER, [tides()])
    fail(server, '/git/blobs/', 500, 'Server Error')
    await expect(readAll(source(server, scratch()))).rejects.toThrow(
      /^GitHub answers 500 to \/repos\/harbour\/tide-tables-sdk\/git\/blobs/,
    )
  })

  it.each([
    ['nobody answers', 'the connection was refused (ECONNREFUSED)', async () => ({ baseUrl: await unused() })],
    [
      'its answers never end',
      'the answer breaks off',
      async () => {
        const server = await githubServer(OWNER, [tides()])
        server.faults.push((_, response) => response.end('[{') && true)
        return server
      },
    ],
  ])(
    'GitHub where %s cannot be reached, and why',
    async (_, why, server) =>
      await expect(source((await server()) as GithubServer, scratch()).candidates()).rejects.toThrow(
        `GitHub cannot be reached (${why}). What was read is kept: run the same command again.`,
      ),
  )

  it('contents that are not what their id says end the run', async () => {
    const server = await githubServer(OWNER, [tides()])
    fail(server, '/git/blobs/', 200, { sha: 'x', encoding: 'base64', content: Buffer.from('half').toString('base64') })
    await expect(readAll(source(server, scratch()))).rejects.toThrow(/is damaged/)
  })

  it('an owner nobody knows and a token that is not accepted are said in one line', async () => {
    const server = await githubServer('somebody', [])
    await expect(source(server, scratch()).candidates()).rejects.toThrow(
      'GitHub knows no organisation or user named "harbour".',
    )
    fail(server, '', 401, 'Bad credentials')
    await expect(source(server, scratch()).candidates()).rejects.toThrow('GitHub does not accept GITHUB_TOKEN.')
    expect(() => githubSource({ owner: '../x', baseUrl: '', cache: '' })).toThrow(/is not the name of an organisation/)
  })

  it('a damaged cache is read again', async () => {
    const server = await githubServer(OWNER, [tides()])
    const cache = scratch()
    const first = await readAll(source(server, cache))
    for (const entry of readdirSync(cache, { recursive: true, withFileTypes: true })) {
      if (entry.isFile()) writeFileSync(join(entry.parentPath, entry.name), '{"half')
    }
    expect(data(await readAll(source(server, cache)))).toEqual(data(first))
  })
})
