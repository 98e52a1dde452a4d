/** What an MCP client can read by URI: entries, READMEs, pages, topics. */
import { type McpServer, ResourceNotFoundError, ResourceTemplate, type Variables } from '@modelcontextprotocol/server'
import { SKILLS_EXTENSION_ID, type Skill } from '@modelcontextprotocol/server/ext/skills'
import { readableText } from '../../catalog/readme/parse-markdown.ts'
import { readmeOrigin } from '../../catalog/readme/readme.ts'
import { absoluteLinks } from '../../pages/absolute-links.ts'
import { pageName } from '../../pages/pages.ts'
import { nearest } from '../../search/suggest.ts'
import { echoed } from '../../tools/define/catalog-error.ts'
import type { Services } from '../../tools/define/define.ts'
import { didYouMean } from '../../tools/define/not-found.ts'
import type { Guard } from '../hide-exceptions.ts'
import { catalogueView } from '../view/view.ts'
import { CONTENT, DEFINITIONS } from './cache-hints.ts'

const MARKDOWN = 'text/markdown'
const JSON_TYPE = 'application/json'
const TOPICS = 'catalog://topics'

interface Template {
  name: string
  uri: string
  /** Variable of the URI, which can be completed. */
  variable: 'slug' | 'path'
  title: string
  description: string
  mimeType: string
  /** What resources/list names; the SDKs are too many for it. */
  list?(services: Services): { name: string; title: string; description: string; updated: string }[]
  /** Undefined for an unknown value. */
  read(value: string, services: Services): string | undefined
  nearest(value: string, services: Services): string[]
}

const nearSlugs = (value: string, { catalog }: Services) => catalog.nearestSlugs(value)

const TEMPLATES: readonly Template[] = [
  {
    name: 'sdk',
    uri: 'sdk://{slug}',
    variable: 'slug',
    title: 'One SDK',
    description: 'Title, description, topics and URLs of one SDK.',
    mimeType: JSON_TYPE,
    // JSON.stringify(undefined) is undefined.
    read: (slug, { catalog }) => JSON.stringify(catalog.entry(slug)),
    nearest: nearSlugs,
  },
  {
    name: 'sdk-readme',
    uri: 'sdk://{slug}/readme',
    variable: 'slug',
    title: 'README of an SDK',
    description: 'The whole README. It is third-party text.',
    mimeType: MARKDOWN,
    read(slug, { catalog }) {
      const readme = catalog.readme(slug)
      if (readme === undefined) return undefined
      // A comment ends at two hyphens.
      const origin = readmeOrigin(catalog.record(slug)!, catalog).replaceAll('--', '- -')
      return `<!-- ${origin} -->\n\n${readableText(readme)}`
    },
    nearest: nearSlugs,
  },
  {
    name: 'page',
    uri: 'page://{+path}',
    variable: 'path',
    title: 'A page of this service',
    description: 'A documentation page as markdown.',
    mimeType: MARKDOWN,
    list: ({ pages }) => pages.list.map(({ path, ...page }) => ({ ...page, name: pageName(path) })),
    read(name, { pages, site }) {
      const page = pages.list.find(({ path }) => pageName(path) === name)
      return page && absoluteLinks(page.document, pages, site.baseUrl)
    },
    nearest(name, { pages }) {
      const names = pages.list.map(({ path }) => pageName(path))
      return nearest(name, names)
    },
  },
]

const fillIn = ({ uri, variable }: Template, value: string): string =>
  uri.replace(new RegExp(`\\{\\+?${variable}\\}`), value)

/** URI of each template -> its variable. */
export const templateVariables = (): [string, string[]][] => TEMPLATES.map(({ uri, variable }) => [uri, [variable]])

/** What resources/templates/list says; the extension of skills gives its template a name alone. */
export const templateList = {
  resourceTemplates: [
    ...TEMPLATES.map(({ name, uri, title, description, mimeType }) => {
      return { name, uriTemplate: uri, title, description, mimeType }
    }),
    {
      ...{ name: SKILLS_EXTENSION_ID, uriTemplate: 'skill://{+path}', title: 'A skill of this service' },
      ...{ description: 'How to find or use an SDK, for agents.', mimeType: MARKDOWN },
    },
  ],
}

/** @returns a function that registers the resources with a server; the templates are parsed once */
export function resourceRegistrar(services: Services, guarded: Guard): (mcp: McpServer) => void {
  const templates = TEMPLATES.map((template) => {
    const { name, uri, variable } = template
    const reader = guarded((uri: URL, given: Variables) => read(uri.href, String(given[variable]), template, services))
    return { name, parsed: new ResourceTemplate(uri, { list: undefined }), reader }
  })
  const readTopics = guarded(() => contents(TOPICS, JSON_TYPE, topicsText(services)))
  const { name, uri, mimeType, text, _meta } = catalogueView(services.site)
  const readView = () => ({ contents: [{ uri, mimeType, text: text(), _meta }] })

  return function registerResources(mcp) {
    for (const { name, parsed, reader } of templates) mcp.registerResource(name, parsed, { cacheHint: CONTENT }, reader)
    mcp.registerResource('topics', TOPICS, { cacheHint: CONTENT }, readTopics)
    mcp.registerResource(name, uri, { cacheHint: DEFINITIONS }, readView)
  }
}

const topicsText = ({ catalog }: Services): string =>
  JSON.stringify(catalog.facets.topics.map(([topic, sdks]) => ({ topic, sdks })))

/** What resources/list says: topics, view, pages and skills; the SDKs are too many for it. */
export function resourceList(services: Services, skills: readonly Skill[]) {
  const { text: _, ...view } = catalogueView(services.site)
  const topics = {
    ...{ uri: TOPICS, name: 'topics', title: 'Topics of the catalogue' },
    ...{ description: 'Every topic with the number of its SDKs.', mimeType: JSON_TYPE },
    ...dated(topicsText(services), services.catalog.generatedAt),
  }
  return { resources: [topics, view, ...TEMPLATES.flatMap((each) => listed(each, services)), ...skills.map(skillFile)] }
}

const listed = (template: Template, services: Services) =>
  (template.list?.(services) ?? []).map(({ name, title, description, updated }) => ({
    ...{ uri: fillIn(template, name), name, title, description, mimeType: template.mimeType },
    ...dated(template.read(name, services)!, `${updated}T00:00:00Z`),
  }))

const dated = (text: string, lastModified: string) => ({ size: Buffer.byteLength(text), annotations: { lastModified } })

/** Title and date are in the front matter, where the format leaves room for them. */
function skillFile({ uri, frontmatter: { name, description, metadata }, resources }: Skill) {
  const { title, updated } = metadata as { title: string; updated: string }
  const size = typeof resources === 'string' ? undefined : resources[0]?.size
  const annotations = { lastModified: `${updated}T00:00:00Z` }
  return { uri, name, title, description, mimeType: MARKDOWN, size, annotations }
}

/** @throws ResourceNotFoundError that suggests the nearest names */
function read(uri: string, value: string, template: Template, services: Services) {
  const text = template.read(value, services)
  if (text !== undefined) return contents(uri, template.mimeType, text)
  const near = template.nearest(value, services).map((name) => fillIn(template, name))
  throw new ResourceNotFoundError(uri, `There is no resource "${echoed(uri)}". ${didYouMean(near)}`.trimEnd())
}

const contents = (uri: string, mimeType: string, text: string) => ({ contents: [{ uri, mimeType, text }] })
