import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { describe, expect, it } from 'vitest'
import { ada, idOf, testInbox } from '../support/inboxes.ts'

describe('without a channel', () => {
  it('each message becomes one mail file for the owner alone, and the start says that no channel is configured', async () => {
    const { inbox, seen, place } = await testInbox()
    inbox.start()
    await seen({ event: 'no_channel_configured' })
    const receipt = await inbox.receive('contact', ada)
    await seen({ event: 'delivered', channel: 'eml' })
    const dir = join(place.dataDir, 'mail')
    expect(await readdir(dir)).toEqual([`${idOf(receipt)}.eml`])
    const file = join(dir, (await readdir(dir))[0]!)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const raw = await readFile(file)
    expect(raw.toString().replaceAll('\r\n', '')).not.toContain('\n')
    expect(await PostalMime.parse(raw)).toMatchObject({
      subject: 'Contact message: Ada Lovelace',
      replyTo: [{ address: ada.email }],
    })
  })

  it('a directory that cannot be written to loses nothing', async () => {
    const { inbox, seen, place } = await testInbox()
    const dir = join(place.dataDir, 'mail')
    await writeFile(dir, 'in the way')
    inbox.start()
    await inbox.receive('contact', ada)
    await seen({ event: 'channel_away', channel: 'eml' })
    await rm(dir)
    await seen({ event: 'delivered' })
    expect(await readdir(dir)).toHaveLength(1)
  })
})
