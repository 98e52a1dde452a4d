/** A page from its markdown: sections by heading, a table of contents if it is long, inserts in place. */

import { type HeadingName, PAGE, type Token } from '../catalog/readme/parse-markdown.ts'
import { createRenderer } from '../catalog/readme/render-html.ts'
import { SURFACES } from '../code/surfaces.ts'
import { type Page, twinPath } from '../pages/pages.ts'
import type { Services } from '../tools/define/define.ts'
import { searchForm } from './html/components.ts'
import { html, type Markup, raw } from './html/html.ts'
import type { PageModel } from './page-model.ts'
import { playground } from './playground.ts'

const markdown = createRenderer(PAGE)

/** Markup in place of `<!-- name -->` in the source of a page, by name. */
type Inserts = Readonly<Record<string, Markup>>

const SPOKEN = /^(<!-- ([\w-]+) -->\n)[\s\S]*?^<!-- \/\2 -->$/gm

/** From this many sections on, the page has a list of them beside the text. */
const MIN_SECTIONS = 4

/** @param foreignScript URL of a script that an insert needs */
export function textPage(page: Page, services: Services, inserts: Inserts, foreignScript?: string): PageModel {
  const { path, title, description, updated, listed } = page
  const home = path === '/'
  return {
    ...{ path, title, description, updated, hidden: !listed },
    ...(listed && { twin: twinPath(path) }),
    kind: home ? 'home' : 'text',
    ...(home ? { data: webSite(services) } : { trail: [page] }),
    ...(foreignScript !== undefined && { foreignScript }),
    markdown: () => page.markdown,
    body() {
      const parts = page.document.sections.filter(({ level }) => level === 2)
      const contents = !home && parts.length >= MIN_SECTIONS
      return html`<div class="page${contents && ' with-contents'}">
${
  contents &&
  html`<nav class="contents" aria-label="On this page">
<p>On this page</p>
<ul>
${parts.map(({ anchor, heading }) => html`<li><a href="#${anchor}">${heading}</a></li>\n`)}</ul>
</nav>`
}
<article class="prose" data-path="${path}">
${raw(sectioned(page.source.replace(SPOKEN, '$1'), inserts))}</article>
</div>`
    },
  }
}

const webSite = ({ site, catalog }: Services): object => ({
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

export const commonInserts = ({ site }: Services): Inserts => ({
  search: searchForm(site.brand),
  playground: playground(),
  live: html`<ul data-live aria-live="polite"></ul>\n`,
  // One description above, the six surfaces below: the cells of the mark.
  diagram: html`<p class="source">One OpenAPI description</p>
<ul class="diagram">${SURFACES.map(({ name }) => html`<li><a href="#${name.toLowerCase().replaceAll(' ', '-')}">${name}</a></li>`)}</ul>
`,
})

/** Each h2 with its text becomes a section, each h3 a part of one, so that the style sheet can lay them out. */
function sectioned(source: string, inserts: Inserts): string {
  const [intro = [], ...sections] = cutBefore('h2', markdown.parse(source, {}))
  const rendered = sections.map((section) => {
    const [head = [], ...parts] = cutBefore('h3', section)
    const { anchor } = head[0]!.meta as HeadingName
    const inner = parts.map((part) => `<div class="part">${render(part, inserts)}</div>\n`).join('')
    return `<section data-section="${anchor}">${render(head, inserts)}${inner && `<div class="parts">${inner}</div>`}</section>\n`
  })
  return `<div class="intro">${render(intro, inserts)}</div>\n${rendered.join('')}`
}

function render(tokens: Token[], inserts: Inserts): string {
  const text = markdown.renderer.render(tokens, markdown.options, {})
  return text.replace(/<p>&lt;!-- ([\w-]+) --&gt;<\/p>\n/g, (_, name: string) => {
    const insert = inserts[name]
    if (!insert) throw new Error(`nothing supplies the insert ${name}`)
    return insert.text
  })
}

/** The tokens before the first heading of a kind, then those from each one on. */
function cutBefore(tag: string, tokens: readonly Token[]): Token[][] {
  const starts = tokens.flatMap((token, at) => (token.type === 'heading_open' && token.tag === tag ? [at] : []))
  return [0, ...starts].map((start, at) => tokens.slice(start, starts[at]))
}
