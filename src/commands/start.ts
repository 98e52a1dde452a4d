/** The start of every command: settings, log, catalogue. An invalid one refuses the command with one line. */
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { openCatalog } from '../catalog/catalog.ts'
import type { LoadedCatalog } from '../catalog/store/load.ts'
import { locate } from '../catalog/store/locate.ts'
import { loadCatalog } from '../catalog/store/watch.ts'
import { type Config, InvalidSetting, readConfig } from '../config.ts'
import { pageValues } from '../documents/page-values.ts'
import { createPages } from '../pages/pages.ts'
import { version } from '../program.ts'
import { once } from '../system/once.ts'
import type { Services, Site } from '../tools/define.ts'
import type { ReportUnexpected } from '../tools/errors.ts'

const require = createRequire(import.meta.url)

/** @returns `loaded`: the catalogue that the services serve */
export async function start(environment = process.env) {
  const config = settings(environment)
  const log = once(() => logOf(config))
  const report: ReportUnexpected = (err, id) => log().error({ err, id }, 'unexpected failure')
  const site = { baseUrl: config.BASE_URL, brand: config.BRAND, name: config.SERVICE_NAME, version }
  const directory = config.CATALOG_URL === undefined ? config.CATALOG_DIR : await followed(config)
  const loaded = await loadCatalog({ directory, dataDir: config.DATA_DIR })
  if ('invalid' in loaded)
    return refuse(`CATALOG_DIR ${JSON.stringify(directory)}: ${notBuilt(directory!) ?? loaded.invalid}`)
  const { data, historyError } = loaded
  if (historyError) log().warn({ event: 'catalog_history_unread', reason: historyError }, 'catalogue')
  const services = servicesOf(data, site, !config.CHECK_OUTPUT)
  return {
    config,
    directory,
    loaded,
    services,
    report,
    get log() {
      return log()
    },
  }
}

export function logOf({ LOG_LEVEL: level }: Config): Logger {
  // A program that has nothing to say does not wait for it.
  const { pino }: typeof import('pino') = require('pino')
  return pino({ level }, pino.destination({ fd: 2, sync: false }))
}

/** Where the catalogue of CATALOG_URL is kept. */
export const followedDirectory = ({ DATA_DIR }: Config): string => join(DATA_DIR, 'catalogue')

/** The last good one is served at once; the service asks for a newer one after its start. */
async function followed(config: Config): Promise<string> {
  const { CATALOG_URL: url = '', CATALOG_PUBLIC_KEY: publicKey } = config
  const directory = followedDirectory(config)
  if (existsSync(join(locate(directory), 'manifest.json'))) return directory
  const { follow } = await import('../follow/follow.ts')
  const fetched = await follow({ url, publicKey, directory })
  const why = 'code' in fetched ? fetched.code : 'reason' in fetched ? fetched.reason : undefined
  if (why !== undefined)
    refuse(`CATALOG_URL gives no catalogue (${why}), and DATA_DIR has no earlier one; check the URL.`)
  return directory
}

/** A catalogue and everything derived from it, which are replaced together. */
export function servicesOf(data: LoadedCatalog, site: Site, trustsTools: boolean): Services {
  const catalog = openCatalog(data, site)
  return { catalog, pages: createPages(() => pageValues(catalog, site)), site, trustsTools }
}

export function settings(environment = process.env): Config {
  try {
    return readConfig(environment)
  } catch (error) {
    if (error instanceof InvalidSetting) refuse(error.message)
    throw error
  }
}

/** Why a directory has no built catalogue, not even an invalid one; undefined for any other. */
export function notBuilt(directory: string): string | undefined {
  const root = locate(directory)
  if (existsSync(join(root, 'manifest.json'))) return undefined
  const what = existsSync(root) ? 'it is no built catalogue, as it has no manifest.json' : 'there is no such directory'
  return `${what}; make one with "catalog build --from DIR --out DIR".`
}

/** A command that cannot do what it should; the message is one line that says why and what to do. */
export class Refusal extends Error {
  override name = 'Refusal'
}

/** @throws Refusal, which the command line shows before it ends with exit code 1 */
export function refuse(message: string): never {
  throw new Refusal(message)
}
