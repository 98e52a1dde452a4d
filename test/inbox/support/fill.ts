/** A process that submits messages until the disk takes no more, and prints what was acknowledged. */
import { openInbox } from '../../../src/inbox/index.ts'

const plenty = { quota: 1000, windowSeconds: 1 }
const acked: string[] = []
const codes = new Set<string>()
const inbox = openInbox({
  dataDir: process.argv[2] ?? '',
  addressRate: plenty,
  globalRate: plenty,
  log: ({ code }) => code !== undefined && codes.add(code),
})
for (let n = 0; n < 60; n++) {
  const message = { name: 'Ada', email: 'ada@example.org', message: `${n} ${'x'.repeat(4000)}` }
  const receipt = await inbox.receive('contact', message)
  if (receipt.outcome === 'accepted') acked.push(receipt.id)
}
process.stdout.write(JSON.stringify({ acked, codes: [...codes] }))
