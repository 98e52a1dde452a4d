/** The form of the playground: fields from the schema of each tool, examples to start from, and the same as JSON. */
import { once } from '../system/once.ts'
import { type JsonSchema, jsonSchema } from '../tools/define/json-schema.ts'
import { mcpTools } from '../tools/index.ts'
import { html, type Markup } from './html/html.ts'

/** The script sends the call to /mcp, and keeps fields and JSON alike. Tools that send messages are left out. */
export const playground = once((): Markup => {
  const tools = mcpTools.filter(({ annotations, examples }) => annotations.readOnlyHint && examples.length > 0)
  return html`<form class="playground" data-playground>
<label>Tool <select name="tool">${tools.map(({ name, title }) => html`<option value="${name}">${name}: ${title}</option>`)}</select></label>
${tools.map(({ name, input, examples }, at) => toolFields(name, jsonSchema(input, 'input'), examples, at > 0))}
<details class="as-json"><summary>As JSON</summary><label>Arguments, as JSON <textarea name="args" rows="6" spellcheck="false"></textarea></label></details>
<p class="send"><button type="submit" disabled>Call the tool</button> <span>The call is then in the address of this page, to share.</span></p>
</form>
<div class="playground-result"></div>
<noscript><p>The playground needs JavaScript. The call below does the same from a terminal.</p></noscript>
`
})

function toolFields(tool: string, schema: JsonSchema, examples: readonly object[], isHidden: boolean): Markup {
  const { properties = {}, required = [] } = schema
  return html`<fieldset data-tool="${tool}"${isHidden && html` hidden`}><legend class="unseen">Arguments of ${tool}</legend>
<ul class="chips examples" aria-label="Examples">${examples.map((example) => html`<li><button type="button" data-example="${JSON.stringify(example)}">${exampleText(example)}</button></li>`)}</ul>
${Object.entries(properties).map(([name, property]) => field(name, property as JsonSchema, required.includes(name)))}</fieldset>
`
}

const exampleText = (example: object): string => Object.values(example).join(', ') || 'without arguments'

function field(name: string, schema: JsonSchema, isRequired: boolean): Markup {
  const { type, enum: values, description = '', default: usual } = schema
  const choices = type === 'boolean' ? [true, false] : values
  const hint = usual === undefined || usual === '' ? '' : String(usual)
  const attributes = html`name="${name}" data-type="${type ?? 'string'}" title="${description}"`
  return html`<label><span><code>${name}</code>${isRequired && ' required'}</span> ${
    choices
      ? html`<select ${attributes}><option value="">${hint}</option>${choices.map((choice) => html`<option>${String(choice)}</option>`)}</select>`
      : html`<input ${attributes} placeholder="${hint}" autocomplete="off" spellcheck="false">`
  }</label>
`
}
