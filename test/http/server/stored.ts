/** An application behind a store of its answers, as request-listener.ts has it, without a socket. */
import type { ServerResponse } from 'node:http'
import { createAnswerStore, sendStored, storeKeyOf } from '../../../src/http/server/answer-store.ts'
import type { Fetch } from '../../../src/http/server/request-listener.ts'

/** @returns answers a request, whose body is given beside it */
export function withAnswerStore(fetch: Fetch, maxBytes?: number) {
  const answers = createAnswerStore(maxBytes)
  return async function ask(request: Request, body?: Buffer): Promise<Response> {
    const { method, url, headers } = request
    const target = url.slice(new URL(url).origin.length)
    const key = storeKeyOf({ method, url: target, httpVersion: '1.1', rawHeaders: [...headers].flat() }, body)
    const stored = key && answers.get(key)
    if (stored) return sent((outgoing) => sendStored(stored, key, outgoing))
    const response = await fetch(request, {})
    if (key) answers.remember(key, response)
    return response
  }
}

function sent(send: (outgoing: ServerResponse) => void): Response {
  let answer: Response | undefined
  const end = (init: ResponseInit) => (body?: BodyInit) => {
    answer = new Response(body ?? null, init)
  }
  const writeHead = (status: number, headers: Record<string, string>) => ({ end: end({ status, headers }) })
  send({ writeHead } as unknown as ServerResponse)
  return answer!
}
