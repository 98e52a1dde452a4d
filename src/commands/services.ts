/** A catalogue and everything derived from it, which are replaced together. */

import { pageValues } from '../documents/page-values.ts'
import { createPages } from '../pages/pages.ts'
import { NO_BASE_URL } from '../pages/skill-sources.ts'
import type { LoadedCatalog } from '../store/loading/load.ts'
import { openCatalog } from '../store/open-catalog.ts'
import type { Services, Site } from '../tools/define/define.ts'

export function createServices(data: LoadedCatalog, site: Site, trustsTools: boolean): Services {
  const catalog = openCatalog(data, site)
  // Examples of requests need an address.
  const shown = { ...site, baseUrl: site.baseUrl || NO_BASE_URL }
  return { catalog, pages: createPages(() => pageValues(catalog, shown)), site, trustsTools }
}
