/** The start of every command: settings, log, catalogue. An invalid one ends the command with one line. */
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
import { packagedCommit, version } from '../program.ts'
import { once } from '../system/once.ts'
import type { Services, Site } from '../tools/define.ts'
import type { ReportUnexpected } from '../tools/errors.ts'
import { fail } from './output.ts'

const require = createRequire(import.meta.url)

/** @returns `loaded`: the catalogue that the services serve */
export async function start(environment = process.env) {
  const config = loadSettings(environment)
  const log = once(() => createLog(config))
  const report: ReportUnexpected = (err, id) => log().error({ err, id }, 'unexpected failure')
  const directory = config.CATALOG_URL === undefined ? config.CATALOG_DIR : await fetchedDirectory(config)
  const loaded = await loadCatalog({ directory, dataDir: config.DATA_DIR })
  if ('invalid' in loaded)
    return fail(`CATALOG_DIR ${JSON.stringify(directory)}: ${whyNotBuilt(directory!) ?? loaded.invalid}`)
  const { data, historyError } = loaded
  if (historyError) log().warn({ event: 'catalog_history_unread', reason: historyError }, 'catalogue')
  return {
    config,
    directory,
    loaded,
    services: createServices(data, siteOf(config), !config.CHECK_OUTPUT),
    report,
    get log() {
      return log()
    },
  }
}

/** pino is loaded by the first line: most runs of a command have nothing to log. */
function createLog({ LOG_LEVEL: level }: Config): Logger {
  const { pino }: typeof import('pino') = require('pino')
  return pino({ level }, pino.destination({ fd: 2, sync: false }))
}

export const siteOf = ({ BASE_URL: baseUrl, BRAND: brand, SERVICE_NAME: name }: Config): Site => ({
  ...{ baseUrl, brand, name, version, commit: packagedCommit },
})

/** Where the catalogue of CATALOG_URL is stored. */
export const followedDirectory = ({ DATA_DIR }: Config): string => join(DATA_DIR, 'catalogue')

/** The last good one is served at once; the service asks for a newer one after its start. */
async function fetchedDirectory(config: Config): Promise<string> {
  const { CATALOG_URL: url = '', CATALOG_PUBLIC_KEY: publicKey } = config
  const directory = followedDirectory(config)
  if (existsSync(join(locate(directory), 'manifest.json'))) return directory
  const { follow } = await import('../follow/follow.ts')
  const fetched = await follow({ url, publicKey, directory })
  const why = 'code' in fetched ? fetched.code : 'reason' in fetched ? fetched.reason : undefined
  if (why !== undefined)
    fail(`CATALOG_URL gives no catalogue (${why}), and DATA_DIR has no earlier one; check the URL.`)
  return directory
}

/** A catalogue and everything derived from it, which are replaced together. */
export function createServices(data: LoadedCatalog, site: Site, trustsTools: boolean): Services {
  const catalog = openCatalog(data, site)
  return { catalog, pages: createPages(() => pageValues(catalog, site)), site, trustsTools }
}

/** @throws StartupError for a setting that is not allowed */
export function loadSettings(environment = process.env): Config {
  try {
    return readConfig(environment)
  } catch (error) {
    if (error instanceof InvalidSetting) fail(error.message)
    throw error
  }
}

/** The address of POST /mcp for --url. @throws StartupError if that is no http or https URL */
export function mcpEndpoint(url: string): string {
  if (!URL.canParse(url) || !/^https?:/.test(url))
    fail(`--url is ${JSON.stringify(url)}; it must be an http or https URL.`)
  return url.endsWith('/mcp') ? url : `${url.replace(/\/+$/, '')}/mcp`
}

/** @throws StartupError for a directory without a built catalogue */
export function failUnlessBuilt(directory: string): void {
  const why = whyNotBuilt(directory)
  if (why) fail(`${directory}: ${why}`)
}

/** Undefined for a directory with a built catalogue, also an invalid one. */
export function whyNotBuilt(directory: string): string | undefined {
  const root = locate(directory)
  if (existsSync(join(root, 'manifest.json'))) return undefined
  const why = existsSync(root) ? 'it is no built catalogue, as it has no manifest.json' : 'there is no such directory'
  return `${why}; make one with "catalog build --from DIR --out DIR".`
}
