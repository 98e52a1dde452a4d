/**
 * A process that counts fifty messages of one address at once, and prints how many passed. On a busy machine some wait
 * too long for a connection: they are refused uncounted, which leaves more than enough to use up the quota.
 */
import { join } from 'node:path'
import { createLimiter } from '../../../src/inbox/rate-limit.ts'
import { postgresDriver } from '../../../src/inbox/store/postgres.ts'
import { sqliteDriver } from '../../../src/inbox/store/sqlite.ts'
import { openStore } from '../../../src/inbox/store/store.ts'

const [dataDir = '', databaseUrl] = process.argv.slice(2)
const store = openStore(databaseUrl ? postgresDriver(databaseUrl) : sqliteDriver(join(dataDir, 'inbox.db')))
const rates = { address: { quota: 7, windowSeconds: 600 }, global: { quota: 1000, windowSeconds: 3600 } }
const limit = createLimiter(store, rates)
const results = await Promise.allSettled(Array.from({ length: 50 }, () => limit('192.0.2.1')))
await store.close()
const passed = results.filter((result) => result.status === 'fulfilled' && result.value.ok)
process.stdout.write(String(passed.length))
