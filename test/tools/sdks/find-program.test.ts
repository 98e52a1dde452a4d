/** The program that comes with the best hit of find_sdk. */
import { describe, expect, it } from 'vitest'
import type { SdkRecord } from '../../../src/catalog/record/record.ts'
import { approxTokens } from '../../../src/text/tokens.ts'
import { callTool } from '../../../src/tools/define.ts'
import { programText } from '../../../src/tools/sdks/answers/find-result.ts'
import { findSdk } from '../../../src/tools/sdks/find-sdk.ts'
import { testServices } from '../../app.ts'

const services = testServices()
async function find(input: Record<string, unknown>) {
  const answer = await callTool(findSdk, input, services)
  return { ...answer, program: answer.programs?.[0] }
}

describe('a search for a language', () => {
  it('comes with install line and program for the best hit, in both forms', async () => {
    const answer = await find({ query: 'gutendex', language: 'py' })
    expect(answer.program).toMatchObject({ operation: 'book.list', fence: 'python' })
    expect(answer.program!.install).toMatch(/^git clone .* && pip install -e gutendex-sdk\/py$/)
    const { program, ...plain } = answer
    expect(findSdk.text(plain)).toContain(program!.code)
  })

  it('has the program of the operation that was found', async () => {
    const { hits, program } = await find({ query: 'poetrydb poemcount load', language: 'py', limit: 1 })
    expect(hits[0]!.operation).toBe('poemcount.load')
    expect(program).toMatchObject({
      operation: 'poemcount.load',
      endpoint: expect.stringMatching(/^GET \//),
      code: expect.stringContaining('poemcount'),
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

  it('names what else the endpoint takes, what the query says first, and other endpoints', async () => {
    const { program } = await find({ query: 'earthquakes above magnitude 5 last week', language: 'ts' })
    expect(program).toMatchObject({ slug: 'earthquake-catalog-sdk', operation: 'earthquake_data.list' })
    expect(program!.code).toContain('minmagnitude: 5')
    expect(program!.note).toContain('Not in the program: “last week”.')
    expect(program!.optional).toContainEqual(expect.stringMatching(/^starttime \(like \d{4}-/))
    const refund = (await find({ query: 'refund a payment with Stripe', language: 'go' })).program!
    expect(refund.endpoint).toBe('POST /v1/refunds')
    expect(refund.endpoints!.length).toBeGreaterThan(0)
    expect(programText(refund)).toContain(`for get_sdk_readme with endpoint: ${refund.endpoints![0]}`)
  })

  it('is of the operation that takes the values of the query, and names what else may be meant', async () => {
    const query = 'which politicians represent the Canadian postal code K1A0A6'
    const { program } = await find({ query, language: 'py' })
    expect(program).toMatchObject({ operation: 'postal_code.load', code: expect.stringContaining('K1A0A6') })
    expect(program!.warning).toContain('representatif.list (GET /representatives/)')
    const searched = await find({ query: 'search the Federal Register for rules about clean water', language: 'py' })
    expect(searched.program!.code).toContain('"conditions[term]": "clean water"')
    expect(searched.program).not.toHaveProperty('example')
  })

  it('says where a request takes what the program has no place for', async () => {
    const { program } = await find({ query: 'list free public APIs of freepublicapis.com', language: 'py' })
    expect(program).toMatchObject({ optional_in: 'query' })
    expect(programText(program!)).toContain('It also takes in query: category')
  })

  it('is labelled as an example where no operation fits, with the nearest', async () => {
    const { program, hits } = await find({ query: 'add a deal in Pipedrive', language: 'ts' })
    expect(program).toMatchObject({ slug: 'pipedrive-sdk', example: true })
    expect(program!.warning).toMatch(/^No operation of pipedrive-sdk .*; the nearest: .*deal\w*\.create \(POST /)
    expect(program!.others).toContain('deal.create')
    expect(hits[0]!.operation).toBeUndefined()
    expect(programText(program!).startsWith(`${program!.warning}\nExample only`)).toBe(true)
    expect((await find({ query: 'gutendex', language: 'py' })).program!.example).toBe(true)
  })

  it('is of each of two steps, in their order and in folders of their own', async () => {
    const { programs = [] } = await find({ query: 'get the current weather and then send it by SMS', language: 'go' })
    expect(programs).toHaveLength(2)
    expect(programs[0]!.operation).toMatch(/weather/)
    expect(programs[1]!.operation).toMatch(/message|sms/)
    const folders = programs.map(({ install }) => /^mkdir -p (\S+) && cd \1 && /.exec(install!)![1])
    expect(new Set(folders).size).toBe(2)
  })

  it('names first what else may be meant, with the requests', async () => {
    const { program } = await find({ query: 'put a label on a transaction in Bud', language: 'ts' })
    expect(program!.example).toBeUndefined()
    expect(program!.warning).toMatch(/^Not sure .*manage_financial_data\.create \(POST \S+\/labels\)/)
    expect(programText(program!).startsWith(program!.warning!)).toBe(true)
  })

  it('stays with the SDK for what is done next, and says what the first answer has', async () => {
    const { programs = [] } = await find({ query: 'find a Trello board and add a list to it', language: 'ts' })
    expect(programs.map(({ slug, endpoint }) => `${slug} ${endpoint}`)[1]).toBe('trello-sdk POST /boards/{id}/lists')
    expect(programs[1]!.note).toContain(`from the answer of ${programs[0]!.operation}.`)
    const query = 'find a team in Linear and then create an issue in it'
    const { programs: [, next] = [] } = await find({ query, language: 'ts' })
    expect(next).toMatchObject({ slug: 'linear-sdk', operation: 'issue.create' })
  })

  it.each([
    ['get applicant 5521 from our DreamApply and then list the invoices', ['applicant.load', 'invoice.list']],
    ['list the deployments of Vercel project prj_1 and then cancel deployment dpl_2', ['GET /v7', 'PATCH /v12']],
    ['find the customer ada@x.io in Stripe and refund her last charge', ['GET /v1/customers', '/refund']],
    ['list OpenRouter models and create an API key named ci with a limit of 20 dollars', ['models', 'POST /keys']],
  ])('has a program for each part: %s', async (query, wanted) => {
    const { programs = [] } = await find({ query, language: 'py' })
    const calls = programs.map(({ operation, endpoint }) => `${operation}, ${endpoint}`)
    expect(calls).toEqual(wanted.map((part) => expect.stringContaining(part)))
  })

  it('says why there is no code, and what to do', async () => {
    const firstWith = (is: (record: SdkRecord) => boolean) =>
      [...services.catalog.records].find((record) => record.first_call !== undefined && is(record))!.slug
    const cases = {
      cli: firstWith(({ cli, first_call }) => cli !== undefined && first_call?.op === 'create'),
      mcp: firstWith(({ mcp, first_call }) => mcp !== undefined && first_call?.op === 'create'),
      zig: firstWith(({ languages }) => languages.includes('zig')),
    }
    for (const [language, slug] of Object.entries(cases)) {
      const { programs: [program] = [] } = await find({ query: slug, language, limit: 1 })
      if (!program) throw new Error(`no program for ${language}`)
      expect(program.code, language).toBeUndefined()
      expect(program.note, language).toMatch(/It cannot make this call|No .* code is at hand/)
      expect(program.note, language).toMatch(/[Aa]sk again with language ts/)
    }
  })

  it('is of the SDK that the query names, or says in which languages that comes', async () => {
    const { advice = [], programs } = await find({ query: 'list the unread conversations in Intercom', language: 'rb' })
    expect(programs).toBeUndefined()
    expect(advice[0]!.text).toMatch(/^intercom-sdk fits, but is not in Ruby: ask for ts/)
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
