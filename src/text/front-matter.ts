/** Markdown that begins with YAML between two lines of `---`, as pages and SKILL.md files do. */
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** `head` is undefined where there is no front matter; `body` is what follows it. */
export function readFrontMatter(source: string): { head: unknown; body: string } {
  // A start reads no page, so it does not wait for the parser.
  const { parse }: typeof import('yaml') = require('yaml')
  const [whole, yaml] = /^---\n([\s\S]*?)\n---\n+/.exec(source) ?? []
  return yaml === undefined
    ? { head: undefined, body: source }
    : { head: parse(yaml), body: source.slice(whole!.length) }
}
