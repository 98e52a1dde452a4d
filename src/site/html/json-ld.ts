/** schema.org descriptions of the pages, for search engines. */

import { LANGUAGES } from '../../catalog/record/languages.ts'
import type { SdkRecord } from '../../catalog/record/record.ts'
import type { Services } from '../../tools/define.ts'
import { changedAt } from '../changed-at.ts'

const CONTEXT = 'https://schema.org'

export const webSite = ({ site, catalog }: Services): object => ({
  '@context': CONTEXT,
  '@type': 'WebSite',
  name: site.name,
  url: `${site.baseUrl}/`,
  description: `${catalog.count} generated SDKs for public APIs.`,
  potentialAction: {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: `${site.baseUrl}/sdk?q={search_term_string}` },
    'query-input': 'required name=search_term_string',
  },
})

export const breadcrumbs = (trail: readonly { path: string; title: string }[], { site }: Services): object => ({
  '@context': CONTEXT,
  '@type': 'BreadcrumbList',
  itemListElement: [{ path: '/', title: site.name }, ...trail].map(({ path, title }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: title,
    item: site.baseUrl + path,
  })),
})

export function sourceCode(record: SdkRecord, path: string, { site, catalog }: Services): object {
  const changed = changedAt(record.slug, catalog.builds)
  return {
    '@context': CONTEXT,
    '@type': 'SoftwareSourceCode',
    name: `${record.title} SDK`,
    ...(record.description !== undefined && { description: record.description }),
    url: site.baseUrl + path,
    codeRepository: record.github_url,
    ...(record.languages.length > 0 && { programmingLanguage: record.languages.map((id) => LANGUAGES[id]) }),
    ...(record.topics.length > 0 && { keywords: record.topics.join(', ') }),
    ...(record.source_website !== undefined && { isBasedOn: record.source_website }),
    ...(changed !== undefined && { dateModified: changed }),
  }
}
