/** JSON-RPC responses put together from JSON, without serialising a result again. */

/** JSON of a result: text made for this request, or bytes that are kept. */
export type ResultJson = string | KeptJson

/** The bytes lack the brace at the end of the object, so that members can follow. */
export interface KeptJson {
  open: Buffer
}

/** A response as it is sent: text, or kept bytes between two texts. */
export type Message = string | { head: string; bytes: Buffer; tail: string }

/** @param json of an object */
export function kept(json: string): KeptJson {
  const text = json.slice(0, -1)
  // In memory of its own: a small Buffer would be a slice of a shared pool, and keep all of it.
  const open = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  open.write(text)
  return { open }
}

/** Bytes of a kept result with its key, about. */
export const sizeOfKept = ({ open }: KeptJson, key: string): number => open.length + 2 * key.length + 300

/** @param more members after those of the result, each with the comma before it */
export function resultMessage(id: string | number, result: ResultJson, more = ''): Message {
  const head = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":`
  const tail = `${more}}}`
  return typeof result === 'string' ? `${head}${result.slice(0, -1)}${tail}` : { head, bytes: result.open, tail }
}

export const errorMessage = (id: string | number, error: object): string =>
  JSON.stringify({ jsonrpc: '2.0', id, error })

export const messageText = (message: Message): string =>
  typeof message === 'string' ? message : `${message.head}${message.bytes}${message.tail}`

export const resultText = (result: ResultJson): string => (typeof result === 'string' ? result : `${result.open}}`)
