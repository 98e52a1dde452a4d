/** A page of ours, from its markdown: sections by heading, a table of contents where it is long, inserts in place. */

import { createMarkdown } from '../catalog/readme/html.ts'
import { outline } from '../catalog/readme/parts.ts'
import { type Page, twinPath } from '../pages/pages.ts'
import type { Services } from '../tools/define.ts'
import { html, type Markup, raw } from './html/html.ts'
import { breadcrumbs, webSite } from './html/json-ld.ts'
import { renderLayout } from './html/layout.ts'

/** Our sources need no raw HTML, and values in them may be text of third parties. */
const markdown = createMarkdown({ idPrefix: '', html: false })

/** Markup by name of its insert. */
export type Inserts = Readonly<Record<string, Markup>>

/** From this many sections on, a list of them stands beside the text. */
const LONG = 4

/** @param foreignScript address of a script that an insert needs */
export function renderTextPage(page: Page, services: Services, inserts: Inserts = {}, foreignScript?: string): string {
  const home = page.path === '/'
  const parts = outline(page.markdown).filter(({ level }) => level === 2)
  const contents = !home && parts.length >= LONG
  const text = sectioned(inserted(markdown.render(page.source), inserts))
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
<article class="prose">
${raw(text)}</article>
</div>`,
      ...(foreignScript !== undefined && { foreignScript }),
    },
    services,
  )
}

const inserted = (rendered: string, inserts: Inserts): string =>
  rendered.replace(/<p>&lt;!-- ([\w-]+) --&gt;<\/p>\n/g, (_, name: string) => {
    const insert = inserts[name]
    if (!insert) throw new Error(`nothing supplies the insert ${name}`)
    return insert.text
  })

/** Each h2 with what follows it becomes a section, each h3 a part of one, so that the style sheet can lay them out. */
function sectioned(rendered: string): string {
  const [intro = '', ...sections] = rendered.split(/(?=<h2 )/)
  const wrapped = sections.map((section) => {
    const [head = '', ...parts] = section.split(/(?=<h3 )/)
    const inner = parts.length ? `${head}<div class="parts">${parts.map(part).join('')}</div>` : head
    return `<section data-section="${/id="([^"]*)"/.exec(head)?.[1] ?? ''}">${inner}</section>\n`
  })
  return `<div class="intro">${intro}</div>\n${wrapped.join('')}`
}

const part = (text: string): string => `<div class="part">${text}</div>\n`
