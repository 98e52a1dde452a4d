/** One panel for each language, program or question: tabs where the script runs, else sections that unfold. */
import type { FirstCode } from '../../code/first-steps.ts'
import { codeBlock } from '../html/components.ts'
import { html, type Markup } from '../html/html.ts'

export interface Tab {
  /** As in the query of the URL. */
  id: string
  label: string
  panel: Markup
}

/** The same call in each language. @param name of the set on its page */
export const languageTabs = (codes: readonly FirstCode[], name: string): Markup =>
  tabSet(
    codes.map(({ id, label, code, fence }) => ({
      id,
      label,
      panel: codeBlock({ label: html`<b>Call</b>`, code, language: fence }),
    })),
    undefined,
    { ...LANGUAGE_TABS, name, label: 'Languages' },
  )

const LANGUAGE_TABS = { name: 'start', key: 'lang', label: 'Languages and programs' }

/**
 * @param chosen id of the tab to open; the first if no tab has it
 * @param set `name` begins the ids of its sections; `key` names the choice in the URL and in the browser, if it is kept
 */
export function tabSet(tabs: readonly Tab[], chosen: string | undefined, set = LANGUAGE_TABS): Markup {
  const { name, key, label } = set
  const first = tabs.find(({ id }) => id === chosen) ?? tabs[0]
  return html`<div class="tabs" data-tabs="${key}" data-label="${label}">
${tabs.map(
  (
    tab,
  ) => html`<details class="tab" id="${name}-${tab.id}" data-tab="${tab.id}" name="${name}"${tab === first && html` open`}>
<summary>${tab.label}</summary>
<div class="panel">${tab.panel}</div>
</details>
`,
)}</div>`
}
