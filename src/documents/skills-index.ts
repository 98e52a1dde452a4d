/**
 * The skills in skills/ as this service serves them, and their index (Agent Skills Discovery 0.2.0). The index has the
 * digest of the served bytes; clients refuse a skill that differs.
 */
import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { addressed, SKILLS } from '../pages/skill-sources.ts'
import { readFrontMatter } from '../text/front-matter.ts'
import type { Site } from '../tools/define/define.ts'

export const skills = readdirSync(SKILLS, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => readSkill(name))
  .sort((a, b) => (a.name < b.name ? -1 : 1))

/** The SDK checks the rules of the format when a server is built (mcp/content/skill-resources.ts), and a test does. */
function readSkill(folder: string) {
  const source = readFileSync(new URL(`${folder}/SKILL.md`, SKILLS), 'utf8')
  const { name, description } = readFrontMatter(source).head as { name: string; description: string }
  return {
    name,
    description,
    path: `/.well-known/agent-skills/${name}/SKILL.md`,
    markdown: ({ baseUrl }: Site) => addressed(source, baseUrl),
  }
}

export const skillsIndex = (site: Site) => ({
  $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
  skills: skills.map(({ name, description, path, markdown }) => ({
    name,
    type: 'skill-md',
    description,
    url: `${site.baseUrl}${path}`,
    digest: `sha256:${hash('sha256', markdown(site))}`,
  })),
})
