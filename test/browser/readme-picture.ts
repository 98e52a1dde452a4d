/** The picture in README: what it shows, and the text that it was taken of, as a chunk of the PNG. */
import { crc32 } from 'node:zlib'
import type { Page } from 'playwright-core'

export const PICTURE = { path: '/example-sdk/poetrydb-sdk', viewport: { width: 1100, height: 740 } }

/** About as much of the text as is in sight; the same with any font. */
export const textInSight = async (page: Page): Promise<string> => (await page.locator('main').innerText()).slice(0, 750)

const KEYWORD = 'Text in sight\0'
/** Signature and header come first (PNG §5.6). */
const AFTER_HEADER = 33

export function withText(png: Buffer, text: string): Buffer {
  const data = Buffer.from(`tEXt${KEYWORD}${Buffer.from(text).toString('base64')}`)
  const chunk = Buffer.alloc(data.length + 8)
  chunk.writeUInt32BE(data.length - 4)
  data.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(data), chunk.length - 4)
  return Buffer.concat([png.subarray(0, AFTER_HEADER), chunk, png.subarray(AFTER_HEADER)])
}

/** @returns undefined for a picture without it */
export function textOf(png: Buffer): string | undefined {
  const at = png.indexOf(`tEXt${KEYWORD}`)
  if (at === -1) return undefined
  const [start, end] = [at + 4 + KEYWORD.length, at + 4 + png.readUInt32BE(at - 4)]
  return Buffer.from(png.toString('latin1', start, end), 'base64').toString()
}
