/**
 * Skills over MCP (SEP-2640): the skills of the well-known index, byte for byte, so their digests agree. The sources
 * name the default address of the service; what is served names the address it is served from.
 */
import { fileURLToPath } from 'node:url'
import { type SkillCatalog, SkillsExtension } from '@modelcontextprotocol/server/ext/skills'
import { nodeSkillFiles } from '@modelcontextprotocol/server/ext/skills/node'
import type { Site } from '../tools/define.ts'
import { DEFINITIONS } from './cache.ts'

const FOLDER = fileURLToPath(new URL('../../skills/', import.meta.url))
const DEFAULT_BASE_URL = 'http://localhost:8080'

/** @throws SkillCatalogError for a skill that breaks a rule of the format */
export function loadSkills({ baseUrl }: Site): Promise<SkillCatalog> {
  const files = nodeSkillFiles(FOLDER)
  const addressed = {
    list: files.list,
    async read(path: string): Promise<Uint8Array> {
      const bytes = await files.read(path)
      return path.endsWith('.md')
        ? Buffer.from(Buffer.from(bytes).toString().replaceAll(DEFAULT_BASE_URL, baseUrl))
        : bytes
    },
  }
  return SkillsExtension.load(addressed, { cacheHint: DEFINITIONS, strict: true })
}
