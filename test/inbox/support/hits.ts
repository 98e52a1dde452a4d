/** A process that counts fifty messages of one address at once, and prints how many passed. */
import { openInbox } from '../../../src/inbox/index.ts'

const [dataDir = '', databaseUrl] = process.argv.slice(2)
const inbox = openInbox({ dataDir, databaseUrl, addressRate: { quota: 7, windowSeconds: 600 } })
const results = await Promise.all(Array.from({ length: 50 }, () => inbox.limit('192.0.2.1')))
await inbox.stop()
process.stdout.write(String(results.filter(({ ok }) => ok).length))
