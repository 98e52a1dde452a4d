/**
 * The skills in skills/ as this service serves them, and their index (Agent Skills Discovery 0.2.0). The index has the
 * digest of the served bytes; clients refuse a skill that differs.
 */
import { createHash } from 'node:crypto'
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

export interface Skill {
  name: string
  description: string
  /** Path below the base URL. */
  path: string
  /** SKILL.md as this site serves it. */
  markdown(site: Site): string
}

const SCHEMA = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json'

export const skills: readonly Skill[] = readdirSync(SKILLS, { withFileTypes: true })
  .flatMap((each) => (each.isDirectory() ? [each.name] : []))
  .sort()
  .map(readSkill)

/** @throws Error that names the skill, for front matter that breaks a rule */
function readSkill(folder: string): Skill {
  const source = readFileSync(new URL(`${folder}/SKILL.md`, SKILLS), 'utf8')
  const head = FrontMatter.safeParse(readFrontMatter(source).head)
  if (!head.success) throw new Error(`skills/${folder}: ${z.prettifyError(head.error)}`)
  const { name, description } = head.data
  if (name !== folder) throw new Error(`skills/${folder}: the name in SKILL.md is "${name}"; it must be the folder's`)
  return {
    name,
    description,
    path: `/.well-known/agent-skills/${name}/SKILL.md`,
    markdown: ({ baseUrl }) => addressed(source, baseUrl),
  }
}

export const skillsIndex = (site: Site) => ({
  $schema: SCHEMA,
  skills: skills.map(({ name, description, path, markdown }) => ({
    name,
    type: 'skill-md',
    description,
    url: `${site.baseUrl}${path}`,
    digest: digest(markdown(site)),
  })),
})

const digest = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`
