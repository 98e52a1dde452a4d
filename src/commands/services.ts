/** A catalogue and everything derived from it, which are replaced together. */

import { pageValues } from '../documents/page-values.ts'
import { createPages } from '../pages/pages.ts'
import type { LoadedCatalog } from '../store/loading/load.ts'
import { openCatalog } from '../store/open-catalog.ts'
import type { Services, Site } from '../tools/define/define.ts'

export function createServices(data: LoadedCatalog, site: Site, trustsTools: boolean): Services {
  const catalog = openCatalog(data, site)
  return { catalog, pages: createPages(() => pageValues(catalog, site)), site, trustsTools }
}
