/** Skills over MCP are those of the well-known index, to the byte. */
import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { testApp } from '../app.ts'
import { legacy, type Members, modern, type Sent } from './messages.ts'
import { post } from './transports.ts'

const BASE_URL = 'https://sdk.example.net'
const { app } = testApp({ site: { baseUrl: BASE_URL } })

const ask = async <Result>(sent: Sent) => (await post(app, sent)).result as Result

/** Of an entry of the index. */
const named = ({ name, description, digest }: Members) => ({ name, description, digest })

interface Skill {
  uri: string
  frontmatter: { name: string; description: string }
  resources: { uri: string; digest: string; size: number }[]
}

it('the skills are those of the index; each has the digest and size it was listed with, and names the address it is served from', async () => {
  const { skills } = await ask<{ skills: Skill[] }>(legacy('skills/list'))
  const index = await (await app.request('/.well-known/agent-skills/index.json')).json()
  const served = skills.map(({ frontmatter, resources: [{ digest } = {}] }) => ({ ...frontmatter, digest }))
  expect({ skills: served }).toMatchObject({ skills: (index as { skills: Members[] }).skills.map(named) })
  for (const { uri, resources } of skills) {
    const { skill } = await ask<{ skill: Skill }>(modern('skills/get', { uri }))
    expect(skill.resources).toEqual(resources)
    const { contents } = await ask<{ contents: Members[] }>(modern('resources/read', { uri }))
    const bytes = Buffer.from(contents[0]!.text as string)
    expect(`sha256:${createHash('sha256').update(bytes).digest('hex')}`).toBe(resources[0]!.digest)
    expect(bytes.length).toBe(resources[0]!.size)
    expect(bytes.toString()).not.toContain('localhost')
  }
})

it('a server for one call promises the same as one that lasts', async () => {
  const { capabilities } = await ask<{ capabilities: Members }>(modern('server/discover'))
  expect(capabilities.extensions).toEqual({ 'io.modelcontextprotocol/skills': { directoryRead: true } })
})
