/** What stands between the service and its clients: a cache, a proxy that names thousands of addresses, a host of archives. */
import { randomBytes } from 'node:crypto'
import { createWriteStream, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { finished } from 'node:stream/promises'
import { gzipSync } from 'node:zlib'
import { extractCatalog, InvalidArchive, packCatalog } from '../src/follow/archive.ts'
import { backupSqlite } from '../src/inbox/store/backup.ts'
import { buildDirectory } from '../test/builder/built.ts'
import { hasNginx } from '../test/follow/nginx.ts'

import type { Attack } from './support/attack.ts'
import { compareThroughNginx } from './support/caching-nginx.ts'
import { ask, message, posting } from './support/clients.ts'
import { missing, place, program } from './support/program.ts'

export const between: Attack = async ({ short, seed }, report) => {
  const service = await program({ CATALOG_DIR: '', CLIENT_QUEUE: '0' })
  const pairs = short ? 200 : 5_000
  const { hits, wrong } = hasNginx ? await compareThroughNginx(service.port, pairs, seed) : { hits: 0, wrong: [] }
  report({
    what: `a cache of nginx, asked with random Accept and Accept-Encoding (seed ${seed})`,
    result: hasNginx
      ? `${pairs} pairs, ${hits} from the cache, ${wrong.length} not as the service answers${wrong.length ? `; first: ${JSON.stringify(wrong[0])}` : ''}`
      : 'nginx is not installed',
    ...(hasNginx && { held: wrong.length === 0 }),
  })
  await service.stop()

  await flood(short ? 150 : 3_000, report)
  await trailing(short ? 1 : 16, report)
  await modes(report)
}

/** Many addresses, by a proxy that is trusted, send all that they may; then others send one message each. */
async function flood(addresses: number, report: Parameters<Attack>[1]): Promise<void> {
  const data = place('flood')
  const limits = { CONTACT_RATE: '5/600', CONTACT_GLOBAL_RATE: '60/3600', TRUSTED_PROXIES: '127.0.0.1' }
  const service = await program({ DATA_DIR: data, ...limits })
  const acknowledged: string[] = []
  const send = async (address: string): Promise<number> => {
    const { reference, headers, ...sent } = message()
    const { status } = await ask(service.port, { ...sent, headers: { ...headers, 'x-forwarded-for': address } })
    if (status === 200) acknowledged.push(reference)
    return status
  }
  // Three of them try all the time, as only they use up what is for all.
  for (let each = 0; each < addresses; each++) await send(`198.51.100.${each % 3}`)
  const statuses: number[] = []
  for (let each = 0; each < 20; each++) statuses.push(await send(`203.0.113.${each}`))
  for (let each = 0; each < 65; each++) await send(`192.0.2.${each}`)
  const refused = statuses.filter((status) => status !== 200).length
  await service.stop()
  const lost = missing(acknowledged, data)
  report({
    what: 'three addresses send all they may, by X-Forwarded-For of a trusted proxy',
    result: `${addresses} tries; ${refused} of 20 others refused; ${acknowledged.length} acknowledged, ${lost} lost`,
    held: refused === 0 && lost === 0,
  })
}

/** A signed archive with data after its end, as its host may add it. */
async function trailing(gigabytes: number, report: Parameters<Attack>[1]): Promise<void> {
  const root = place('trailing')
  const archive = await buffer(packCatalog(buildDirectory(join(root, 'catalog'))))
  const zeros = gzipSync(Buffer.alloc(64 * 1024 * 1024))
  const tails: Record<string, Buffer[]> = {
    zeros: Array(16 * gigabytes).fill(zeros),
    noise: [gzipSync(randomBytes(1024 * 1024))],
    itself: [archive],
  }
  const taken: string[] = []
  const began = process.cpuUsage()
  for (const [name, tail] of Object.entries(tails)) {
    const file = join(root, `${name}.tar.gz`)
    const out = createWriteStream(file)
    for (const bytes of [archive, ...tail]) out.write(bytes)
    await finished(out.end())
    const directory = join(root, name)
    mkdirSync(directory)
    await extractCatalog(file, directory).then(
      () => taken.push(name),
      (error) => {
        if (!(error instanceof InvalidArchive)) throw error
      },
    )
  }
  const { user } = process.cpuUsage(began)
  report({
    what: `archives with ${Object.keys(tails).join(', ')} after their end`,
    result: `${taken.length} of ${Object.keys(tails).length} taken; ${(user / 1e6).toFixed(1)} s of CPU for ${gigabytes} GB`,
    goal: 'under 2 s',
    held: taken.length === 0,
  })
}

/** What others may read of a copy of the inbox while it is made. */
async function modes(report: Parameters<Attack>[1]): Promise<void> {
  const [data, folder] = [place('modes'), place('copies')]
  const service = await program({ DATA_DIR: data })
  await ask(service.port, message())
  const load = posting(service.port, 4)
  const seen = new Set<string>()
  let copying = true
  const look = () => {
    for (const name of readdirSync(folder)) {
      const stat = statSync(join(folder, name), { throwIfNoEntry: false })
      if (stat) seen.add((stat.mode & 0o777).toString(8))
    }
    if (copying) setImmediate(look)
  }
  look()
  for (let copy = 0; copy < 20; copy++) await backupSqlite(join(data, 'inbox.db'), join(folder, `${copy}.db`))
  copying = false
  await load.stop()
  await service.stop()
  report({
    what: 'copies of the inbox, looked at by others while they are made under load',
    result: `20 copies, modes ${[...seen].join(', ')}`,
    held: [...seen].every((mode) => mode === '600'),
  })
}
