/** Tar files that tests make. */
import { buffer } from 'node:stream/consumers'
import { type Header, pack } from 'tar-stream'

export type Member = Partial<Header> & { name: string; content?: Buffer | string }

export function tarOf(members: readonly Member[]): Promise<Buffer> {
  const archive = pack()
  for (const { content = '', ...header } of members) archive.entry(header, content)
  archive.finalize()
  return buffer(archive)
}
