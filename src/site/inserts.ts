/** Parts that only HTML has, in place of `<!-- name -->` in the source of a page. */

import { SURFACES } from '../catalog/usage/surfaces.ts'
import type { Services } from '../tools/define.ts'
import { mcpTools } from '../tools/index.ts'
import { html, type Markup } from './html/html.ts'
import { searchForm } from './html/search-form.ts'

/** The inserts that do not depend on the request, by name. */
export const insertsOf = ({ site }: Services): Readonly<Record<string, Markup>> => ({
  search: searchForm(site.brand),
  playground: playground(),
  live: html`<ul data-live aria-live="polite"></ul>\n`,
  diagram: diagram(),
})

/** The script sends the call to /mcp. Tools that send messages are left out. */
function playground(): Markup {
  const tools = mcpTools.filter(({ annotations, examples }) => annotations.readOnlyHint && examples.length > 0)
  return html`<form class="playground" data-playground>
<label>Tool <select name="tool">${tools.map(({ name, title, examples }) => html`<option value="${name}" data-example="${JSON.stringify(examples[0])}">${name}: ${title}</option>`)}</select></label>
<label>Arguments, as JSON <textarea name="args" rows="6" spellcheck="false"></textarea></label>
<p class="send"><button type="submit">Call the tool</button> <span>The call is then in the address of this page, to share.</span></p>
</form>
<div class="playground-result"></div>
<noscript><p>The playground needs JavaScript. The call below does the same from a terminal.</p></noscript>
`
}

/** One description above, the six surfaces below: the cells of the mark. */
const diagram = (): Markup => html`<p class="source">One OpenAPI description</p>
<ul class="diagram">${SURFACES.map(({ name }) => html`<li><a href="#${name.toLowerCase().replaceAll(' ', '-')}">${name}</a></li>`)}</ul>
`
