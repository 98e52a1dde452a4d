/**
 * Compiles src/ into dist/, which `npm pack` ships, as Node strips no types under node_modules. What the code reads
 * beside itself is copied to the same path, so `import.meta.url` leads to it in both. Runs at prepack.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { commit as checkedOut } from '../src/version.ts'

const ROOT = fileURLToPath(new URL('../', import.meta.url))
const SOURCE = join(ROOT, 'src')
const TARGET = join(ROOT, 'dist')
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc')

/** Sources of lexicons.bin.br; only the lists of function words are read at run time. */
const LEXICON_SOURCE = /[\\/]lexicon[\\/](?!function-words)/

const declarations = mkdtempSync(join(tmpdir(), 'sdk-catalog-declarations-'))
rmSync(TARGET, { recursive: true, force: true })
execFileSync(process.execPath, [TSC, '--project', 'tsconfig.build.json', '--declarationDir', declarations], {
  ...{ cwd: ROOT, stdio: 'inherit' },
})
// The other modules are no part of the interface.
cpSync(join(declarations, 'index.d.ts'), join(TARGET, 'index.d.ts'))
rmSync(declarations, { recursive: true })
cpSync(SOURCE, TARGET, {
  recursive: true,
  filter: (path) => !path.endsWith('.ts') && !LEXICON_SOURCE.test(path),
})
// An image is built without .git, so the commit comes from outside.
const commit = process.env.COMMIT?.slice(0, 7) || checkedOut()
if (commit !== undefined) writeFileSync(join(TARGET, 'build.json'), `${JSON.stringify({ commit })}\n`)
