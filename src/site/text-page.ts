/** A page from its markdown: sections by heading, a table of contents if it is long, inserts in place. */

import { createRenderer } from '../catalog/readme/html.ts'
import { type HeadingName, PAGE, type Token } from '../catalog/readme/markdown.ts'
import { type Page, twinPath } from '../pages/pages.ts'
import type { Services } from '../tools/define.ts'
import { html, type Markup, raw } from './html/html.ts'
import { breadcrumbs, webSite } from './html/json-ld.ts'
import { renderLayout } from './html/layout.ts'

const markdown = createRenderer(PAGE)

/** By name. */
type Inserts = Readonly<Record<string, Markup>>

/** From this many sections on, the page has a list of them beside the text. */
const MIN_SECTIONS = 4

/** @param foreignScript URL of a script that an insert needs */
export function renderTextPage(page: Page, services: Services, inserts: Inserts = {}, foreignScript?: string): string {
  const home = page.path === '/'
  const parts = page.document.sections.filter(({ level }) => level === 2)
  const contents = !home && parts.length >= MIN_SECTIONS
  return renderLayout(
    {
      path: page.path,
      title: page.title,
      description: page.description,
      ...(page.listed && { twin: twinPath(page.path) }),
      hidden: !page.listed,
      kind: home ? 'home' : 'text',
      data: home ? [webSite(services)] : [breadcrumbs([page], services)],
      body: html`<div class="page${contents && ' with-contents'}">
${
  contents &&
  html`<nav class="contents" aria-label="On this page">
<p>On this page</p>
<ul>
${parts.map(({ anchor, heading }) => html`<li><a href="#${anchor}">${heading}</a></li>\n`)}</ul>
</nav>`
}
<article class="prose" data-path="${page.path}">
${raw(sectioned(page.source, inserts))}</article>
</div>`,
      ...(foreignScript !== undefined && { foreignScript }),
    },
    services,
  )
}

/** Each h2 with its text becomes a section, each h3 a part of one, so that the style sheet can lay them out. */
function sectioned(source: string, inserts: Inserts): string {
  const [intro = [], ...sections] = cutBefore('h2', markdown.parse(source, {}))
  const rendered = sections.map((section) => {
    const [head = [], ...parts] = cutBefore('h3', section)
    const { anchor } = head[0]!.meta as HeadingName
    const inner = parts.map((part) => `<div class="part">${render(part)}</div>\n`).join('')
    return `<section data-section="${anchor}">${render(head)}${inner && `<div class="parts">${inner}</div>`}</section>\n`
  })
  return `<div class="intro">${render(intro)}</div>\n${rendered.join('')}`

  function render(tokens: Token[]): string {
    const text = markdown.renderer.render(tokens, markdown.options, {})
    return text.replace(/<p>&lt;!-- ([\w-]+) --&gt;<\/p>\n/g, (_, name: string) => {
      const insert = inserts[name]
      if (!insert) throw new Error(`nothing supplies the insert ${name}`)
      return insert.text
    })
  }
}

/** The tokens before the first heading of a kind, then those from each one on. */
function cutBefore(tag: string, tokens: readonly Token[]): Token[][] {
  const starts = tokens.flatMap((token, at) => (token.type === 'heading_open' && token.tag === tag ? [at] : []))
  return [0, ...starts].map((start, at) => tokens.slice(start, starts[at]))
}
