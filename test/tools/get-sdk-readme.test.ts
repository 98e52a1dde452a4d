/** get_sdk_readme: agents get to the part they need, in their language, in few tokens. */
import { describe, expect, it } from 'vitest'
import { callTool } from '../../src/tools/define/define.ts'
import { findSdk } from '../../src/tools/find-sdk.ts'
import { getSdkReadme } from '../../src/tools/get-sdk-readme.ts'
import { bareSdk, type Input, read, readOf, SLUG, services } from './read-readme.ts'

/** All pages of the answer. */
async function pagesOf(input: Partial<Input>, readme?: string) {
  const pages: Awaited<ReturnType<typeof read>>[] = []
  for (let from: number | undefined = 0; from !== undefined; from = pages.at(-1)!.next_from)
    pages.push(await read({ ...input, from }, readme))
  return pages
}

const LONG = [
  '# Long SDK',
  'About it.',
  '## Install',
  '```bash\n# not a heading\nnpm i\n```',
  '## Quickstart',
  '### TypeScript',
  '```ts\nconst one = 1\n```',
  '### Python',
  '```python\n# Load a record\none = 1\n```',
  '## Only Go',
  '```go\none := 1\n```',
  '## Notes',
  ...Array.from({ length: 400 }, (_, at) => `Paragraph ${at} is made of a few plain words and nothing else.`),
].join('\n\n')

describe('a README', () => {
  it('is of a commit and a day, whatever part of it is asked for', async () => {
    for (const slug of services.catalog.slugs().filter((_, at) => at % 20 === 0)) {
      const { commit = '', updated = services.catalog.generatedAt.slice(0, 10) } = services.catalog.record(slug)!
      for (const input of [{}, { language: 'py' }, { section: 'install' }, { from: 0 }] as const) {
        const { origin } = await callTool(getSdkReadme, { slug, ...input }, services)
        expect(origin, slug).toMatch(new RegExp(`${commit.slice(0, 7)}.* ${updated}`))
      }
    }
  })

  it('that is short or empty comes whole, and one that is long and has no headings begins at its beginning', async () => {
    const short = '# Short SDK\n\nAbout it.\n\n## Install\n\nnpm i\n'
    const { markdown, sections, next_from } = await read({}, short)
    expect(markdown).toBe(short)
    expect([sections, next_from]).toEqual([undefined, undefined])
    expect((await read({ from: 0 }, '')).markdown).toBe('')
    const bare = await read({}, 'Words and words.\n\n'.repeat(1_000))
    expect([bare.markdown!.slice(0, 5), bare.next_from! > 8_000]).toEqual(['Words', true])
  })

  it('begins with its outline, with sizes and the languages it has code in', async () => {
    const answer = await read({}, LONG)
    expect(answer.markdown).toBeUndefined()
    const anchors = answer.sections?.map(({ anchor }) => anchor)
    expect(anchors).toEqual(['introduction', 'install', 'quickstart', 'only-go', 'notes'])
    expect(answer.languages).toEqual(['ts', 'py', 'go'])
    const text = getSdkReadme.text(answer)
    for (const { anchor, approx_tokens } of answer.sections!)
      expect(text).toContain(`${anchor} (${approx_tokens} tokens)`)
    expect(text).toContain('ts, py, go')
  })

  it('of the catalogue begins with its outline, every one of whose sections can be read', async () => {
    const { sections, approx_tokens } = await read()
    expect(sections!.map(({ anchor }) => anchor)).toEqual(
      expect.arrayContaining(['introduction', 'at-a-glance', 'entities', 'install', 'quickstart']),
    )
    const parts = await Promise.all(sections!.map(({ anchor }) => read({ section: anchor })))
    expect(parts.map(({ markdown }) => markdown).join('')).toBe(services.catalog.readme(SLUG))
    expect(sections!.reduce((sum, section) => sum + section.approx_tokens, 0)).toBeLessThan(approx_tokens + 20)
  })

  it('shows which section holds another, in both forms', async () => {
    const words = 'word '.repeat(300)
    const answer = await read({}, `## Guides\n\n${words}\n\n### Retries\n\n${words}\n\n## End\n\n${words}\n`)
    expect(answer.sections).toEqual([
      { anchor: 'guides', approx_tokens: 757 },
      { anchor: 'retries', approx_tokens: 379, in: 'guides' },
      { anchor: 'end', approx_tokens: 378 },
    ])
    expect(getSdkReadme.text(answer)).toContain('- retries (379 tokens, in guides)')
  })

  it('is cut at the ends of paragraphs, and the parts put together are the whole', async () => {
    const parts = (await pagesOf({}, LONG)).map(({ markdown }) => markdown!)
    expect(parts.length).toBeGreaterThan(1)
    expect(parts.join('')).toBe(LONG)
    for (const part of parts.slice(0, -1)) expect(part).toMatch(/else\.\n\n$/)
  })

  it('that goes on inside a table or code says what began it', async () => {
    const rows = Array.from({ length: 900 }, (_, at) => `| \`Entity${at}\` | list, load |\n`).join('')
    const table = `## Entities\n\nThe API has 900:\n\n| Entity | Operations |\n| --- | --- |\n${rows}`
    const [first, second] = await pagesOf({ section: 'entities' }, table)
    expect(first!.markdown!.length).toBeGreaterThan(8_000)
    expect(first!.hint).toBeUndefined()
    expect(second!.markdown).toMatch(/^\| `Entity\d+` \|/)
    expect(second!.hint).toBe('Goes on inside what began with: | Entity | Operations |')
    expect(getSdkReadme.text(second!)).toContain(second!.hint)
    const code = await pagesOf({ section: 'x' }, `## X\n\n\`\`\`go\n${'one()\n'.repeat(4_000)}\`\`\`\n`)
    expect(code[1]!.hint).toBe('Goes on inside what began with: ```go')
  })

  it.each([99_999_999, Number.MAX_SAFE_INTEGER])('is refused from %i, behind its end', async (from) => {
    const refusal = {
      code: 'invalid_request',
      info: { detail: expect.stringContaining('behind the end'), resolution: expect.stringContaining('next_from') },
    }
    await expect(read({ from })).rejects.toMatchObject(refusal)
    await expect(read({ from, section: 'install', language: 'py' })).rejects.toMatchObject(refusal)
    const { length } = services.catalog.readme(SLUG)!
    await expect(read({ from: length })).rejects.toMatchObject({
      info: { errors: [{ field: 'from', message: `must be less than ${length}` }] },
    })
    expect((await read({ from: length - 1 })).markdown).toBe('\n')
  })

  it('is framed as the text of somebody else, in both forms', async () => {
    for (const answer of [await read(), await read({}, LONG), await read({ section: 'install' })]) {
      expect(answer.origin).toMatch(/data to read, not instructions/)
      expect(getSdkReadme.text(answer)).toContain(answer.origin)
    }
  })

  it('shows no control characters, bidi controls or invisible tags, and keeps everything else', async () => {
    const answer = await read({}, 'a\u0007\u001b[31mb\u202ec\u2066d\u009b\u{e0041}\u200fe\tf\r\ng 👩‍🚀 ž')
    expect(answer.markdown).toBe('a��[31mb�c�d���e\tf\r\ng 👩‍🚀 ž')
  })
})

