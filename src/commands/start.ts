/** What every command begins with: settings, log, catalogue. A wrong setting or catalogue ends the process in one line. */
import { readFileSync } from 'node:fs'
import { type Logger, pino } from 'pino'
import { createCatalog } from '../catalog/catalog.ts'
import { InvalidCatalog, loadDirectory, loadEmbedded } from '../catalog/load.ts'
import { type Config, InvalidSetting, readConfig } from '../config.ts'
import { pageValues } from '../documents/page-values.ts'
import { createPages } from '../pages/pages.ts'
import type { Services } from '../tools/define.ts'
import type { ReportUnexpected } from '../tools/errors.ts'

const PACKAGE = new URL('../../package.json', import.meta.url)

export interface Started {
  config: Config
  services: Services
  log: Logger
  report: ReportUnexpected
}

export function start(environment = process.env): Started {
  const config = settings(environment)
  const log = pino({ level: config.LOG_LEVEL }, pino.destination({ fd: 2, sync: false }))
  const report: ReportUnexpected = (err, id) => log.error({ err, id }, 'unexpected failure')
  const { version } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string }
  const site = { baseUrl: config.BASE_URL, brand: config.BRAND, name: config.SERVICE_NAME, version }
  const { CATALOG_DIR: directory } = config
  const data = directory
    ? orRefuse(() => loadDirectory(directory), `CATALOG_DIR ${JSON.stringify(directory)}: `)
    : loadEmbedded()
  const catalog = createCatalog(data, site)
  return { config, services: { catalog, pages: createPages(pageValues(catalog, site)), site }, log, report }
}

export const settings = (environment = process.env): Config => orRefuse(() => readConfig(environment))

/** Ends the process with exit code 1 and one line on standard error. */
export function refuse(message: string): never {
  process.stderr.write(`sdk-catalog: ${message}\n`)
  process.exit(1)
}

function orRefuse<T>(work: () => T, about = ''): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof InvalidSetting || error instanceof InvalidCatalog) refuse(`${about}${error.message}`)
    throw error
  }
}
