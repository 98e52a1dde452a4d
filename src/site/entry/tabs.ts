/** One panel for each language or program: tabs where the script runs, else sections that unfold. */
import { html, type Markup } from '../html/html.ts'

export interface Tab {
  /** As in `?lang=`. */
  id: string
  label: string
  panel: Markup
}

/** @param lang id of the tab to open; the first if no tab has it */
export function languageTabs(tabs: readonly Tab[], lang: string | undefined): Markup {
  const first = tabs.find(({ id }) => id === lang) ?? tabs[0]
  return html`<div class="tabs" data-tabs="lang" data-label="Languages and programs">
${tabs.map(
  (
    tab,
  ) => html`<details class="tab" id="start-${tab.id}" data-tab="${tab.id}" name="start"${tab === first && html` open`}>
<summary>${tab.label}</summary>
<div class="panel">${tab.panel}</div>
</details>
`,
)}</div>`
}
