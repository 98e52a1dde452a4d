/** The manifest of Agentic Resource Discovery (ARD v0.91 §4, §5.1), and the ways to it. */
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { ardManifest } from '../../src/ard/ard-manifest.ts'
import type { ArdEntry } from '../../src/ard/ard-schemas.ts'
import { testApp } from '../app.ts'

const { app, services } = testApp()
const { site, catalog } = services

/** The rules of §4.2 and of its conformance tester, as a schema of our own. */
const Entry = z.looseObject({
  identifier: z.string().regex(/^urn:air:[a-z0-9.-]+(:[a-z0-9._-]+)+$/),
  displayName: z.string().min(1),
  type: z.string().regex(/^(application\/[a-z+-]+|text\/markdown; profile="urn:air:agent-skills")$/),
  url: z.url().optional(),
  data: z.strictObject({ specVersion: z.literal('1.0'), entries: z.array(z.looseObject({ url: z.url() })) }).optional(),
  representativeQueries: z.array(z.string().min(1)).min(2).max(5),
  updatedAt: z.iso.datetime().optional(),
  metadata: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  trustManifest: z.looseObject({ identity: z.literal(site.baseUrl) }),
})

describe('the manifest', () => {
  const manifest = JSON.parse([...ardManifest(services)].join(''))
  const entries: ArdEntry[] = manifest.entries

  test('has an entry for the MCP server, the registry, each skill and each SDK, all well-formed', () => {
    for (const entry of entries) expect(Entry.safeParse(entry).error, entry.displayName).toBeUndefined()
    expect(new Set(entries.map(({ identifier }) => identifier)).size).toBe(entries.length)
    const slugs = entries.flatMap(({ identifier }) => /:sdk:(.+)$/.exec(identifier)?.[1] ?? [])
    expect(slugs).toEqual([...catalog.slugs()])
    const { hostname } = new URL(site.baseUrl)
    for (const { identifier } of entries) expect(identifier.split(':')[2]).toBe(hostname)
  })

  test('leads to what really has the stated media type', async () => {
    for (const { url, data, type } of entries) expect([url, data].filter(Boolean), type).toHaveLength(1)
    const inside = ({ data, ...entry }: ArdEntry) => (data as { entries: ArdEntry[] } | undefined)?.entries ?? [entry]
    const targets = entries.slice(0, 10).flatMap(inside)
    for (const { url, type } of targets) {
      if (type === 'application/ai-registry+json') continue
      const answer = await app.request(url as string)
      expect([answer.status, answer.headers.get('content-type')!.split(';')[0]]).toEqual([200, type.split(';')[0]])
    }
  })

  test('says what is on record of an SDK, with its surfaces as tokens', () => {
    const { slug, languages, github_url } = catalog.records.at(0)
    const entry = entries.find(({ identifier }) => identifier.endsWith(`:sdk:${slug}`))!
    expect(entry.capabilities).toEqual(expect.arrayContaining(languages.map((code) => `sdk-${code}`)))
    expect(entry.metadata).toMatchObject({ code: github_url })
    expect(entry.trustManifest).toMatchObject({ provenance: [{ relation: 'derivedFrom', sourceId: github_url }] })
  })

  test('is the same at both addresses, and found from the first page', async () => {
    const bodies = new Set<string>()
    for (const [path, type] of [
      ['/.well-known/ard.json', 'application/json'],
      ['/.well-known/ai-catalog.json', 'application/ai-catalog+json'],
    ] as const) {
      const answer = await app.request(path)
      expect(answer.headers.get('content-type')).toBe(type)
      expect(answer.headers.get('access-control-allow-origin')).toBe('*')
      bodies.add(await answer.text())
    }
    expect([...bodies].map((body) => JSON.parse(body))).toEqual([manifest])
    expect((await app.request('/')).headers.get('link')).toContain('/.well-known/ard.json>; rel="ard"')
  })
})
