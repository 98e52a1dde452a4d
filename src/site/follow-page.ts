/** How to follow a feed, and what it has: what its address shows in a browser. */
import type { Feed } from '../documents/feed.ts'
import type { Services } from '../tools/define/define.ts'
import { codeBlock } from './html/components.ts'
import { html, raw } from './html/html.ts'
import type { Layout } from './html/layout.ts'

export function followPage({ path, page, title, entries }: Feed, { site }: Services): Layout {
  return {
    path,
    title: `Follow ${title}`,
    description: `The feed of changes of ${title}, and how to follow it.`,
    hidden: true,
    kind: 'text',
    body: () => html`<div class="page">
<article class="prose">
<div class="intro"><h1>Follow ${title}</h1>
<p>Put this address into a feed reader: it shows each change of <a href="${page}">${title}</a>, and asks for no account.</p></div>
${codeBlock({ label: 'Address of the feed', code: site.baseUrl + path, language: 'text', wrap: true })}
<p>Programs read the same from <a href="/api/sdk/changes"><code>GET /api/sdk/changes</code></a>.</p>
<section><h2>Entries</h2>
${entries.map(({ title, updated, content }) => html`<h3>${title}</h3>\n<p class="notes"><time datetime="${updated}">${updated.slice(0, 16).replace('T', ' ')} UTC</time></p>\n${raw(content)}\n`)}</section>
</article>
</div>`,
  }
}
