/** What renders READMEs to HTML, as a name that changes whenever the HTML could: pages of another name are not served. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** The renderer's own code by path from here, and the libraries it stands on. */
export const SOURCES = [
  './highlight.ts',
  './html.ts',
  './markdown.ts',
  '../../system/once.ts',
  '../../text/markup.ts',
  '../../text/unsafe-characters.ts',
]
const LIBRARIES = ['highlight.js', 'markdown-it', 'sanitize-html']

let known: string | undefined

/** Sixteen hexadecimal digits. */
export function rendererName(): string {
  if (known === undefined) {
    const { dependencies } = JSON.parse(readText('../../../package.json')) as {
      dependencies: Record<string, string>
    }
    const parts = [
      ...SOURCES.map((name) => readText(name)),
      ...LIBRARIES.map((name) => `${name}@${dependencies[name]}`),
    ]
    known = createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 16)
  }
  return known
}

const readText = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8')
