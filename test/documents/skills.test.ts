/** The skills and their index, as a client that verifies digests sees them. */
import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { SKILLS } from '../../src/pages/skill-sources.ts'
import { testApp } from '../app.ts'
import { verifies } from '../contract/verifies.ts'

const BASE_URL = 'https://sdk.example.net'
const { app } = testApp({ site: { baseUrl: BASE_URL } })

interface Index {
  $schema: string
  skills: { name: string; type: string; description: string; url: string; digest: string }[]
}
const answer = await app.request('/.well-known/agent-skills/index.json', { headers: { 'accept-encoding': 'identity' } })
const index = (await answer.json()) as Index

verifies('files.skills-index', 'the index names its schema and every skill by its folder, at least two', () => {
  expect(answer.headers.get('content-type')).toBe('application/json')
  expect(index.$schema).toBe('https://schemas.agentskills.io/discovery/0.2.0/schema.json')
  const names = index.skills.map(({ name }) => name)
  expect(names).toEqual(readdirSync(SKILLS).sort())
  expect(names).toEqual(expect.arrayContaining(['find-an-sdk', 'use-an-sdk']))
})

describe.each(index.skills)('the skill $name', ({ name, type, description, url, digest }) => {
  test('has the digest of the very bytes served, which name the address they are served from', async () => {
    expect(url).toBe(`${BASE_URL}/.well-known/agent-skills/${name}/SKILL.md`)
    const served = await app.request(url)
    expect(served.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    const bytes = Buffer.from(await served.arrayBuffer())
    expect(bytes.toString()).not.toContain('localhost')
    expect(digest).toBe(`sha256:${createHash('sha256').update(bytes).digest('hex')}`)
  })

  test('keeps the rules of a skill', async () => {
    const text = await (await app.request(url)).text()
    const [, head = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? []
    const front = parse(head) as Record<string, unknown>
    expect(Object.keys(front)).toEqual(['name', 'description', 'license', 'metadata'])
    const metadata = { title: /^# (.+)$/m.exec(body)![1], updated: expect.stringMatching(/^2\d{3}-\d\d-\d\d$/) }
    expect(front).toMatchObject({ name, description, metadata })
    expect(type).toBe('skill-md')
    expect(name).toMatch(/^(?=.{1,64}$)[a-z0-9]+(-[a-z0-9]+)*$/)
    expect(description.length).toBeLessThanOrEqual(1024)
    expect(description).toMatch(/Use when/)
    expect(body.split('\n').length).toBeLessThan(500)
    expect(body).toMatch(/^## When to use$/m)
    expect(body).toMatch(/^## When not to use$/m)
  })
})
