/** The program that comes with the best hit of find_sdk. */
import { describe, expect, it } from 'vitest'
import { programText } from '../../src/answers/find-result.ts'
import { approxTokens } from '../../src/text/approx-tokens.ts'
import { callTool } from '../../src/tools/define/define.ts'
import { findSdk } from '../../src/tools/find-sdk.ts'
import { testServices } from '../app.ts'

const services = testServices()
async function find(input: Record<string, unknown>) {
  const answer = await callTool(findSdk, input, services)
  return { ...answer, program: answer.programs?.[0] }
}

describe('a search for a language', () => {
  it('comes with install line and program for the best hit, in both forms', async () => {
    const answer = await find({ query: 'gutendex', language: 'py' })
    expect(answer.program).toMatchObject({ operation: 'book.list GET /books', fence: 'python' })
    expect(answer.program!.install).toMatch(/^git clone .* && pip install -e gutendex-sdk\/py$/)
    const { program, ...plain } = answer
    expect(findSdk.text(plain)).toContain(program!.code)
  })

  it('has the program of the operation that the query names', async () => {
    const { program } = await find({ query: 'poetrydb poemcount load', language: 'py', limit: 1 })
    expect(program).toMatchObject({
      operation: 'poemcount.load GET /poemcount/{count}',
      code: expect.stringContaining('poemcount'),
    })
  })

  it('may be for the CLI or the MCP server, which filters nothing', async () => {
    const [cli, all] = [await find({ query: 'weather', language: 'cli' }), await find({ query: 'weather' })]
    expect(cli.total).toBe(all.total)
    expect((await find({ query: 'gutendex', language: 'cli' })).program!.code).toMatch(
      /^\.\/gutendex-cli load .*book$/m,
    )
    expect((await find({ query: 'gutendex', language: 'mcp' })).program!.note).toContain('gutendex_load')
  })

  it('is operations and no code without a language, and nothing where only related SDKs were found', async () => {
    const { program, hits, next } = await find({ query: 'gutendex' })
    expect(program!.operations![0]).toContain(' GET /books')
    for (const member of ['code', 'install', 'package', 'note']) expect(program).not.toHaveProperty(member)
    expect(hits[0]).toMatchObject({ auth: { scheme: 'none' }, server: 'https://gutendex.com' })
    expect(next).toEqual({ slug: 'gutendex-sdk', operation: program!.operation })
    expect((await find({ query: 'qqqzzz xxyyzz', language: 'py' })).program).toBeUndefined()
  })

  it('takes no value from the query: what it names are parameters, in their place', async () => {
    const { program } = await find({ query: 'earthquakes above magnitude 5 last week', language: 'ts' })
    expect(program).toMatchObject({ slug: 'earthquake-catalog-sdk', operation: 'earthquake_data.list GET /query' })
    expect(program!.code).toMatch(/^ {4}\/\/ minmagnitude: 5, \/\/ number \(example\)$/m)
    expect(program!.code).toMatch(/^ {4}\/\/ starttime: '2014-01-01', \/\/ date-time/m)
    const query = 'which politicians represent the Canadian postal code K1A0A6'
    expect(JSON.stringify(await find({ query, language: 'py' }))).not.toContain('K1A0A6')
  })

  it('comes with the likeliest operations, its own first', async () => {
    const query = 'which politicians represent the Canadian postal code K1A0A6'
    const { operation, operations = [] } = (await find({ query, language: 'py' })).program!
    expect(operations[0]).toContain(` ${operation!.split(' ').slice(1).join(' ')} `)
    expect(operations).toContainEqual(expect.stringMatching(/^postal_code\.load\(postal_code\*, .* GET \/postcodes\//))
  })

  it('comes after the operations where it is not certain which one is meant', async () => {
    const { program, hits } = await find({ query: 'put a label on a transaction in Bud', language: 'ts' })
    expect(program!.uncertain).toBe(true)
    expect(program!.operations).toContainEqual(
      expect.stringMatching(/^manage_financial_data\.create\(transaction_id\*/),
    )
    expect(hits[0]!.operation).toBeUndefined()
    expect(programText(program!)).toMatch(/^Not certain which operation of bud-\S+ is meant/)
    expect((await find({ query: 'gutendex', language: 'py' })).program!.uncertain).toBe(true)
  })

  it('is of each of two SDKs, in their order and in folders of their own', async () => {
    const { programs = [] } = await find({ query: 'convert euros to dollars and then send it by SMS', language: 'go' })
    expect(programs).toHaveLength(2)
    expect(programs[1]!.operation).toMatch(/message|sms/)
    const folders = programs.map(({ install }) => /^mkdir -p (\S+) && cd \1 && /.exec(install!)![1])
    expect(new Set(folders).size).toBe(2)
  })

  it.each([
    ['find a Trello board and add a list to it', 'POST /lists'],
    ['get applicant 5521 from our DreamApply and then list the invoices', 'GET /invoices'],
    [
      'list the deployments of Vercel project prj_1 and then cancel deployment dpl_2',
      'PATCH /v12/deployments/{id}/cancel',
    ],
    ['find the customer ada@x.io in Stripe and refund her last charge', 'POST /v1/charges/{charge}/refund'],
    [
      'create a merge request in GitLab and then approve it',
      'POST /api/v4/projects/{id}/merge_requests/{merge_request_iid}/approve',
    ],
    ['add a film to FunisGo. After that, delete it again', 'DELETE /movies/{movieId}'],
    ['list OpenRouter models and create an API key named ci with a limit of 20 dollars', 'POST /keys'],
  ])('has what is done next among the operations of the same SDK: %s', async (query, request) => {
    const { programs = [], next } = await find({ query, language: 'py' })
    expect(programs[0]!.operations).toContainEqual(expect.stringContaining(` ${request}`))
    expect(next!.operation).toMatch(new RegExp(` ${request.replace(/[/{}.]/g, '\\$&')}$`))
  })

  it.each([
    ['which country is 8.8.8.8 in', 'GET /{ip}'],
    ['refund part of a charge with Stripe', 'POST /v1/charges/{charge}/refunds'],
    ['exchange rate of EUR to USD on 2020-03-01', 'GET /{date}/{currency}'],
  ])('begins with what takes the values of the query: %s', async (query, request) =>
    expect((await find({ query, language: 'py' })).program!.operation).toContain(request),
  )

  it('does not begin with what requires the very thing that is asked for', async () =>
    expect((await find({ query: 'what is the capital of Peru', language: 'py' })).program!.operation).not.toContain(
      '/capital/',
    ))

  it('says that no operation takes the date of the query', async () =>
    expect((await find({ query: 'price of bitcoin on 2021-05-01', language: 'py' })).program!.lacks).toMatch(
      /No parameter of them is named as a date\.$/,
    ))

  it('names what is done next where no endpoint is on record', async () => {
    const { program } = await find({ query: 'find a team in Linear and then create an issue in it', language: 'ts' })
    expect(program).toMatchObject({ slug: 'linear-sdk', operation: 'team.list' })
    expect(program!.others![0]).toBe('issue.create')
  })

  it('is a curl where the CLI, the MCP server or the client fails, with the reason and nothing to install', async () => {
    const { first_call, slug } = [...services.catalog.records].find(({ cli, mcp, first_call }) => {
      return cli !== undefined && mcp !== undefined && first_call?.op === 'create'
    })!
    for (const language of ['cli', 'mcp', 'ts']) {
      const program = (await find({ query: slug, language, limit: 1 })).program!
      expect(program.operation).toContain(first_call!.path)
      expect(program.code, language).toMatch(/^curl /m)
      expect(program.without, language).toMatch(/^The API takes multipart/)
      expect(program.install, language).toBeUndefined()
    }
  })

  it('is a curl where there is no code, says why, and what to do', async () => {
    const { slug } = [...services.catalog.records].find(({ languages }) => languages.includes('zig'))!
    const { program } = await find({ query: slug, language: 'zig', limit: 1 })
    expect(program!.code).toMatch(/^curl /m)
    expect(program!.without).toMatch(/No Zig code is at hand.*Ask again with language ts/)
  })

  it('has no example that names the fields of another endpoint', async () => {
    const { program } = await find({
      query: 'search FDA drug recalls of 2023 and count them per state',
      language: 'py',
    })
    expect(program!.operations![0]).toContain(' GET /drug/enforcement.json')
    expect(program!.code).toMatch(/"search": "report_date:\[\d+ TO \d+\]", # text: field:term; .* \(example\)/)
  })

  it('names the members of an answer that the query asks for before the others', async () => {
    const { program } = await find({ query: 'find all editions of the book "Dune" and print ISBNs', language: 'go' })
    expect(program!.operations![0]).toMatch(/answers docs: \[\{[^}]*\bisbn\b/)
  })

  it.each([
    ['list the unread conversations in Intercom', 'intercom-sdk'],
    ['upload a PDF file to a Slack channel and post a message with a link to it', 'slack-sdk'],
  ])('is a curl of the SDK that fits or is named where that is not in the language: %s', async (query, slug) => {
    const { advice = [], program, next } = await find({ query, language: 'rb' })
    expect(next).not.toHaveProperty('language')
    expect(program).toMatchObject({ slug, fence: 'bash', code: expect.stringMatching(/^curl /m) })
    expect(advice[0]!.text).toMatch(
      new RegExp(`^${slug} (?:fits|exists), but is not in Ruby|^${slug} exists, but not in Ruby`),
    )
  })

  it('says what fits in other languages where those of the filter only share a word', async () => {
    for (const language of ['rust', 'kt'] as const) {
      const { fit, advice = [] } = await find({ query: 'latest currency exchange rates', language })
      expect(fit).toBe('none')
      expect(advice[0]!.text).toMatch(/^[a-z0-9-]+ fits, but is not in (?:Rust|Kotlin): ask for /)
    }
  })

  it('answers where a filter leaves only what shares a word with the query', async () => {
    for (const topic of services.catalog.topics)
      expect(await find({ query: 'weather forecast', topic, language: 'py' })).toHaveProperty('fit')
  })

  it.each([
    [undefined, 300],
    ['py', 480],
    ['mcp', 480],
  ])('for half of the recorded needs, an answer with language %s has at most %s tokens', async (language, most) => {
    const needs = [...services.catalog.records].flatMap(({ needs: [need] }) => need ?? [])
    const sizes: number[] = []
    for (const query of needs.filter((_, at) => at % 16 === 0)) {
      const answer = await callTool(findSdk, { query, ...(language && { language }) }, services)
      sizes.push(approxTokens(findSdk.text(answer)))
    }
    expect(sizes.length).toBeGreaterThan(40)
    sizes.sort((a, b) => a - b)
    expect(sizes[Math.floor(sizes.length / 2)]).toBeLessThanOrEqual(most)
  })
})
