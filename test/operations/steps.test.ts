/** Queries of several steps: each step has an operation, or the answer says that it has none. */
import { describe, expect, it } from 'vitest'
import { choosePlans } from '../../src/operations/choose-call.ts'
import { stepsIn } from '../../src/operations/steps.ts'
import { isProgramStep } from '../../src/query/follow-ups.ts'
import { entitiesIn } from '../../src/store/operations.ts'
import { callTool } from '../../src/tools/define/define.ts'
import { findSdk } from '../../src/tools/find-sdk.ts'
import { getSdkReadme } from '../../src/tools/get-sdk-readme.ts'
import { testServices } from '../app.ts'
import { embedded } from '../embedded.ts'

const services = testServices()
const { catalog } = services

describe('a query of several steps', () => {
  it('loses none of them: a program has it, a line names another SDK, or the answer says that nothing does it', async () => {
    const needs = embedded.records.flatMap(({ needs: [need] }) => need ?? [])
    const pairs = needs.flatMap((need, at) => (at % 20 === 0 ? [`${need}, then get ${needs.at(-1 - at)!}`] : []))
    expect(pairs.length).toBeGreaterThan(20)
    for (const query of pairs) {
      const { hits } = catalog.find(query, {}, 5)
      const { plans, left } = await choosePlans(hits, { query, target: 'py', filters: {} }, catalog)
      const slugs = plans.map(({ plan }) => plan.record.slug)
      expect(new Set(slugs).size, query).toBe(slugs.length)
      for (const { text, intent } of plans.length > 0 ? stepsIn(query) : []) {
        const isGoodHere = catalog
          .find(text, {}, 5)
          .hits.some(({ fit, record }) => fit === 'good' && slugs.includes(record.slug))
        const isSaid = left.some(({ step }) => step === text)
        expect(
          plans.some(({ steps }) => steps.includes(intent)) || isSaid || isGoodHere || isProgramStep(text),
          text,
        ).toBe(true)
      }
    }
  })

  it.each([
    ['find a show on TVmaze by name and print its episodes', / GET \/shows\/\{id\}\/episodes /],
    [
      'find a city by postal code 90210 and get the weather there tomorrow',
      /^For “get the weather there tomorrow”: weather/m,
    ],
    ['list my Joplin notebooks and then create a note in one of them', / POST \/notes /],
    ['create a subscriber in Novu and then trigger a workflow for them', / POST \/v1\/events\/trigger /],
    ['shorten a link and then make a QR code of the short link', / POST \/api\/qrcode /],
    ['find out the weather in Oslo and open a GitLab issue about it', /^Operations? of weather/m],
    ['create a Stripe customer and then a subscription with two prices', /, items\b.* POST \/v1\/subscriptions /],
    ['which words rhyme with silver', /^Not in these operations, unless as a value: .*“rhyme”/m],
    ['is the IBAN DE89370400440532013000 valid', /^Not in these operations, unless as a value: .*“iban”/m],
    [
      'send a photo to a Telegram chat through a bot, then pin that message',
      /^No operation was matched with “pin that message” by its words; .*\nNext: .* POST \/sendPhoto/m,
    ],
    [
      'open a GitHub issue with labels and an assignee, then comment on it',
      /^- \S+\(.*\) POST \S+\/issues –.*\n- .* POST \S+\/comments –/m,
    ],
    ['find a Wikipedia article and get its summary', /^No operation was matched with “get its summary”/m],
    ['search FDA drug recalls of 2023, and count them per state', /^Next: .* GET \/drug\/enforcement\.json/m],
    [
      'get the hourly temperature and wind speed forecast for Lisbon for the next 3 days',
      /^Next: .* GET \/v1\/forecast/m,
    ],
    ['list the next five SpaceX launches', /^- \S+ direct GET \/launches\/upcoming /m],
    ['chuck norris joke of the category science', /likeliest first.*:\n- .* GET \/jokes\/random /],
    [
      'get the Bitcoin price in euro and its highest price of the last year',
      /^No operation .*“its highest price of the last year”/m,
    ],
    [
      'which senators voted in the last session; first list the sessions (Swiss parliament)',
      /^No operation .*“which senators voted/m,
    ],
  ])('%s', async (query, line) =>
    expect(findSdk.text(await callTool(findSdk, { query, language: 'py' }, services))).toMatch(line),
  )

  it('never takes a name or a date for a step that nothing does', async () => {
    const needs = embedded.records.flatMap(({ needs: [need] }) => need ?? []).filter((_, at) => at % 40 === 0)
    for (const query of needs.flatMap((need) => [`${need}, 2026-11-26`, `${need} for Rome and New York`])) {
      const { steps_left = [] } = await callTool(findSdk, { query, language: 'py' }, services)
      for (const { step } of steps_left) expect(step, query).not.toMatch(/^(?:2026-11-26|New York)$/)
    }
  })

  it('what is in the answer of the first step has a line of another SDK at most, and no program', async () => {
    const { programs = [] } = await callTool(
      findSdk,
      { query: 'search scientific papers by author and download the PDF', language: 'ts' },
      services,
    )
    expect(programs).toHaveLength(1)
  })

  it('beside an SDK that fits well, one that shares a few words has no program', async () => {
    const query =
      'search Crossref for papers about CRISPR off-target effects of 2023 and get the abstracts of the first ten'
    const { hits, programs = [] } = await callTool(findSdk, { query, language: 'ts' }, services)
    const weak = hits.flatMap(({ fit, slug }) => (fit === 'good' ? [] : slug))
    expect(weak).not.toEqual([])
    for (const { slug } of programs) expect(weak).not.toContain(slug)
  })

  it('where nothing fits well, only the first hit has a program', async () => {
    const query =
      'search PubMed for papers about CRISPR off-target effects of 2023 and get the abstracts of the first ten'
    const { fit, hits, programs = [] } = await callTool(findSdk, { query, language: 'ts' }, services)
    expect(fit).toBe('weak')
    expect(programs.map(({ slug }) => slug)).toEqual([hits[0]!.slug])
  })

  it('names who knows the coordinates of a place, where an operation takes coordinates and the query has none', async () => {
    const text = async (query: string) => findSdk.text(await callTool(findSdk, { query, language: 'py' }, services))
    expect(await text('when does the sun set in Porto')).toMatch(
      /^For “coordinates of a place by name”: \S+: \S+\.\w+\(.*\) GET /m,
    )
    expect(await text('when does the sun set at 41.15, -8.61')).not.toContain('coordinates of a place')
  })
})

