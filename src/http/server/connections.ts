/** The open connections, and which of them is closed when there are too many. */
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { readAtPace } from './paced-reading.ts'

export interface OpenConnection {
  /** Identifies the client. */
  client: string
  /** Unfinished responses in the order of their requests; only the first is under way. */
  responses: Set<ServerResponse>
  /** Bytes received when the last response ended; more bytes belong to the next request. */
  bytesAnswered?: number
  reader?: ReturnType<typeof readAtPace>
}

/** @param clientOf identifies the client by its address */
export function createConnections(clientOf: (socket: Socket) => string) {
  const connections = new Map<Socket, OpenConnection>()
  const socketsByClient = new Map<string, Set<Socket>>()

  return {
    connections,

    add(socket: Socket): OpenConnection {
      const client = clientOf(socket)
      const sockets = socketsByClient.get(client) ?? new Set()
      socketsByClient.set(client, sockets.add(socket))
      const connection: OpenConnection = { client, responses: new Set() }
      connections.set(socket, connection)
      socket.once('close', () => {
        connections.delete(socket)
        sockets.delete(socket)
        if (sockets.size === 0) socketsByClient.delete(client)
      })
      return connection
    },

    /** Closes the oldest idle connection of the client with the most connections. @returns whether there was one */
    closeIdle(): boolean {
      let largest: ReadonlySet<Socket> = new Set()
      for (const sockets of socketsByClient.values()) if (sockets.size > largest.size) largest = sockets
      const sockets = [...largest].filter(({ destroyed }) => !destroyed)
      const idle = sockets.find((socket) => connections.get(socket)!.responses.size === 0) ?? sockets.find(isUnread)
      idle?.destroy()
      return idle !== undefined
    },
  }
}

/** Whether the client does not read what was sent. */
const isUnread = ({ writableLength }: Socket): boolean => writableLength > 0

/** Reports dropped connections: the first at once, the others from time to time. */
export function countDrops(onDropped: (count: number) => void, reportMs: number) {
  let dropped = 0
  let reported = false
  const report = () => {
    reported = dropped > 0
    if (reported) onDropped(dropped)
    dropped = 0
  }
  const reports = setInterval(report, reportMs).unref()
  return {
    note() {
      dropped++
      if (!reported) report()
    },
    end() {
      clearInterval(reports)
      report()
    },
  }
}
