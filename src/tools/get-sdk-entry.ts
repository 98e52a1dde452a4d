/** One entry by slug (SPEC 4.3). Its README is get-sdk-readme.ts. */
import * as z from 'zod'
import { SdkEntry } from '../catalog/entry.ts'
import { defineTool, READ_ONLY } from './define.ts'
import { notFound, slug } from './fields.ts'

export const getSdkEntry = defineTool({
  name: 'get_sdk_entry',
  title: 'Get one SDK of the catalogue by its slug',
  description:
    'Returns title, description, topics and the addresses of page, README and repository of one SDK. Use this when ' +
    'you know the slug; use find_sdk to find it, and get_sdk_readme for install lines and code.',
  annotations: READ_ONLY,
  input: z.strictObject({ slug }),
  output: SdkEntry,
  run: ({ slug }, { catalog }) => {
    const entry = catalog.entry(slug)
    if (!entry) throw notFound(slug, catalog)
    return entry
  },
  text: (entry) =>
    [
      `${entry.title} (${entry.slug})`,
      entry.description,
      entry.topics && `Topics: ${entry.topics.join(', ')}`,
      `Page: ${entry.url}`,
      `README: ${entry.readme_url}`,
      `Code: ${entry.github_url}`,
    ]
      .filter(Boolean)
      .join('\n'),
  examples: [{ slug: 'poetrydb-sdk' }, { slug: 'open-meteo-sdk' }],
})
