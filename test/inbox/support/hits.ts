/**
 * A process that counts fifty messages of one address at once, and prints how many passed. On a busy machine some wait
 * too long for a connection: they are refused uncounted, which leaves more than enough to use up the quota.
 */
import { openInbox } from '../../../src/inbox/index.ts'

const [dataDir = '', databaseUrl] = process.argv.slice(2)
const inbox = openInbox({ dataDir, databaseUrl, addressRate: { quota: 7, windowSeconds: 600 } })
const results = await Promise.allSettled(Array.from({ length: 50 }, () => inbox.limit('192.0.2.1')))
await inbox.stop()
const passed = results.filter((result) => result.status === 'fulfilled' && result.value.ok)
process.stdout.write(String(passed.length))
