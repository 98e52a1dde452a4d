/** What the value of a setting may be: text in, checked and read. */
import { isLoopback } from './loopback.ts'
import { parseWholeNumber, splitList } from './typed-text.ts'

/** Undefined for a text that is not allowed. */
export type Read<Value> = (text: string) => Value | undefined

export const matching =
  (pattern: RegExp): Read<string> =>
  (text) =>
    pattern.test(text) ? text : undefined

export const atLeast =
  (length = 1): Read<string> =>
  (value) =>
    value.length >= length ? value : undefined

export const line =
  (most: number): Read<string> =>
  (value) =>
    matching(new RegExp(`^\\P{Cc}{1,${most}}$`, 'u'))(value.trim())

export const oneOf =
  <const Value extends string>(...values: readonly Value[]): Read<Value> =>
  (text) =>
    values.find((value) => value === text)

export const listOf =
  <Value>(read: Read<Value>): Read<Value[]> =>
  (text) => {
    const values = splitList(text).map(read)
    return values.every((value) => value !== undefined) ? values : undefined
  }

/** As in a URL: an IPv6 address is in brackets. */
export const hostName = matching(/^(\[[0-9a-f:.]+\]|[a-z0-9_-]+(\.[a-z0-9_-]+)*)$/i)

export const rate: Read<{ quota: number; windowSeconds: number }> = (text) => {
  const [, quota, windowSeconds] = /^([1-9]\d{0,5})\/([1-9]\d{0,6})$/.exec(text) ?? []
  return quota === undefined ? undefined : { quota: Number(quota), windowSeconds: Number(windowSeconds) }
}

/** @param scheme of those that it may have */
export const url =
  (scheme: RegExp): Read<string> =>
  (text) => {
    const { protocol = '' } = URL.parse(text) ?? {}
    return scheme.test(protocol.slice(0, -1)) && text.includes('://') ? text.trim() : undefined
  }

/** In normal form, without a trailing slash. URL knows no origin of schemes such as chrome-extension, which browsers send. */
export const origin: Read<string> = (text) => {
  const { protocol = '', origin, host, username, password, search, hash, pathname = '' } = URL.parse(text) ?? {}
  const isPlain = !username && !password && !search && !hash && /^\/*$/.test(pathname)
  if (!isPlain || !host || !text.includes('://') || /^(?:wss?|ftp|file|blob):$/.test(protocol)) return undefined
  return /^https?:$/.test(protocol) ? origin : `${protocol}//${host}`
}

export const wholeNumber =
  (least: number, most: number): Read<number> =>
  (text) => {
    const number = parseWholeNumber(text)
    return number !== undefined && number >= least && number <= most ? number : undefined
  }

export const trueOrFalse: Read<boolean> = (text) => (text === 'true' ? true : text === 'false' ? false : undefined)

/** A secret as Standard Webhooks writes it, decoded to bytes. */
export const signingKey: Read<Buffer> = (text) => {
  const [, base64] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? []
  const key = Buffer.from(base64 ?? '', 'base64')
  return key.length >= 24 && key.length <= 64 ? key : undefined
}

/** Encrypted on the way to another machine. */
export const secureUrl: Read<string> = (text) => {
  const { protocol, hostname = '' } = URL.parse(text) ?? {}
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname)) ? text : undefined
}

export const postgresUrl = url(/^postgres(ql)?$/)

export const catalogueUrl: Read<string> = (text) => secureUrl(text) ?? postgresUrl(text)

/** Without a password, because receivers log the URL. */
export const webhookUrl: Read<string> = (text) => {
  const { username, password } = URL.parse(text) ?? {}
  return username || password ? undefined : secureUrl(text)
}

const SPECIAL = '@<>()[\\],:;"\\\\'
const ADDRESS = `[^\\s${SPECIAL}]+@[^\\s${SPECIAL}]+`
/** RFC 5322 §3.4: `name@example.org`, or `Name <name@example.org>`, where a name with special characters is quoted. */
const MAILBOX = ` *(?:(?:"[^"\\\\]*"|[^${SPECIAL}])*<${ADDRESS}>|${ADDRESS}) *`

export const mailbox = matching(new RegExp(`^${MAILBOX}$`))
export const mailboxes = matching(new RegExp(`^${MAILBOX}(?:,${MAILBOX})*,? *$`))

export const share: Read<number> = (text) => (/^(0|1|0?\.\d{1,6}|1\.0+)$/.test(text) ? Number(text) : undefined)
