/** The start of every command: settings, log, catalogue. An invalid one ends the command with one line. */
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { type Config, InvalidSetting, readConfig } from '../config.ts'
import { locate } from '../store/catalog-files.ts'
import { openLookUp } from '../store/look-up.ts'
import { type CatalogLocation, loadPacked } from '../store/pack.ts'
import { openPacked } from '../store/search-index/packed.ts'
import { once } from '../system/once.ts'
import type { ReportUnexpected } from '../tools/define/catalog-error.ts'
import type { Site } from '../tools/define/define.ts'
import { packagedCommit, version } from '../version.ts'
import { fail, failUsage, failWith } from './output.ts'

const require = createRequire(import.meta.url)

/** Everything of one catalogue, with the history of its builds. Links lead to a service only where there is one. */
export async function start(environment = process.env, isServed = true) {
  const opened = await startCatalog(environment)
  const { unpackCatalog } = await import('../store/loading/load.ts')
  const { createServices } = await import('./services.ts')
  const { packed, ...state } = opened.loaded
  const data = unpackCatalog(packed)
  const site = isServed || environment.BASE_URL ? opened.site : { ...opened.site, baseUrl: '' }
  const services = createServices(data, site, !opened.config.CHECK_OUTPUT)
  return Object.assign(opened, { loaded: { ...state, data }, services })
}

/** @returns `loaded`: the catalogue at `location`, as bytes */
export async function startCatalog(environment = process.env) {
  const config = loadSettings(environment)
  const log = once(() => createLog(config))
  const report: ReportUnexpected = (err, id) => log().error({ err, id }, 'unexpected failure')
  const location = locationOf(config)
  const loaded = await (config.CATALOG_URL === undefined ? loadPacked(location) : loadFollowed(config, location))
  const { directory = '' } = location
  if ('invalid' in loaded)
    return fail(`CATALOG_DIR ${JSON.stringify(directory)}: ${whyNotBuilt(directory) ?? loaded.invalid}`)
  return {
    config,
    location,
    loaded,
    site: siteOf(config),
    report,
    get log() {
      return log()
    },
  }
}

export async function startLookUp() {
  const { loaded } = await startCatalog()
  const opened = openPacked(loaded.packed)
  return { ...openLookUp(opened), topics: opened.records.topicNames }
}

/** pino is loaded by the first line: most runs of a command have nothing to log. */
function createLog({ LOG_LEVEL: level }: Config): Logger {
  const { pino }: typeof import('pino') = require('pino')
  return pino({ level }, pino.destination({ fd: 2, sync: false }))
}

export const siteOf = ({ BASE_URL: baseUrl, BRAND: brand, SERVICE_NAME: name }: Config): Site => ({
  ...{ baseUrl, brand, name, version, commit: packagedCommit },
})

/** The directory of CATALOG_URL is in DATA_DIR, and its key counts for that one only. */
export function locationOf({ CATALOG_URL, CATALOG_DIR, CATALOG_PUBLIC_KEY, DATA_DIR }: Config): CatalogLocation {
  const remembered = join(DATA_DIR, 'catalogue-read')
  if (CATALOG_URL === undefined) return { directory: CATALOG_DIR, remembered }
  return { directory: join(DATA_DIR, 'catalogue'), publicKey: CATALOG_PUBLIC_KEY, remembered }
}

/** The last good one is served at once; the service asks for a newer one after its start. */
async function loadFollowed({ CATALOG_URL: url = '' }: Config, location: CatalogLocation) {
  const { directory = '', publicKey } = location
  const isThere = existsSync(join(locate(directory), 'manifest.json'))
  const last = isThere ? await loadPacked(location) : undefined
  if (last && !('invalid' in last)) return last
  const { follow } = await import('../follow/follow.ts')
  const fetched = await follow({ url, publicKey, directory, replace: true })
  const why = 'code' in fetched ? fetched.code : 'reason' in fetched ? fetched.reason : undefined
  const fallback = last ? `the one in DATA_DIR is not to be served (${last.invalid})` : 'DATA_DIR has no earlier one'
  if (why !== undefined) fail(`CATALOG_URL gives no catalogue (${why}), and ${fallback}; check the URL.`)
  return loadPacked(location)
}

/** @throws StartupError for a setting that is not allowed */
export function loadSettings(environment = process.env): Config {
  try {
    return readConfig(environment)
  } catch (error) {
    return failWith(error, InvalidSetting)
  }
}

/** The address of POST /mcp for --url, which may name tools in its query. @throws StartupError for anything else */
export function mcpEndpoint(url: string): string {
  const endpoint = URL.parse(url)
  if (!endpoint || !/^https?:$/.test(endpoint.protocol) || endpoint.username || endpoint.password || endpoint.hash)
    return failUsage(`--url is ${JSON.stringify(url)}; it must be an http or https URL without user and fragment.`)
  endpoint.pathname = endpoint.pathname.replace(/(?:\/mcp)?\/*$/, '/mcp')
  return endpoint.href
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
