/** A proxy on loopback that can stop to forward: connections are taken and stay open, and nothing comes through. */

import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'

export interface BlackHole {
  /** The URL of the server behind it, through the proxy. */
  url: string
  swallow(): void
  /** Forwards again; what was swallowed is lost, as are the connections that it was written to. */
  forward(): void
  close(): Promise<void>
}

/** Swallows from the beginning where there is no server behind it. */
export async function blackHole(target?: string): Promise<BlackHole> {
  const url = new URL(target ?? 'postgres://inbox@127.0.0.1/postgres')
  const { hostname, port } = url
  const sockets = new Set<Socket>()
  let forwarding = target !== undefined
  const server = createServer((client) => {
    sockets.add(client)
    client.on('error', () => {}).on('close', () => sockets.delete(client))
    // Taken in silence; it stays so when the proxy forwards again.
    if (!forwarding) return void client.resume()
    const behind = connect(Number(port), hostname)
    sockets.add(behind)
    behind.on('error', () => {}).on('close', () => sockets.delete(behind))
    client.on('data', (bytes) => forwarding && behind.write(bytes))
    behind.on('data', (bytes) => forwarding && client.write(bytes))
    client.on('close', () => behind.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    swallow: () => {
      forwarding = false
    },
    forward: () => {
      forwarding = true
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
