/** The program that comes with the best hit of find_sdk. */
import { describe, expect, it } from 'vitest'
import { approxTokens } from '../../../src/text/tokens.ts'
import { callTool } from '../../../src/tools/define.ts'
import { programText } from '../../../src/tools/sdks/answers/find-program.ts'
import { findSdk } from '../../../src/tools/sdks/find-sdk.ts'
import { testServices } from '../../app.ts'

const services = testServices()
const find = (input: Record<string, unknown>) => callTool(findSdk, input, services)

describe('a search for a language', () => {
  it('comes with install line and program for the best hit, in both forms', async () => {
    const answer = await find({ query: 'gutendex', language: 'py' })
    expect(answer.program).toMatchObject({ operation: 'book.list', fence: 'python' })
    expect(answer.program!.install).toMatch(/^git clone .* && pip install -e gutendex-sdk\/py$/)
    expect(findSdk.text(answer)).toContain(answer.program!.code)
  })

  it('has the program of the operation that was found', async () => {
    const { hits, program } = await find({ query: 'poetrydb poemcount load', language: 'py', limit: 1 })
    expect(hits[0]!.operation).toBe('poemcount.load')
    expect(program).toMatchObject({
      operation: 'poemcount.load',
      code: expect.stringContaining('Poemcount.load (GET '),
    })
  })

  it('may be for the CLI or the MCP server, which filters nothing', async () => {
    const [cli, all] = [await find({ query: 'weather', language: 'cli' }), await find({ query: 'weather' })]
    expect(cli.total).toBe(all.total)
    expect((await find({ query: 'gutendex', language: 'cli' })).program!.code).toMatch(/^\.\/gutendex-cli list .*book$/)
    expect((await find({ query: 'gutendex', language: 'mcp' })).program!.note).toContain('gutendex_list')
  })

  it('has none without a language, and where only related SDKs were found', async () => {
    expect((await find({ query: 'gutendex' })).program).toBeUndefined()
    expect((await find({ query: 'qqqzzz xxyyzz', language: 'py' })).program).toBeUndefined()
  })

  it('costs at most 300 tokens, for nearly every SDK in every language', async () => {
    const sizes: number[] = []
    for (const { slug, languages } of [...services.catalog.records].filter((_, at) => at % 20 === 0)) {
      for (const language of languages) {
        const { program } = await find({ query: slug, language, limit: 1 })
        if (program) sizes.push(approxTokens(programText(program)))
      }
    }
    sizes.sort((a, b) => a - b)
    expect(sizes.length).toBeGreaterThan(100)
    expect(sizes[Math.floor(sizes.length * 0.95)]).toBeLessThan(300)
  })
})
