/** The channel when no other is configured: each message becomes a mail file that any mail program opens. */
import { existsSync } from 'node:fs'
import { access, constants, open, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { createTransport } from 'nodemailer'
import { makeDirectory } from '../../system/make-directory.ts'
import { type Channel, DeliveryError } from './channel.ts'
import { compose, mailAddresses } from './mail.ts'

export const EML = 'eml'

export function emlChannel(dir: string): Channel {
  const addresses = mailAddresses('Inbox <inbox@localhost>', 'Operator <operator@localhost>')
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    name: EML,
    async deliver(message) {
      const mail = await transport.sendMail(compose(message, addresses))
      // The file is named after the message, so a second delivery replaces the first with the same bytes.
      await writeDurably(dir, nameOf(message.id), mail.message as Buffer).catch(fail)
    },
    check: () => checkWritable(resolve(dir)).catch(fail),
    close: () => transport.close(),
  }
}

/** Whether there was a mail file of the message. @throws the error of the file system */
export async function removeMail(dir: string, id: string): Promise<boolean> {
  const files = [nameOf(id), unfinishedOf(nameOf(id))].map((name) => join(dir, name))
  const isThere = files.some((file) => existsSync(file))
  for (const file of files) await rm(file, { force: true })
  return isThere
}

const nameOf = (id: string): string => `${id}.eml`
const unfinishedOf = (name: string): string => `.${name}.tmp`

function fail(error: unknown): never {
  throw new DeliveryError((error as NodeJS.ErrnoException).code ?? 'unexpected', { scope: 'channel' })
}

/** Creates nothing: where the directory is missing, the one that it would be made in has to be writable. */
async function checkWritable(dir: string): Promise<void> {
  if (!existsSync(dir) && dirname(dir) !== dir) return checkWritable(dirname(dir))
  // With the dot, because a file in place of the directory would be writable too.
  await access(`${dir}/.`, constants.W_OK)
}

/** Writes all or nothing, and survives a power cut: flush the file, rename it, flush the directory. */
async function writeDurably(dir: string, name: string, bytes: Buffer): Promise<void> {
  makeDirectory(dir, 0o700)
  const unfinished = join(dir, unfinishedOf(name))
  await rm(unfinished, { force: true })
  await writeFile(unfinished, bytes, { flag: 'wx', mode: 0o600, flush: true })
  await rename(unfinished, join(dir, name))
  const directory = await open(dir, 'r')
  await directory.sync().finally(() => directory.close())
}
