/** schema.org descriptions of the pages, for search engines. */
import { LANGUAGES } from '../../catalog/record/languages.ts'
import type { SdkRecord } from '../../catalog/record/record.ts'
import type { Services } from '../../tools/define.ts'

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

/** JSON leaves out the members that are undefined. */
export const sourceCode = (record: SdkRecord, path: string, { site, catalog }: Services): object => ({
  '@context': CONTEXT,
  '@type': 'SoftwareSourceCode',
  name: `${record.title} SDK`,
  description: record.description,
  url: site.baseUrl + path,
  codeRepository: record.github_url,
  programmingLanguage: record.languages.length > 0 ? record.languages.map((id) => LANGUAGES[id]) : undefined,
  keywords: record.topics.join(', ') || undefined,
  isBasedOn: record.source_website,
  dateModified: lastChange(record.slug, catalog),
})

/** @returns instant of the last build on record that added or changed the SDK */
export function lastChange(slug: string, { builds }: Services['catalog']): string | undefined {
  const includes = (changes: readonly { slug: string }[]): boolean => changes.some((change) => change.slug === slug)
  return builds.findLast(({ added, changed }) => includes(added) || includes(changed))?.built_at
}
