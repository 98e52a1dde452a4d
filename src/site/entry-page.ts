/** The page of one SDK: its README rendered, and the facts beside it. Its twin is the README itself, byte for byte. */

import { renderReadmeHtml } from '../catalog/readme/html.ts'
import { authentication, renderReadme, renderReadmeBody } from '../catalog/readme/template.ts'
import { LANGUAGES } from '../catalog/record/languages.ts'
import type { SdkRecord } from '../catalog/record/record.ts'
import { cliInstall, type Install, languageInstalls, mcpInstall, releasesUrl } from '../catalog/usage/install.ts'
import { able } from '../catalog/usage/surfaces.ts'
import { topicPath } from '../pages/topics.ts'
import type { Services } from '../tools/define.ts'
import { html, type Markup, raw } from './html/html.ts'
import { breadcrumbs, sourceCode } from './html/json-ld.ts'
import { renderLayout } from './html/layout.ts'

export const entryPath = (slug: string, brand: string): string => `/${brand}-sdk/${slug}`

export async function renderEntryPage(record: SdkRecord, services: Services): Promise<string> {
  const path = entryPath(record.slug, services.site.brand)
  const readme = await readmeBeside(record, services)
  const { title, description = `A generated client for ${title}.`, topics } = record
  return renderLayout(
    {
      path,
      title: `${title} SDK`,
      description,
      twin: `${path}.md`,
      kind: 'entry',
      data: [
        sourceCode(record, path, services),
        breadcrumbs(
          [
            { path: '/sdk', title: 'SDKs' },
            { path, title },
          ],
          services,
        ),
      ],
      body: html`<div class="page entry">
<header class="head">
<p class="crumbs"><a href="/sdk">SDKs</a> <span aria-hidden="true">/</span> <code>${record.slug}</code></p>
<h1>${title}</h1>
<p class="lead">${description}</p>
${topics.length > 0 && html`<ul class="chips" aria-label="Topics">${topics.map((topic) => html`<li><a href="${topicPath(topic)}">${topic}</a></li>`)}</ul>`}
</header>
<aside class="facts" aria-label="Facts and install lines">
${factList(record, path)}
${installs(record)}
</aside>
<section class="readme prose" aria-label="README">
<div class="file"><h2>README.md</h2><a href="${path}.md" type="text/markdown">raw</a></div>
${raw(readme)}
</section>
</div>`,
    },
    services,
  )
}

/** The README; of one that we made ourselves, what does not stand beside it. */
const readmeBeside = (record: SdkRecord, { catalog }: Services): string | Promise<string> =>
  catalog.readme(record.slug) === renderReadme(record)
    ? renderReadmeHtml(renderReadmeBody(record), record.github_url)
    : catalog.readmeHtml(record.slug)

function factList(record: SdkRecord, path: string): Markup {
  const rows: [string, Markup | undefined][] = [
    ['Code', external(record.github_url)],
    ['API website', record.source_website ? external(record.source_website) : undefined],
    ['OpenAPI', record.source_openapi_url ? external(record.source_openapi_url, 'description') : undefined],
    [
      'Server',
      record.servers.length ? html`${record.servers.map(({ url }) => html`<code>${url}</code> `)}` : undefined,
    ],
    ['API version', record.api_version ? html`${record.api_version}` : undefined],
    ['Authentication', html`${authentication(record)}`],
    [
      'Languages',
      record.languages.length ? html`${record.languages.map((id) => LANGUAGES[id]).join(', ')}` : undefined,
    ],
    ['Also', alsoIn(record)],
    ['Entities', record.entities.length ? html`${record.entities.length}` : undefined],
    [
      'As data',
      html`<a href="/api/sdk/${record.slug}.json">JSON</a>, <a href="${path}.md" type="text/markdown">markdown</a>`,
    ],
  ]
  return html`<h2>Facts</h2>
<dl>${rows.map(([term, value]) => value !== undefined && html`<div><dt>${term}</dt><dd>${value}</dd></div>`)}</dl>`
}

function alsoIn({ cli, mcp }: SdkRecord): Markup | undefined {
  const naming = (label: string, names: string) => (names ? `${label} (${names})` : label)
  const also = [cli && naming('CLI with REPL', able(cli)), mcp && naming('MCP server', able(mcp))].filter(Boolean)
  return also.length ? html`${also.join(', ')}` : undefined
}

/** The host is what tells one link from another. */
function external(url: string, label?: string): Markup {
  const { host, pathname } = new URL(url)
  const shown = label ?? (host === 'github.com' ? pathname.slice(1) : host)
  return html`<a href="${url}" rel="nofollow noopener">${shown}</a>`
}

function installs(record: SdkRecord): Markup {
  const all = [...languageInstalls(record), cliInstall(record), mcpInstall(record)].filter((item) => item !== undefined)
  const withCommand = all.filter(({ command }) => command !== undefined)
  const fromTags = all.filter(({ command }) => command === undefined)
  return html`<h2>Install</h2>
${withCommand.map(({ label, command, needs }) => line(needs ? `${label}, needs ${needs}` : label, command!))}
${
  fromTags.length > 0 &&
  html`<p class="tags">${fromTags.map(({ label }: Install) => label).join(', ')}: from a <a href="${releasesUrl(record)}" rel="nofollow noopener">release tag</a>.</p>`
}
${line('Everything', `git clone ${record.github_url}.git`)}`
}

const line = (label: string, command: string): Markup =>
  html`<p class="label">${label}</p><pre tabindex="0"><code>${command}</code></pre>\n`