it('an SDK that is named beside a need of another one has its operations listed first, and no clear one', async () => {
  const records = embedded.records.filter(({ needs, first_call }) => needs.length > 0 && first_call)
  const programs = []
  for (const [at, { title, slug }] of records.entries()) {
    if (at % 30 > 0) continue
    const query = `${records[(at + 300) % records.length]!.needs[0]} with ${title}`
    const answer = await callTool(findSdk, { query, language: 'py' }, services)
    const program = answer.programs?.find((each) => each.slug === slug)
    if (program && (program.operations?.length ?? 0) > 1) programs.push({ query, ...program })
  }
  expect(programs.length).toBeGreaterThan(8)
  const clear = programs.filter(({ uncertain }) => !uncertain)
  expect(clear.length, JSON.stringify(clear.map(({ query, operation }) => [query, operation]))).toBeLessThanOrEqual(
    programs.length / 10,
  )
})

it('no operation that wants coordinates leads where a place is named and another operation takes its name', async () => {
  for (const query of ['find the latitude and longitude of a street address', 'coordinates of the Eiffel Tower']) {
    const { programs = [] } = await callTool(findSdk, { query, language: 'py' }, services)
    expect(programs[0]!.operations![0], query).not.toMatch(/\(lat/)
  }
})

it('has code and the next call for each sheet of operations, also where it is not certain what is meant', async () => {
  const needs = embedded.records.flatMap(({ needs: [need] }) => need ?? []).filter((_, at) => at % 5 === 0)
  for (const query of needs) {
    const answer = await callTool(findSdk, { query, language: 'py' }, services)
    for (const { code, operations = [] } of answer.programs ?? []) {
      if (operations.length === 0) continue
      expect(code ?? '', query).not.toBe('')
      expect(answer.next, query).toHaveProperty('operation')
    }
  }
})

it('the start page of an API, which tells of nothing else, never leads', async () => {
  for (const record of embedded.records) {
    const { operations: lines = [] } = await callTool(getSdkReadme, { slug: record.slug, language: 'py' }, services)
    const [first = '', ...others] = lines
    if (others.length > 0)
      expect(first, record.slug).not.toMatch(/\(\) (?:direct )?GET \/ – (?:root|welcome|name, version)/)
  }
})

it('what an upload sends is from no list of what was sent before', async () => {
  for (const slug of catalog.slugs()) {
    for (const { operations } of entitiesIn(await catalog.operations(slug))) {
      const uploads = operations
        .flatMap(({ op, points }) => (op === 'create' ? points : []))
        .filter(({ path }) => /upload/i.test(path))
      const files = uploads.flatMap(({ parameters }) =>
        parameters.filter(({ name, in: where }) => name === 'file' && where === 'body'),
      )
      expect(
        files.flatMap(({ from }) => from ?? []),
        slug,
      ).toEqual([])
    }
  }
})
