/**
 * The skills in skills/ as this service serves them, and their index (Agent Skills Discovery 0.2.0). The index has the
 * digest of the served bytes; clients refuse a skill that differs.
 */
import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import * as z from 'zod'
import { addressed, SKILLS } from '../pages/skills.ts'
import { readFrontMatter } from '../text/front-matter.ts'
import type { Site } from '../tools/define.ts'

/** The members of the front matter that the index repeats (agentskills.io). */
const FrontMatter = z.looseObject({
  name: z
    .string()
    .max(64)
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  description: z.string().min(1).max(1024),
})

export const skills = readdirSync(SKILLS, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => readSkill(name))
  .sort((a, b) => (a.name < b.name ? -1 : 1))

/** @throws Error that names the skill, for front matter that breaks a rule */
function readSkill(folder: string) {
  const source = readFileSync(new URL(`${folder}/SKILL.md`, SKILLS), 'utf8')
  const head = FrontMatter.safeParse(readFrontMatter(source).head)
  if (!head.success) throw new Error(`skills/${folder}: ${z.prettifyError(head.error)}`)
  const { name, description } = head.data
  if (name !== folder) throw new Error(`skills/${folder}: the name in SKILL.md is "${name}"; it must be the folder's`)
  return {
    name,
    description,
    /** Below the base URL. */
    path: `/.well-known/agent-skills/${name}/SKILL.md`,
    /** SKILL.md as this site serves it. */
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
