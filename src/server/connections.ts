/** The open connections, and which of them ends when there are too many. */
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { readAtPace } from './paced-reading.ts'

export interface OpenConnection {
  /** Names the client at the other end. */
  client: string
  /** Unfinished answers in the order of their requests; the first is under way, the others wait. */
  answers: Set<ServerResponse>
  /** Bytes received when the last answer was finished; more bytes belong to the next request. */
  bytesAnswered?: number
  /** How it is read. */
  reading?: ReturnType<typeof readAtPace>
}

/** @param clientOf names the client at the other end, by its address */
export function createConnections(clientOf: (socket: Socket) => string) {
  const all = new Map<Socket, OpenConnection>()
  const ofClients = new Map<string, Set<Socket>>()

  return {
    all,

    add(socket: Socket): OpenConnection {
      const client = clientOf(socket)
      const own = ofClients.get(client) ?? new Set()
      ofClients.set(client, own.add(socket))
      const connection: OpenConnection = { client, answers: new Set() }
      all.set(socket, connection)
      socket.once('close', () => {
        all.delete(socket)
        own.delete(socket)
        if (own.size === 0) ofClients.delete(client)
      })
      return connection
    },

    /** Ends the oldest connection that stands still of the client that has most; true if there was one. */
    endOne(): boolean {
      let most: ReadonlySet<Socket> = new Set()
      for (const own of ofClients.values()) if (own.size > most.size) most = own
      const open = [...most].filter(({ destroyed }) => !destroyed)
      const ended = open.find((socket) => all.get(socket)!.answers.size === 0) ?? open.find(isUnread)
      ended?.destroy()
      return ended !== undefined
    },
  }
}

/** Whether the client leaves unread what was sent. */
const isUnread = ({ writableLength }: Socket): boolean => writableLength > 0
