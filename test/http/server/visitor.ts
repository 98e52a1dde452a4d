/** A visitor of a server by bare TCP, who sends what no HTTP client would, and reads nothing unless told to. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export const HOST = '127.0.0.1'
/** More than the buffers of both ends hold. */
export const LARGE = new Uint8Array(32 * 1024 * 1024)
export const HOUR_MS = 3_600_000

export const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`

/** @param localAddress makes it another client, as everything in 127.0.0.0/8 is this machine */
export function visitor(port: number, bytes: string, localAddress?: string): Socket {
  const socket = connect({ port, host: HOST, ...(localAddress && { localAddress }) }).pause()
  socket.on('error', () => {})
  socket.write(bytes)
  return socket
}

/** Resolves with what arrived once `text` has. */
export async function answered(socket: Socket, text: string): Promise<string> {
  let received = ''
  while (!received.includes(text)) {
    const chunk = socket.read()
    if (chunk === null) await once(socket, 'readable')
    else received += chunk
  }
  return received
}
