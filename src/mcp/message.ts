/** JSON-RPC responses put together from JSON, without serialising a result again. */
import { ownBytes } from '../text/own-bytes.ts'
import type { KeptCall } from '../tools/calls.ts'

/** JSON of a result: text made for this request, or what is kept. */
export type ResultJson = string | KeptJson

export interface KeptJson {
  /**
   * Lacks the brace at the end of the object, so that members can follow. Bytes, or a short text in ASCII: Node writes
   * that faster, together with what is around it.
   */
  open: Buffer | string
  /** Made it, if a tool did. */
  call?: KeptCall | undefined
}

/** A response as it is sent: text, or kept bytes between two texts. */
export type Message = string | { head: string; bytes: Buffer; tail: string }

/** In bytes. */
const SHORT = 4_000

/** @param json of an object */
export function keptJson(json: string, call?: KeptCall): KeptJson {
  const text = json.slice(0, -1)
  const bytes = ownBytes(text)
  const isShort = bytes.length === text.length && bytes.length <= SHORT
  return { open: isShort ? bytes.toString('latin1') : bytes, call }
}

/** Bytes of a kept result with its key, about. */
export const sizeOfKept = ({ open }: KeptJson, key: string): number => open.length + 2 * key.length + 300

/** @param more members after those of the result, each with the comma before it */
export function resultMessage(id: string | number, result: ResultJson, more = ''): Message {
  const head = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":`
  const tail = `${more}}}`
  const open = typeof result === 'string' ? result.slice(0, -1) : result.open
  return typeof open === 'string' ? `${head}${open}${tail}` : { head, bytes: open, tail }
}

export const errorMessage = (id: string | number, error: object): string =>
  JSON.stringify({ jsonrpc: '2.0', id, error })

export const messageText = (message: Message): string =>
  typeof message === 'string' ? message : `${message.head}${message.bytes}${message.tail}`

export const resultText = (result: ResultJson): string => (typeof result === 'string' ? result : `${result.open}}`)
