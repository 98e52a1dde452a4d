/** Checks first code in TypeScript against the types of the package that it imports. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runScript } from './processes.ts'

const TSC = fileURLToPath(new URL('../../node_modules/.bin/tsc', import.meta.url))
const OPTIONS = '--noEmit --strict --skipLibCheck --target es2023 --module preserve --pretty false'
const OWN_TYPES = fileURLToPath(new URL('../../node_modules/@types', import.meta.url))

/** What the compiler says first, if anything. */
export async function checkTypes(
  folder: string,
  file: string,
  { env, timeoutMs }: { env: NodeJS.ProcessEnv; timeoutMs: number },
): Promise<string | undefined> {
  // Node's types as the repository brings them with it.
  const own = readdirSync(folder).map((name) => join(folder, name, 'ts/node_modules/@types'))
  const script = `for types in ${own.map(quoted).join(' ')} ${quoted(OWN_TYPES)}; do [ -d "$types/node" ] && break; done
${quoted(TSC)} ${OPTIONS} --types node --typeRoots "$types" ${file}`
  const { code, stdout, stderr, timedOut } = await runScript(script, { cwd: folder, env, timeoutMs })
  if (timedOut) return `not checked after ${timeoutMs / 1000} s`
  return code === 0 ? undefined : `tsc: ${(stdout.trim() || stderr.trim()).split('\n')[0]!.slice(0, MAX_WORDS)}`
}

const MAX_WORDS = 200

const quoted = (text: string): string => `'${text.replaceAll(`'`, `'\\''`)}'`
