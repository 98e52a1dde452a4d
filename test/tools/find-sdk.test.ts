/** find_sdk and did-you-mean as callers meet them: over REST and as data. */
import { describe, expect, it } from 'vitest'
import { readQueries } from '../../evals/measure.ts'
import { lettersAndDigits } from '../../src/query/words/words.ts'
import { approxTokens } from '../../src/text/approx-tokens.ts'
import { callTool } from '../../src/tools/define/define.ts'
import { findSdk } from '../../src/tools/find-sdk.ts'
import { getSdkEntry } from '../../src/tools/get-sdk-entry.ts'
import { testApp, testServices } from '../app.ts'
import { embedded } from '../embedded.ts'

const services = testServices()
const find = (input: unknown) => callTool(findSdk, input, services)
const { app } = testApp()

async function get(path: string) {
  const response = await app.request(path)
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

describe('a concise answer', () => {
  it('of ten hits costs under 900 tokens in both of its forms, whatever was asked', async () => {
    // The queries of the evaluation are similar to each other, so every fourth is asked.
    const queries = readQueries().flatMap(({ query }, at) => (at % 4 === 0 ? [query] : []))
    for (const query of [...queries, 'data', 'images', 'hubspot', 'bluefin', 'x '.repeat(500)]) {
      const answer = await find({ query, limit: 10 })
      expect(approxTokens(JSON.stringify(answer)), query).toBeLessThan(1_300)
      expect(approxTokens(findSdk.text(answer)), query).toBeLessThan(900)
    }
  })

  it('says its own size to within a few tokens', async () => {
    const answer = await find({ query: 'weather' })
    expect(Math.abs(answer.approx_tokens - approxTokens(JSON.stringify(answer)))).toBeLessThan(8)
  })

  it('says in its text all that its data says', async () => {
    for (const query of ['weather', 'wether forcast', 'zebrafish weather', 'qqqqzzzz']) {
      const answer = await find({ query })
      const text = findSdk.text(answer)
      const [{ description = '', reason = '' } = {}] = answer.hits
      for (const part of [description, reason, ...answer.hits.flatMap(({ slug, title }) => [slug, title])])
        expect(text).toContain(part)
      const advice = (answer.advice ?? []).map((one) => one.text)
      for (const part of [...Object.entries(answer.read_as ?? {}).flat(), ...(answer.nearest ?? []), ...advice])
        expect(text).toContain(part)
      for (const [topic, count] of Object.entries(answer.topics ?? {})) expect(text).toContain(`${topic} ${count}`)
    }
  })
})

describe('a detailed answer', () => {
  it('adds topics, addresses and install lines, of one language where one is asked for', async () => {
    const { hits } = await find({ query: 'open-meteo', detail: 'detailed', language: 'go', limit: 1 })
    expect(hits[0]).toMatchObject({
      slug: 'open-meteo-sdk',
      topics: expect.arrayContaining(['weather']),
      readme_url: expect.stringMatching(/open-meteo-sdk\.md$/),
    })
    expect(hits[0]!.install!.some((line) => /^Go\b[^:]*: .*go get /.test(line))).toBe(true)
    expect(hits[0]!.install!.some((line) => line.startsWith('Python: '))).toBe(false)
  })

  it('adds the facts on record, which a concise one leaves out', async () => {
    const input = { query: 'weather forecast', language: 'py', limit: 5 }
    const answer = await find({ ...input, detail: 'detailed' })
    for (const hit of answer.hits) {
      const record = services.catalog.record(hit.slug)!
      expect(hit.auth).toMatchObject({ scheme: record.auth.scheme })
      expect(hit.languages).toEqual(record.languages)
      expect(hit.server).toBe(record.servers[0]?.url)
      expect(hit.api_version).toBe(record.api_version)
      expect(hit.entities ?? 0).toBe(record.entities.length)
      expect(hit.operations ?? 0).toBe(record.entities.flatMap(({ ops }) => ops).length)
      for (const fact of [hit.package, hit.server, hit.api_version, hit.auth!.scheme, hit.operations])
        if (fact !== undefined) expect(findSdk.text(answer)).toContain(String(fact))
    }
    expect(Object.keys((await find(input)).hits[0]!).sort()).toEqual(['description', 'fit', 'reason', 'slug', 'title'])
  })

  it('has the install lines of get_sdk_entry', async () => {
    const entry = await callTool(getSdkEntry, { slug: 'poetrydb-sdk' }, services)
    const { hits } = await find({ query: 'poetrydb', detail: 'detailed' })
    for (const line of hits[0]!.install!)
      expect(getSdkEntry.text(entry, services)).toContain(line.replace(/git clone .*? checkout -q \w+ && /, ''))
    const { hits: inTs } = await find({ query: 'poetrydb', detail: 'detailed', language: 'ts' })
    expect(inTs[0]!.install![0]).toMatch(/^TypeScript: git clone .* && npm i \.\/poetrydb-sdk\/ts$/)
  })
})

it('the counts say how many matches are left with no_auth', async () => {
  const input = { query: 'weather', limit: 1, detail: 'detailed' as const }
  const { no_auth, total } = await find(input)
  expect(no_auth).toBeLessThan(total)
  expect((await find({ ...input, no_auth: true })).total).toBe(no_auth)
  expect(findSdk.text(await find(input))).toContain(`No key: ${no_auth}.`)
})

describe('the text', () => {
  it.each([
    ['open-meteo', 'exact', 'exactly this name'],
    ['poems by author', 'all', 'every word'],
    ['wether forcast', 'typos', 'spelling corrected'],
    ['klingon poems', 'any', 'some words'],
    ['jira', 'related', 'of the same kind'],
  ])('of "%s" says how strictly it matches: %s', async (query, match, words) => {
    const answer = await find({ query })
    expect(answer.match).toBe(match)
    expect(findSdk.text(answer).split('\n')[0]).toContain(words)
  })

  it('says what was read in the query, and what each hit lacks of it', async () => {
    const corrected = findSdk.text(await find({ query: 'wether forcast no key', limit: 2 }))
    expect(corrected).toContain('\nRead as: wether → weather, forcast → forecast. Asked for: no key.\n')
    const answer = await find({ query: 'send sms in C', limit: 20 })
    expect(findSdk.text(answer)).toContain('\nAsked for: in C.')
    for (const { slug, reason } of answer.hits)
      expect([slug, reason.endsWith('; not in C')]).toEqual([
        slug,
        !services.catalog.record(slug)!.languages.includes('c'),
      ])
    const { hits } = await find({ query: 'read-only payments without a key in haskell', limit: 20 })
    expect(hits.some(({ reason }) => reason.endsWith('; not in Haskell; may need a key; not read-only'))).toBe(true)
  })

  it('ends the list where the match ends, and says how many more share a word', async () => {
    for (const query of ['poems by author', 'twilio', 'payments', 'klingon poems']) {
      const answer = await find({ query, limit: 30 })
      const { fit, total, hits, others } = answer
      const isAnswered = fit === 'good'
      expect([hits.length, others!.first.length]).toEqual([total, isAnswered ? 0 : Math.min(others!.total, 30 - total)])
      expect(hits.map(({ fit }) => fit)).not.toContain('none')
      expect(findSdk.text(answer)).toMatch(
        isAnswered
          ? `${others!.total} more share a word.`
          : `${others!.total} more share a word: ${others!.first.join(', ')}.`,
      )
    }
  })

  it('of no hit begins with what to do', async () => {
    const answer = await find({ query: 'qqqqzzzz' })
    expect(findSdk.text(answer)).toMatch(/^Fit: none\. No hits, about \d+ tokens\.\nNo matches\. /)
  })
})

it('a reason can be verified in the record: its field has the words, and hidden texts are named whole', async () => {
  const bySlug = new Map(embedded.records.map((record) => [record.slug, record]))
  const queries = readQueries().flatMap(({ query }, at) => (at % 4 === 1 ? [query] : []))
  const answers = await Promise.all(queries.map((query) => find({ query })))
  const hits = answers.flatMap((answer) => answer.hits)
  let verified = 0
  for (const { slug, reason } of hits) {
    const { title, description = '', topics, needs, aliases } = bySlug.get(slug)!
    const texts: Record<string, string> = { title: `${title} ${slug}`, description, topic: topics.join(' ') }
    for (const part of reason.split('; ')) {
      const [, field = '', words = ''] = /^([a-z ]+): (.*)$/.exec(part) ?? []
      if (field === 'asked for as') expect(needs, part).toContain(words)
      else if (field === 'also called') expect(aliases, part).toContain(words)
      else if (texts[field] !== undefined)
        expect(
          words.split(' ').filter((word) => !lettersAndDigits(texts[field]!).includes(lettersAndDigits(word))),
          `${slug}: ${part}`,
        ).toEqual([])
      else continue
      verified++
    }
  }
  expect(verified).toBeGreaterThan(hits.length / 2)
})

it('a query of several needs says which hits answer which, in both forms', async () => {
  const query = 'Send the customer a text message, look up the postcode of his parcel in the UK and draw a tarot card.'
  const answer = await find({ query })
  const first = Object.fromEntries(answer.needs!.map(({ need, hits }) => [need, answer.hits[hits[0]! - 1]!.slug]))
  expect(first['draw a tarot card']).toBe('tarot-card-meanings-sdk')
  expect(first['look up the postcode of his parcel in the UK']).toBe('postcodesio-sdk')
  expect(findSdk.text(answer)).toMatch(/^By need: .*“draw a tarot card” \d/m)
  expect((await find({ query: 'send a text message' })).needs).toBeUndefined()
})

describe('a language', () => {
  it('leaves out SDKs in other languages only, and says whose languages are unknown', async () => {
    const records = embedded.records
      .filter(({ description = '' }) => /mail/i.test(description))
      .map((record, at) => (at % 2 ? record : { ...record, languages: [], packages: {} }))
    const half = testServices({ data: { ...embedded, records } })
    const ask = (language: 'py' | 'zig') => callTool(findSdk, { query: 'temporary email', language, limit: 50 }, half)
    const languagesOf = (slug: string): readonly string[] => half.catalog.record(slug)!.languages
    const { hits } = await ask('py')
    const unsure = hits.filter(({ reason }) => reason.endsWith('; languages unknown'))
    expect(unsure.length).toBeGreaterThan(0)
    expect(hits.length).toBeGreaterThan(unsure.length)
    for (const hit of hits) {
      if (unsure.includes(hit)) expect(languagesOf(hit.slug)).toEqual([])
      else expect(languagesOf(hit.slug)).toContain('py')
    }
    expect((await ask('zig')).total).toBeLessThan(hits.length)
  })

  it.each(['stripe', 'current F1 telemetry'])('does not hide the best hit: %s', async (query) => {
    const [best] = (await find({ query })).hits
    expect((await find({ query, language: 'py' })).hits[0]?.slug).toBe(best?.slug)
  })

  it('that uses the packages of another one finds them: TypeScript for JavaScript', async () => {
    const { hits } = await find({ query: 'dog pictures', language: 'js', detail: 'detailed', limit: 1 })
    expect(hits[0]?.slug).toBe('dog-sdk')
    expect(hits[0]?.install?.[0]).toMatch(/^TypeScript/)
  })
})

describe('an input', () => {
  it('names a language by its code or any of its names', async () => {
    const { hits, total } = await find({ query: 'weather', language: 'go' })
    for (const language of ['Go', 'golang', ' GO '])
      expect(await find({ query: 'weather', language })).toMatchObject({ hits, total })
    expect((await get('/api/sdk/find?query=weather&language=Golang')).body).toMatchObject({ total })
  })

  it('of 1000 characters outside the basic plane is taken', async () =>
    expect((await find({ query: '\u{1f600}'.repeat(1000) })).match).toBe('none'))

  it('has its topic counted in characters too', async () => {
    const refused = (topic: string) => find({ query: 'x', topic }).catch(({ info }) => info.errors[0].message)
    expect(await refused('\u{1f600}'.repeat(60))).toBe('is not a topic of the catalogue')
    expect(await refused('\u{1f600}'.repeat(61))).toBe('must have at most 60 characters')
  })

  it('names a topic in any case, and learns the nearest where there is none', async () => {
    expect((await find({ query: 'ip', topic: 'IP Lookup' })).total).toBeGreaterThan(0)
    await expect(find({ query: 'rain', topic: 'wether' })).rejects.toMatchObject({
      code: 'invalid_request',
      info: { resolution: 'Did you mean "weather"?' },
    })
  })
})
