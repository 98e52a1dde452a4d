/** The first thing on the page of an SDK: how to install and call it, a tab for each language, the CLI and MCP. */

import { LANGUAGES, type Language } from '../../catalog/record/languages.ts'
import type { SdkRecord } from '../../catalog/record/record.ts'
import {
  baseName,
  cliInstall,
  type Install,
  inItsLanguages,
  languageInstall,
  mcpInstall,
  releasesUrl,
} from '../../catalog/usage/install.ts'
import { firstCode } from '../../catalog/usage/quickstart.ts'
import { able } from '../../catalog/usage/surfaces.ts'
import { codeBlock, stepped } from '../html/code.ts'
import { html, type Markup } from '../html/html.ts'

interface Tab {
  /** As in `?lang=`. */
  id: string
  label: string
  panel: Markup
}

export const START = 'start'

/** @param wanted tab to begin with; the first where there is none of this name */
export function startPanel(record: SdkRecord, wanted: string | undefined): Markup {
  const tabs = tabsOf(record)
  const open = tabs.find(({ id }) => id === wanted) ?? tabs[0]
  return html`<section class="start" id="${START}" tabindex="-1" aria-labelledby="start-heading">
<h2 id="start-heading" class="unseen">Install and call</h2>
<div class="tabs" data-tabs="lang" data-label="Languages and programs">
${tabs.map(
  (
    tab,
  ) => html`<details class="tab" id="start-${tab.id}" data-tab="${tab.id}" name="start"${tab === open && html` open`}>
<summary>${tab.label}</summary>
<div class="panel">${tab.panel}</div>
</details>
`,
)}</div>
</section>`
}

function tabsOf(record: SdkRecord): Tab[] {
  const known = inItsLanguages(record)
  const withCommand = known.languages.filter((language) => languageInstall(known, language).command !== undefined)
  const others = known.languages.filter((language) => !withCommand.includes(language))
  return [
    ...withCommand.map((language) => languageTab(known, language, record.languages.length > 0)),
    ...(record.cli ? [cliTab(record)] : []),
    ...(record.mcp ? [mcpTab(record)] : []),
    ...(others.length > 0 ? [othersTab(known, others)] : []),
  ]
}

const install = ({ command = '', needs }: Install): Markup =>
  codeBlock({
    label: html`<b>1</b> Install${needs !== undefined && html` <span>needs ${needs}</span>`}`,
    code: stepped(command),
    language: 'bash',
    wrap: true,
  })

function languageTab(record: SdkRecord, language: Language, isRecorded: boolean): Tab {
  const code = firstCode(record, language)
  const notes = [
    ...(code?.notes ?? []),
    ...(isRecorded ? [] : ['We have no record of the languages of this SDK. Most repositories have this one.']),
  ]
  const how = code
    ? codeBlock({ label: html`<b>2</b> Call`, code: code.code, language: code.fence })
    : html`<p class="none"><b>2</b> Pick an operation <a href="#operations">below</a>. Each one needs values that the API's description does not give, so no example would run as it is.</p>`
  return {
    id: language,
    label: LANGUAGES[language],
    panel: html`${install(languageInstall(record, language))}
${how}
${notes.length > 0 && html`<p class="notes">${notes.join(' ')}</p>`}`,
  }
}

function cliTab(record: SdkRecord): Tab {
  const { name } = record.cli!
  const words = able(record.cli)
  return {
    id: 'cli',
    label: 'CLI',
    panel: html`${install(cliInstall(record)!)}
${codeBlock({ label: html`<b>2</b> Start the prompt`, code: `./${name}`, language: 'bash' })}
<p class="notes">${words ? `Commands: ${words}. ` : ''}Run it without arguments to get a prompt for trying operations.</p>`,
  }
}

function mcpTab(record: SdkRecord): Tab {
  const { name } = record.mcp!
  const tools = able(record.mcp)
  return {
    id: 'mcp',
    label: 'MCP',
    panel: html`${install(mcpInstall(record)!)}
${codeBlock({ label: html`<b>2</b> Add it to Claude Code`, code: `claude mcp add ${baseName(record.slug)} -- "$PWD/${name}"`, language: 'bash', wrap: true })}
<p class="notes">${tools ? `Tools: ${tools}. ` : ''}In other clients, set <code>command</code> to the path of the binary.</p>`,
  }
}

function othersTab(record: SdkRecord, languages: readonly Language[]): Tab {
  const rows = languages.map((language) => languageInstall(record, language))
  return {
    id: 'more',
    label: `${rows.length} more`,
    panel: html`<p class="notes">Available as source in the repository, and from its <a href="${releasesUrl(record)}" rel="nofollow noopener">release tags</a>.</p>
<ul class="packages">${rows.map(({ label, folder }) => html`<li>${label} <a href="${record.github_url}/tree/HEAD/${folder}" rel="nofollow noopener"><code>${folder}/</code></a></li>`)}</ul>`,
  }
}
