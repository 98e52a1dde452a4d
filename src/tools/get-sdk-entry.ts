/**
 * One entry by slug (SPEC 4.3). Its README is get-sdk-readme.ts. SPEC 2.1 allows the structured form no other members,
 * so the key, first call and install lines are in the text only; find_sdk with detail "detailed" has them as data.
 */
import * as z from 'zod'
import { SdkEntry } from '../catalog/record/entry.ts'
import { readinessText } from '../catalog/record/readiness.ts'
import { callName } from '../code/client-options.ts'
import { installLinesAfterClone } from '../code/install.ts'
import { authentication } from '../code/readme-template.ts'
import { joinParts } from '../text/join-parts.ts'
import { defineTool, READ_ONLY } from './define/define.ts'
import { notFound } from './define/not-found.ts'
import { slug } from './define/shared-fields.ts'

export const getSdkEntry = defineTool({
  name: 'get_sdk_entry',
  title: 'Get one SDK of the catalogue by its slug',
  description:
    'Returns title, description, topics and URLs of one SDK. Use this when you know the slug; get_sdk_readme has ' +
    'install lines and code.',
  annotations: READ_ONLY,
  cacheability: 'snapshot',
  input: z.strictObject({ slug }),
  output: SdkEntry,
  run: ({ slug }, { catalog }) => {
    const entry = catalog.entry(slug)
    if (!entry) throw notFound(slug, catalog)
    return entry
  },
  text: (entry, services) => {
    const record = services?.catalog.record(entry.slug)
    const install = record ? installLinesAfterClone(record) : []
    const { slug, title, description, topics, url, readme_url, github_url } = entry
    const call = record?.first_call
    return joinParts(
      '\n',
      `${title} (${slug})`,
      description,
      topics && `Topics: ${topics.join(', ')}`,
      `Page: ${url}`,
      `README: ${readme_url}`,
      `Code: ${github_url}`,
      record && `Key: ${authentication(record)}`,
      record && `Readiness ${readinessText(record)}`,
      call && `First call: ${callName(call)} ${JSON.stringify(call.arguments)}`,
      install.length > 0 && `Install (get_sdk_readme has more):\n- ${install.join('\n- ')}`,
    )
  },
  examples: [{ slug: 'poetrydb-sdk' }, { slug: 'open-meteo-sdk' }],
})
