/** The first thing on the page of an SDK: how to install and call it, a tab for each language, the CLI and MCP; and what the API then answers. */
import type { OperationsFile } from '../../catalog/record/facts.ts'
import { LANGUAGES, type Language } from '../../catalog/record/languages.ts'
import type { SdkRecord } from '../../catalog/record/record.ts'
import { callName } from '../../code/client-options.ts'
import { firstCode, isCurl } from '../../code/first-steps.ts'
import {
  baseName,
  cliInstall,
  type Install,
  languageInstall,
  mcpInstall,
  releasesUrl,
  withLanguages,
} from '../../code/install.ts'
import { firstCallOf } from '../../code/quickstart.ts'
import { capabilityText } from '../../code/surfaces.ts'
import { codeBlock } from '../html/components.ts'
import { html, type Markup } from '../html/html.ts'
import { firstAnswer } from './response-on-record.ts'
import { type Tab, tabSet } from './tabs.ts'

export const START = 'start'

/** @param lang id of the tab to open; the first if no tab has it */
export function startPanel(record: SdkRecord, file: OperationsFile | undefined, lang: string | undefined): Markup {
  return html`<section class="start" id="${START}" tabindex="-1" aria-labelledby="start-heading">
<h2 id="start-heading" class="unseen">Install and call</h2>
${tabSet(tabsOf(record), lang)}
${firstAnswer(record, file, html`<b>3</b> Answer`)}
</section>`
}

function tabsOf(original: SdkRecord): Tab[] {
  const record = withLanguages(original)
  const installs = record.languages.map((language) => ({ language, install: languageInstall(record, language) }))
  const sources = installs.filter(({ install }) => install.command === undefined).map(({ install }) => install)
  return [
    ...installs
      .filter(({ install }) => install.command !== undefined)
      .map(({ language, install }) => languageTab(record, language, install, original.languages.length > 0)),
    ...(record.cli ? [cliTab(record)] : []),
    ...(record.mcp ? [mcpTab(record)] : []),
    ...(sources.length > 0 ? [sourcesTab(record, sources)] : []),
  ]
}

const installStep = ({ command = '', needs }: Install): Markup =>
  codeBlock({
    label: html`<b>1</b> Install${needs !== undefined && html` <span>needs ${needs}</span>`}`,
    // One line of the shell for each step; parentheses hold one step.
    code: command.replaceAll(/ && (?![^(]*\))/g, ' &&\n'),
    language: 'bash',
    wrap: true,
  })

function languageTab(record: SdkRecord, language: Language, install: Install, isRecorded: boolean): Tab {
  const code = firstCode(record, language)
  const first = firstCallOf(record)
  const name = first && callName(first)
  const notes = [...(code?.notes ?? [])]
  if (!isRecorded) notes.push('We have no record of the languages of this SDK. Most repositories have this one.')
  const call = code
    ? codeBlock({ label: html`<b>2</b> Call ${name}`, code: code.code, language: code.fence })
    : html`<p class="none"><b>2</b> Pick an operation <a href="#operations">below</a>. Each one needs values that the API's description does not give, so no example would run as it is.</p>`
  return {
    id: language,
    label: LANGUAGES[language],
    panel: html`${!(code && isCurl(code)) && installStep(install)}
${call}
${notes.length > 0 && html`<p class="notes">${notes.join(' ')}</p>`}`,
  }
}

const programTab = (id: string, install: Install, step: string, code: string, notes: Markup): Tab => ({
  id,
  label: id.toUpperCase(),
  panel: html`${installStep(install)}
${codeBlock({ label: html`<b>2</b> ${step}`, code, language: 'bash', wrap: id === 'mcp' })}
<p class="notes">${notes}</p>`,
})

function cliTab(record: SdkRecord): Tab {
  const words = capabilityText(record.cli)
  const notes = html`${words && `Commands: ${words}. `}Run it without arguments to get a prompt for trying operations.`
  return programTab('cli', cliInstall(record)!, 'Start the prompt', `./${record.cli!.name}`, notes)
}

function mcpTab(record: SdkRecord): Tab {
  const tools = capabilityText(record.mcp)
  const code = `claude mcp add ${baseName(record.slug)} -- "$PWD/${record.mcp!.name}"`
  const notes = html`${tools && `Tools: ${tools}. `}In other clients, set <code>command</code> to the path of the binary.`
  return programTab('mcp', mcpInstall(record)!, 'Add it to Claude Code', code, notes)
}

const sourcesTab = (record: SdkRecord, sources: readonly Install[]): Tab => ({
  id: 'more',
  label: `${sources.length} more`,
  panel: html`<p class="notes">Available as source in the repository, and from its <a href="${releasesUrl(record)}" rel="nofollow noopener">release tags</a>.</p>
<ul class="packages">${sources.map(({ label, folder }) => html`<li>${label} <a href="${record.github_url}/tree/HEAD/${folder}" rel="nofollow noopener"><code>${folder}/</code></a></li>`)}</ul>`,
})
