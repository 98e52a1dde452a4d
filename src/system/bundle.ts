/** Scripts of our own for browsers: small modules as one file, so that a page needs one request, or none. */
import { readFileSync } from 'node:fs'

const IMPORT = /^import \{[^}]*\} from '(.+)'\n/gm
const COMMENT_OR_INDENT = /^\s*\/\/.*\n|^\/\*\*[\s\S]*?\*\/\n|^\s+/gm

/** The modules and what they import, each once and after what it imports. All names share one scope. */
export function bundle(...modules: readonly URL[]): string {
  const seen = new Set<string>()
  const sourceOf = (module: URL): string => {
    if (seen.has(module.href)) return ''
    seen.add(module.href)
    const source = readFileSync(module, 'utf8')
    const imported = [...source.matchAll(IMPORT)].map(([, path]) => sourceOf(new URL(path!, module)))
    return [...imported, source.replaceAll(IMPORT, '').replaceAll(/^export /gm, '')].join('')
  }
  return modules.map(sourceOf).join('').replaceAll(COMMENT_OR_INDENT, '')
}