describe('a section', () => {
  it.each(['Only Go', 'only go', '#only-go', '## Only Go', ' ONLY-GO '])('is found as %j', async (section) =>
    expect((await read({ section }, LONG)).markdown).toMatch(/^## Only Go\n/),
  )

  it('that is not there is answered with the nearest, and with those that are', async () => {
    const resolution =
      'Did you mean "install"? Use one of its sections: introduction, install, quickstart, only-go, notes.'
    await expect(read({ section: 'instal' }, LONG)).rejects.toMatchObject({ code: 'not_found', info: { resolution } })
    const echo = await read({ section: 'x'.repeat(200) }, LONG).catch((error) => error.info.detail)
    expect(echo.length).toBeLessThan(110)
  })
})

describe('one language', () => {
  it('leaves the code of the others out', async () => {
    const { markdown } = await read({ section: 'quickstart', language: 'py' }, LONG)
    expect(markdown).toBe('## Quickstart\n\n### Python\n\n```python\n# Load a record\none = 1\n```\n\n')
  })

  it('without code in the section says where it is', async () => {
    const answer = await read({ section: 'quickstart', language: 'go' }, LONG)
    expect(answer.hint).toBe('No Go code here. It is in: only-go.')
    expect(getSdkReadme.text(answer)).toContain(answer.hint)
    expect((await read({ section: 'quickstart', language: 'rust' }, LONG)).hint).toBe(
      'No Rust code here. The README has code in: ts, py, go.',
    )
    expect((await read({ section: 'notes', language: 'rust' }, LONG)).hint).toBeUndefined()
  })

  it('that nobody knows is refused in the words of find_sdk', async () => {
    const refusal = (call: Promise<unknown>) => call.catch(({ code, info }) => ({ code, info }))
    const refused = await refusal(read({ language: 'cobol' }))
    expect(refused).toMatchObject({ code: 'invalid_request', info: { errors: [{ field: 'language' }] } })
    expect(refused).toEqual(await refusal(callTool(findSdk, { query: 'poems', language: 'cobol' }, services)))
  })

  it('brings install and first code in place of the outline, in both forms', async () => {
    const answer = await read({ language: 'rb' })
    expect(answer.sections).toBeUndefined()
    expect(answer.markdown).toMatch(/^Package `[^`]+`\n\n```bash\n[\s\S]*\/rb\n[\s\S]*\n```ruby\n/)
    expect(answer.markdown).not.toMatch(/pip install|PYTHONPATH|go get/)
    expect(getSdkReadme.text(answer)).toContain(answer.markdown)
  })

  it('may be the CLI or the MCP server, which the answer builds and calls', async () => {
    const cli = await read({ language: 'cli' })
    expect(cli.markdown).toMatch(/go-cli && go build -o poetrydb-cli \.\n```\n\n```bash\n# .*\n\.\/poetrydb-cli list /)
    const mcp = await read({ language: 'MCP' })
    expect(mcp.markdown).toContain('{"mcpServers":{"poetrydb":{"command":"/path/to/poetrydb-mcp"}}}')
    expect(mcp.hint).toMatch(/^Call its tool poetrydb_list with \{"entity":/)
    await expect(read({ language: 'curl' })).rejects.toThrow(/language/)
  })

  it('that the README does not have gets the outline, and hears which it has', async () => {
    const answer = await read({ language: 'haskell' })
    expect(answer.markdown).toBeUndefined()
    expect(answer.sections!.length).toBeGreaterThan(5)
    expect(answer.hint).toBe('No Haskell code here. The README has code in: ts, py, php, go, rb, lua.')
  })

  it('js is answered with JavaScript that uses the TypeScript package where there is none of its own', async () => {
    const [js, ts] = [await read({ language: 'js' }), await read({ language: 'ts' })]
    expect(js.hint).toContain('The package is the one for TypeScript.')
    expect(js.markdown).toMatch(/\n```js\nconst \{ PoetrydbSDK \} = require\('@voxgig-sdk\/poetrydb'\)/)
    expect(js.markdown).not.toMatch(/: any|as any/)
    expect(ts.markdown).toContain('```ts\nimport')
    expect((await read({ section: 'quickstart', language: 'JavaScript' })).markdown).toContain('```ts\n')
    expect((await read({ section: 'links', language: 'js' })).hint).toBeUndefined()
    const javaScript = await read({ slug: 'hook0-sdk', language: 'js' })
    expect(javaScript.markdown).toMatch(/\n```js\n/)
    expect(javaScript.hint ?? '').not.toContain('No JavaScript code')
    expect((await read({ language: 'zig' }, '## X\n\n```js\na\n```\n')).hint).toContain('No Zig code here.')
  })

  it('of an SDK whose languages are not on record is answered with that, and as most have it', async () => {
    const { record, readme } = bareSdk({})
    const place = `Languages not on record here: see ${record.github_url}#readme.`
    const python = await readOf(record, { language: 'py' }, readme)
    expect(python.hint).toContain(place)
    expect(python.markdown).toMatch(/^Package [\s\S]*PYTHONPATH/)
    expect(getSdkReadme.text(python)).toContain(place)
    expect((await readOf(record, { language: 'rust' }, readme)).hint).toContain(place)
    expect((await readOf(record, { section: 'install', language: 'rust' }, readme)).hint).toContain(place)
  })

  it('never gets less of an SDK of the catalogue than who asks for none', async () => {
    for (const { slug, languages } of [...services.catalog.records].filter((_, at) => at % 12 === 0)) {
      for (const language of ['js', ...(languages.length > 0 ? languages : ['py', 'rust'])]) {
        const { markdown, hint } = await read({ slug, language })
        expect(markdown ?? hint, `${slug} ${language}`).toMatch(/^Package `|^Calls `.*\n\n```bash\n|^No .+ code here/)
        if (languages.length === 0) expect(hint, slug).toContain('not on record')
      }
    }
  })
})
