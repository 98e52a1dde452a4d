/** A page of ours, from its markdown: sections by heading, a table of contents where it is long, inserts in place. */

import { createRenderer } from '../catalog/readme/html.ts'
import { type HeadingName, PAGE, type Token } from '../catalog/readme/markdown.ts'
import { type Page, twinPath } from '../pages/pages.ts'
import type { Services } from '../tools/define.ts'
import { html, type Markup, raw } from './html/html.ts'
import { breadcrumbs, webSite } from './html/json-ld.ts'
import { renderLayout } from './html/layout.ts'

const markdown = createRenderer(PAGE)

/** Markup by name of its insert. */
export type Inserts = Readonly<Record<string, Markup>>

/** From this many sections on, a list of them stands beside the text. */
const LONG = 4

/** @param foreignScript address of a script that an insert needs */
export function renderTextPage(page: Page, services: Services, inserts: Inserts = {}, foreignScript?: string): string {
  const home = page.path === '/'
  const parts = page.document.sections.filter(({ level }) => level === 2)
  const contents = !home && parts.length >= LONG
  const text = sectioned(page.source, inserts)
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
${raw(text)}</article>
</div>`,
      ...(foreignScript !== undefined && { foreignScript }),
    },
    services,
  )
}

/** Each h2 with what follows it becomes a section, each h3 a part of one, so that the style sheet can lay them out. */
function sectioned(source: string, inserts: Inserts): string {
  const [intro = [], ...sections] = cutBefore('h2', markdown.parse(source, {}))
  const wrapped = sections.map((section) => {
    const [head = [], ...parts] = cutBefore('h3', section)
    const { anchor } = head[0]!.meta as HeadingName
    const inner = parts.map((part) => `<div class="part">${render(part)}</div>\n`).join('')
    return `<section data-section="${anchor}">${render(head)}${inner && `<div class="parts">${inner}</div>`}</section>\n`
  })
  return `<div class="intro">${render(intro)}</div>\n${wrapped.join('')}`

  function render(tokens: Token[]): string {
    return inserted(markdown.renderer.render(tokens, markdown.options, {}), inserts)
  }
}

/** The tokens before the first heading of a kind, then those from each one on. */
function cutBefore(tag: string, tokens: readonly Token[]): Token[][] {
  const starts = tokens.flatMap((token, at) => (token.type === 'heading_open' && token.tag === tag ? [at] : []))
  return [0, ...starts].map((start, at) => tokens.slice(start, starts[at]))
}

const inserted = (rendered: string, inserts: Inserts): string =>
  rendered.replace(/<p>&lt;!-- ([\w-]+) --&gt;<\/p>\n/g, (_, name: string) => {
    const insert = inserts[name]
    if (!insert) throw new Error(`nothing supplies the insert ${name}`)
    return insert.text
  })
