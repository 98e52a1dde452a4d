/** The words of a line of the shell, and what its `curl` sends. */
import type { Variables } from '../../src/call/prepare-request.ts'

/** Words of one line, as bash reads the quotes and variables that the catalogue writes. */
export function shellWords(line: string, variables: Variables = {}): string[] {
  const words: string[] = []
  let word: string | undefined
  const tokens = /'([^']*)'|"((?:\\.|[^"\\])*)"|\\(.)|(\s+)|([^\s'"\\]+)/gs
  for (const [, single, double, escaped, space, plain] of line.matchAll(tokens)) {
    if (space !== undefined) {
      if (word !== undefined) words.push(word)
      word = undefined
    } else {
      word = (word ?? '') + (single ?? escaped ?? plain ?? expanded(double!, variables))
    }
  }
  return word === undefined ? words : [...words, word]
}

const expanded = (quoted: string, variables: Variables): string =>
  quoted.replace(
    /\\(["$`\\])|\$\{(\w+):(?:\?|-([^}]*))\}/g,
    (_, escaped, name, unset = '') => escaped ?? (variables[name] || unset),
  )

/** What `curl` sends for its words. */
export function curlRequest(words: readonly string[]) {
  const after = (option: string) => words.flatMap((word, at) => (word === option ? [words[at + 1]!] : []))
  const values = new Set(['-X', '-H', '-d'].flatMap(after))
  const url = words.slice(1).find((word) => !word.startsWith('-') && !values.has(word))!
  const [body] = after('-d')
  const method = words.includes('--head') ? 'HEAD' : (after('-X')[0] ?? (body === undefined ? 'GET' : 'POST'))
  const headers = after('-H').map((line): [string, string] => [
    line.slice(0, line.indexOf(':')),
    line.slice(line.indexOf(':') + 1).trim(),
  ])
  return { method, url, headers: Object.fromEntries(headers), ...(body !== undefined && { body }) }
}
