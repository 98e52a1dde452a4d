/** Skills over MCP (SEP-2640): the skills of the well-known index, byte for byte, so their digests agree. */
import { fileURLToPath } from 'node:url'
import { type SkillCatalog, SkillsExtension } from '@modelcontextprotocol/server/ext/skills'
import { nodeSkillFiles } from '@modelcontextprotocol/server/ext/skills/node'
import { addressed, SKILLS } from '../../pages/skill-sources.ts'
import type { Site } from '../../tools/define/define.ts'
import { DEFINITIONS } from './cache-hints.ts'

/** @throws SkillCatalogError for a skill that breaks a rule of the format */
export function loadSkills({ baseUrl }: Site): Promise<SkillCatalog> {
  const { list, read } = nodeSkillFiles(fileURLToPath(SKILLS))
  const served = {
    list,
    async read(path: string): Promise<Uint8Array> {
      const bytes = await read(path)
      return path.endsWith('.md') ? Buffer.from(addressed(Buffer.from(bytes).toString(), baseUrl)) : bytes
    },
  }
  return SkillsExtension.load(served, { cacheHint: DEFINITIONS, strict: true })
}
