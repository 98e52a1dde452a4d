/** An object store on loopback: GET with an ETag, and PUT; no HEAD. */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

export async function archiveServer(first?: Buffer) {
  let stored = first
  const answers: number[] = []
  const server = createServer(async (request, response) => {
    const answer = (status: number, body?: Buffer, headers = {}) => {
      answers.push(status)
      response.writeHead(status, headers).end(body)
    }
    if (request.method === 'PUT') {
      stored = await buffer(request)
      return answer(200)
    }
    // As where a URL is signed for one method.
    if (request.method !== 'GET') return answer(403)
    if (!stored) return answer(404)
    const etag = `"${createHash('sha256').update(stored).digest('hex')}"`
    if (request.headers['if-none-match'] === etag) return answer(304)
    answer(200, stored, { etag })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const stop = () => {
    server.close()
    server.closeAllConnections()
  }
  onTestFinished(stop)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/catalogue.tar.gz`,
    /** Statuses in the order of the requests. */
    answers,
    store(archive: Buffer) {
      stored = archive
    },
    stop,
  }
}
