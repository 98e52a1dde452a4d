/** A process that submits messages until the disk takes no more, and prints what was acknowledged. */
import { openInbox, type StoreError } from '../../../src/inbox/index.ts'

const inbox = openInbox({ dataDir: process.argv[2] ?? '' })
const acked: string[] = []
const codes = new Set<string>()
for (let n = 0; n < 60; n++) {
  const message = { name: 'Ada', email: 'ada@example.org', message: `${n} ${'x'.repeat(4000)}` }
  await inbox.submit('contact', message).then(
    (submitted) => submitted.ok && acked.push(submitted.id),
    (error: StoreError) => codes.add(error.code),
  )
}
process.stdout.write(JSON.stringify({ acked, codes: [...codes] }))
