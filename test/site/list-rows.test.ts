/** Rows of the list of SDKs: which come first, and what each says. */
import { describe, expect, it } from 'vitest'
import { hitMatchText } from '../../src/answers/find-hit.ts'
import { LANGUAGES } from '../../src/catalog/record/languages.ts'
import { operationCount, readiness } from '../../src/catalog/record/readiness.ts'
import type { SdkRecord } from '../../src/catalog/record/record.ts'
import { needsNoKey } from '../../src/catalog/record/traits.ts'
import { escapeMarkdown } from '../../src/text/write-markdown.ts'
import { BASE_URL } from '../app.ts'
import { app, both, catalog, find, page, slugs } from './list-pages.ts'

describe('a row of the list', () => {
  it('says as find_sdk does what was read, how well each hit fits, what to call or why, and what it lacks', async () => {
    const { hits } = await find('query=send+sms+in+C&limit=40')
    const [html, markdown] = await both('?q=send+sms+in+C')
    for (const text of [html, markdown]) expect(text).toContain('Good match: every word matches. Asked for: in C.')
    const rowOf = (text: string, slug: string) => text.split(`/${slug}">`)[1]!.split('class="tick"')[0]!
    const marks = { good: '', weak: '<b>weak match</b>', none: '<b>not a match</b>' }
    // In another order, and with filters that only the page has, each has the same.
    const sorted = await page('/sdk?q=send+sms+in+C&sort=title&mcp=true')
    const last = hits.findLast(({ slug }) => sorted.includes(`/${slug}">`))!
    for (const [text, { slug, fit, reason, operation }] of [
      ...hits.map((hit) => [html, hit] as const),
      [sorted, last] as const,
    ]) {
      expect(rowOf(text, slug)).toContain(marks[fit])
      if (operation)
        expect(rowOf(text, slug)).toContain(`/${operation.replace('.', '/')}"><code>${operation}</code></a>`)
      else if (fit !== 'good') expect(rowOf(text, slug)).toContain(reason)
      expect(rowOf(text, slug).includes('not in C')).toBe(reason.includes('not in C'))
    }
    for (const hit of hits) expect(markdown).toContain(` [${escapeMarkdown(hitMatchText(hit))}]\n`)
  })

  it('says in one line of each SDK its languages, operations, licence, day of the last commit and proof', async () => {
    for (const slug of ['poetrydb-sdk', 'stripe-sdk']) {
      const { languages, entities, license, updated, proven, title } = catalog.record(slug)!
      const facts = [
        languages.map((language) => LANGUAGES[language]).join(', '),
        `${entities.flatMap(({ ops }) => ops).length} operations`,
        ...[license, updated, proven && `proven in ${proven.languages.length} languages`].filter(Boolean),
      ]
      expect(await page(`/sdk?${new URLSearchParams({ q: title })}`)).toContain(facts.join(' · '))
    }
  })

  it('begins no list with an SDK that fewer can use than one that is as ready, and none with a mere error page', async () => {
    const order = Array.from(catalog.records.mostReady(), (at) => catalog.records.at(at))
    const uses = (record: SdkRecord) =>
      [needsNoKey(record), record.first_call && !record.first_call.direct, operationCount(record) > 2].filter(Boolean)
        .length
    const [first] = order as [SdkRecord]
    expect(uses(first)).toBe(3)
    for (const topic of ['', ...catalog.topics]) {
      const [lead] = slugs(await page(`/sdk?topic=${encodeURIComponent(topic)}`))
      const members = order.filter(({ topics }) => topic === '' || topics.includes(topic))
      const peers = members.filter((record) => readiness(record) === readiness(members[0]!))
      expect(lead).toBe(members[0]!.slug)
      // Needs of single operations may outweigh one of the three.
      expect(uses(members[0]!)).toBeGreaterThanOrEqual(Math.max(...peers.map(uses)) - 1)
      if (members.length > 2) expect(lead).not.toBe('n404-error-handler-sdk')
    }
  })

  it('offers the whole catalogue as CSV, JSON and JSON Lines with language, key and licence', async () => {
    const text = await page('/sdk')
    for (const path of ['/sdk/example-sdk.csv', '/api/sdk/catalog.json', '/sdk/facts.jsonl']) {
      expect(text).toContain(`href="${path}"`)
      expect((await app.request(BASE_URL + path)).status).toBe(200)
    }
    const facts = await (await app.request(`${BASE_URL}/sdk/facts.jsonl`)).text()
    const members = new Set(
      facts
        .trim()
        .split('\n')
        .flatMap((line) => Object.keys(JSON.parse(line))),
    )
    expect([...members]).toEqual(expect.arrayContaining(['languages', 'auth', 'license']))
  })
})
