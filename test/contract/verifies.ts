/** How a test says which requirements it proves. */
import { test } from 'vitest'
import type { RequirementId } from './requirements.ts'

/** vitest's `test` for a sentence of the specification; the ids end the title. */
export function verifies(
  ids: RequirementId | readonly (RequirementId | readonly RequirementId[])[],
  sentence: string,
  check: () => void | Promise<void>,
): void {
  test(`${sentence} [${[ids].flat(2).join(', ')}]`, check)
}
