/** The README of an SDK with a list of its sections beside it: what an author wrote, rendered and made safe. */
import { ID_PREFIX } from '../../catalog/readme/parse-markdown.ts'
import type { SdkRecord } from '../../catalog/record/record.ts'
import type { Services } from '../../tools/define/define.ts'
import { html, raw } from '../html/html.ts'
import type { Layout } from '../html/layout.ts'
import { entryPath, ofSdk } from '../page-model.ts'

export const readmePath = (entry: string): string => `${entry}/readme`

/** Levels of the headings that the list has; the title of a README is of level 1. */
const LISTED = [2, 3]

export async function readmePage(record: SdkRecord, services: Services): Promise<Layout> {
  const { catalog, site } = services
  const { slug, title, github_url } = record
  const above = entryPath(slug, site.brand)
  const path = readmePath(above)
  const [content, document] = await Promise.all([catalog.readmeHtml(slug), catalog.readmeDocument(slug)])
  const sections = document?.sections.filter(({ level, anchor }) => LISTED.includes(level) && anchor) ?? []
  return {
    path,
    title: `README of the ${title} SDK`,
    description: `The README of the generated SDK for ${title}, with a list of its sections.`,
    twin: `${above}.md`,
    skip: { to: 'readme', label: 'Skip to the README' },
    ...ofSdk(record, site.brand, { path, title: 'README' }),
    body: () => html`<div class="page entry">
<header class="head"><div>
<p class="crumbs"><a href="/sdk">SDKs</a> <span aria-hidden="true">/</span> <a href="${above}"><code>${slug}</code></a> <span aria-hidden="true">/</span> README</p>
<h1>README of ${title}</h1>
</div></header>
${
  sections.length > 0 &&
  html`<aside class="rail" aria-label="Contents">
<details class="fold" open><summary><h2>Sections</h2></summary>
<nav class="contents" aria-label="Sections"><ul>${sections.map(({ level, anchor, heading }) => html`<li class="level-${level}"><a href="#${ID_PREFIX + anchor}">${heading}</a></li>`)}</ul></nav></details>
</aside>`
}
<div class="body">
<section class="readme prose" id="readme" tabindex="-1" aria-labelledby="readme-heading">
<div class="file"><h2 id="readme-heading">README</h2><span><a href="${above}.md" type="text/markdown">as markdown</a> <a href="${github_url}#readme" rel="nofollow noopener">in the repository</a></span></div>
${raw(content)}</section>
</div>
</div>`,
  }
}
