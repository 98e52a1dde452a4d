/** What the value of a setting may be: text in, checked and read. */
import * as z from 'zod'
import { isLoopback } from './loopback.ts'
import { splitList } from './split-list.ts'
import { parseWholeNumber } from './whole-number.ts'

export const list = z.string().default('').transform(splitList)

/** As in a URL: an IPv6 address is in brackets. */
export const hostName = z.string().regex(/^(\[[0-9a-f:.]+\]|[a-z0-9_-]+(\.[a-z0-9_-]+)*)$/i)

export const rate = z
  .string()
  .regex(/^[1-9]\d{0,5}\/[1-9]\d{0,6}$/)
  .transform((value) => {
    const [quota, windowSeconds] = value.split('/').map(Number)
    return { quota: quota!, windowSeconds: windowSeconds! }
  })

/** In normal form, without a trailing slash. */
const webUrl = z
  .url({ protocol: /^https?$/ })
  .transform((value) => new URL(value))
  .refine(({ username, password, search, hash }) => !username && !password && !search && !hash)
  .transform(({ href }) => href.replace(/\/+$/, ''))

export const origin = webUrl.refine((value) => new URL(value).pathname === '/')

export const wholeNumber = (least: number, most: number) =>
  z.string().transform(parseWholeNumber).pipe(z.int().min(least).max(most))

/** Read as true or false. */
export const trueOrFalse = z.stringbool({ truthy: ['true'], falsy: ['false'], case: 'sensitive' })

/** A secret as Standard Webhooks writes it, decoded to bytes. */
export const signingKey = z
  .string()
  .regex(/^whsec_[A-Za-z0-9+/]+={0,2}$/)
  .transform((value) => Buffer.from(value.slice('whsec_'.length), 'base64'))
  .refine(({ length }) => length >= 24 && length <= 64)

/** Encrypted on the way to another machine. */
export const secureUrl = z.string().refine((value) => {
  const { protocol, hostname = '' } = URL.parse(value) ?? {}
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
})

/** Without a password, because receivers log the URL. */
export const webhookUrl = secureUrl.refine((value) => {
  const { username, password } = URL.parse(value) ?? {}
  return !username && !password
})

/** 0 to 1. */
export const share = z
  .string()
  .regex(/^(0|1|0?\.\d{1,6}|1\.0+)$/)
  .transform(Number)
