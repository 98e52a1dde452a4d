/** The start of every command: settings, log, catalogue. An invalid one ends the process with a one-line message. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { createCatalog } from '../catalog/catalog.ts'
import type { LoadedCatalog } from '../catalog/store/load.ts'
import { locate } from '../catalog/store/locate.ts'
import { loadCatalog } from '../catalog/store/watch.ts'
import { type Config, InvalidSetting, readConfig } from '../config.ts'
import { pageValues } from '../documents/page-values.ts'
import { createPages } from '../pages/pages.ts'
import type { Services, Site } from '../tools/define.ts'
import type { ReportUnexpected } from '../tools/errors.ts'

const PACKAGE = new URL('../../package.json', import.meta.url)

/** @returns `loaded`: the catalogue that the services serve */
export async function start(environment = process.env) {
  const config = settings(environment)
  const log = pino({ level: config.LOG_LEVEL }, pino.destination({ fd: 2, sync: false }))
  const report: ReportUnexpected = (err, id) => log.error({ err, id }, 'unexpected failure')
  const { version } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string }
  const site = { baseUrl: config.BASE_URL, brand: config.BRAND, name: config.SERVICE_NAME, version }
  const { CATALOG_DIR: directory, DATA_DIR: dataDir } = config
  const loaded = await loadCatalog({ directory, dataDir })
  if ('invalid' in loaded)
    return refuse(`CATALOG_DIR ${JSON.stringify(directory)}: ${notBuilt(directory!) ?? loaded.invalid}`)
  const { data, historyError } = loaded
  if (historyError) log.warn({ event: 'catalog_history_unread', reason: historyError }, 'catalogue')
  return { config, loaded, services: servicesOf(data, site, !config.CHECK_OUTPUT), log, report }
}

/** A catalogue and everything derived from it, which are replaced together. */
export function servicesOf(data: LoadedCatalog, site: Site, trustsTools: boolean): Services {
  const catalog = createCatalog(data, site)
  return { catalog, pages: createPages(pageValues(catalog, site)), site, trustsTools }
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

/** Ends the process with exit code 1 and one line on standard error. */
export function refuse(message: string): never {
  process.stderr.write(`sdk-catalog: ${message}\n`)
  process.exit(1)
}
