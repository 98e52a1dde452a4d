/** Folders that tests may fill: they go with TMPDIR of the run (setup.ts). */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** An empty directory. */
export const scratch = (): string => mkdtempSync(join(tmpdir(), 'test-'))
