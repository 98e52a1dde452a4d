/** An API on loopback that remembers what it was sent, and the words of a line of the shell. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Variables } from '../../src/call/prepare-request.ts'

export interface Received {
  method: string
  /** Path and query. */
  target: string
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: string
}

export interface StandIn {
  url: string
  host: string
  readonly received: Received[]
  close(): void
}

export async function startStandIn(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<StandIn> {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const { method = '', url: target = '', headers } = request
    received.push({ method, target, headers, body: await text(request) })
    answer(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: `http://${host}`,
    host,
    received,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

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
