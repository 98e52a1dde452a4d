/** get_sdk_readme: agents get to the part they need, in their language, in few tokens. */
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { callTool, type Services } from '../../src/tools/define.ts'
import { getSdkReadme } from '../../src/tools/get-sdk-readme.ts'
import { testServices } from '../app.ts'

const services = testServices()
const SLUG = 'poetrydb-sdk'
type Input = Parameters<typeof getSdkReadme.run>[0]

function read(input: Partial<Input> = {}, readme?: string) {
  const of: Services =
    readme === undefined ? services : { ...services, catalog: { ...services.catalog, readme: () => readme } }
  return callTool(getSdkReadme, { slug: SLUG, ...input }, of)
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
  it('that is short comes whole', async () => {
    const { markdown, sections, next_from } = await read()
    expect(markdown).toBe(services.catalog.readme(SLUG))
    expect([sections, next_from]).toEqual([undefined, undefined])
  })

  it('that is long comes as an outline with sizes and the languages it has code in', async () => {
    const answer = await read({}, LONG)
    expect(answer.markdown).toBeUndefined()
    expect(answer.sections?.map(({ anchor }) => anchor)).toEqual(['install', 'quickstart', 'only-go', 'notes'])
    expect(answer.languages).toEqual(['ts', 'py', 'go'])
    const text = getSdkReadme.text(answer)
    for (const { anchor, approx_tokens } of answer.sections!)
      expect(text).toContain(`${anchor} (${approx_tokens} tokens)`)
    expect(text).toContain('ts, py, go')
  })

  it('that is long and has no headings begins at its beginning', async () => {
    const answer = await read({}, 'Words and words.\n\n'.repeat(1_000))
    expect(answer.markdown).toMatch(/^Words/)
    expect(answer.next_from).toBeGreaterThan(8_000)
  })

  it('is cut at the ends of paragraphs, and the parts put together are the whole', async () => {
    const parts: string[] = []
    for (let from: number | undefined = 0; from !== undefined; ) {
      const answer = await read({ from }, LONG)
      parts.push(answer.markdown!)
      from = answer.next_from
    }
    expect(parts.length).toBeGreaterThan(1)
    expect(parts.join('')).toBe(LONG)
    for (const part of parts.slice(0, -1)) expect(part).toMatch(/else\.\n$/)
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
  it.each(['Install', 'install', '#install', '## Install'])('is found as %j', async (section) => {
    expect((await read({ section }, LONG)).markdown).toMatch(/^## Install\n/)
  })

  it('that is not there is answered with the nearest, and with those that are', async () => {
    await expect(read({ section: 'instal' }, LONG)).rejects.toMatchObject({
      code: 'not_found',
      info: { resolution: 'Did you mean "install"? Use one of its sections: install, quickstart, only-go, notes.' },
    })
    const echo = await read({ section: 'x'.repeat(200) }, LONG).catch((error) => error.info.detail)
    expect(echo.length).toBeLessThan(110)
  })

  it('a comment in Ruby or Python code is not one', async () => {
    await expect(read({ section: 'Load a record' }, LONG)).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('one language', () => {
  it('leaves the code of the others out', async () => {
    const { markdown } = await read({ section: 'quickstart', language: 'py' }, LONG)
    expect(markdown).toBe('## Quickstart\n\n### Python\n\n```python\n# Load a record\none = 1\n```\n\n')
  })

  it('is understood in full words', async () => {
    const short = await read({ section: 'quickstart', language: 'py' })
    expect(await read({ section: 'quickstart', language: 'Python' })).toEqual(short)
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

  it('that nobody knows is refused with those that the README has', async () => {
    await expect(read({ language: 'cobol' }, LONG)).rejects.toMatchObject({
      code: 'invalid_request',
      info: { resolution: 'Use one of: ts, py, go.' },
    })
  })

  it('makes the whole README of the catalogue smaller', async () => {
    const [whole, ruby] = [await read(), await read({ language: 'rb' })]
    expect(ruby.markdown!.length).toBeLessThan(0.85 * whole.markdown!.length)
    expect(ruby.approx_tokens).toBe(whole.approx_tokens)
  })
})

const REAL = new URL('../../../shared/corpus/poetrydb-sdk/README.md', import.meta.url)
describe.runIf(existsSync(REAL))('a README from a repository', () => {
  const readme = existsSync(REAL) ? readFileSync(REAL, 'utf8') : ''

  it('leads from the outline to the code of one language in two calls', async () => {
    const { sections } = await read({}, readme)
    const anchor = sections!.map(({ anchor }) => anchor).find((name) => name === 'quickstart-in-other-languages')!
    const { markdown } = await read({ section: anchor, language: 'lua' }, readme)
    expect(markdown).toContain('local client = sdk.new()')
    expect(markdown).not.toMatch(/```(python|php|go|ruby)/)
  })
})
