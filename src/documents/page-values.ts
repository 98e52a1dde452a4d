/** What `{{name}}` in a page source stands for: facts of the code, so that no page repeats them by hand. */

import type { Catalog } from '../catalog/catalog.ts'
import type { PageValues } from '../pages/pages.ts'
import { problems } from '../rest/problem.ts'
import type { Site } from '../tools/define.ts'
import { mcpTools } from '../tools/index.ts'

export function pageValues(catalog: Catalog, { baseUrl, brand, name, version }: Site): PageValues {
  return {
    base_url: baseUrl,
    brand,
    service: name,
    version,
    count: String(catalog.count),
    errors: Object.entries(problems)
      .map(
        ([code, { status, title, when, resolution }]) =>
          `## ${code}\n\n- Status: ${status}\n- Title: ${title}\n- Raised when: ${when}\n- What to do: ${resolution}`,
      )
      .join('\n\n'),
    tools: mcpTools.map(({ name, title }) => `- \`${name}\`: ${title}.`).join('\n'),
  }
}
