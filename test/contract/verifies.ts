/** How a test says which requirements it proves. */
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'vitest'
import { documents } from '../../src/documents/index.ts'
import { routes } from '../../src/rest/routes.ts'
import { PARTS, type Requirement, type RequirementId, requirement } from './requirements.ts'

const CONTENT = new URL('../../src/pages/content/', import.meta.url)
const pages = readdirSync(CONTENT).map((name) => {
  const [, path = ''] = /^path: (.*)$/m.exec(readFileSync(new URL(name, CONTENT), 'utf8')) ?? []
  return { path }
})
const paths = new Set<string>([...routes, ...documents, ...pages].map(({ path }) => path))

/** Whether the service offers the part that the requirement speaks of. */
export const offered = ({ from }: Requirement): boolean => from === undefined || paths.has(PARTS[from])

/**
 * vitest's `test` for a sentence of the specification; the ids end the title. Skipped while the part it belongs to
 * is not offered, and run from the day its path stands in a table.
 */
export function verifies(
  ids: RequirementId | readonly RequirementId[],
  sentence: string,
  check: () => void | Promise<void>,
): void {
  const cited: readonly RequirementId[] = typeof ids === 'string' ? [ids] : ids
  const pending = cited.some((id) => !offered(requirement(id)))
  test.skipIf(pending)(`${sentence} [${cited.join(', ')}]`, check)
}
