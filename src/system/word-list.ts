/** Word lists that ship beside the code: plain text, one entry a line; lines that begin with # are comments. */
import { readFileSync } from 'node:fs'
import { splitList } from '../text/typed-text.ts'

export const readWordList = (file: URL): string[] => readFileSync(file, 'utf8').match(/^[^#\s].*/gm) ?? []

/** `key: a, b` on each line -> key and its values. */
export const readKeyedLists = (file: URL): [key: string, values: string[]][] =>
  readWordList(file).map((line) => {
    const at = line.indexOf(':')
    return [line.slice(0, at), splitList(line.slice(at + 1))]
  })
