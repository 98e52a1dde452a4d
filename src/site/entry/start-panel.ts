/** The first thing on the page of an SDK: how to install and call it, a tab for each language, the CLI and MCP; and what the API then answers. */
import type { OperationsFile } from '../../catalog/record/facts.ts'
import { LANGUAGES, type Language, operationName } from '../../catalog/record/languages.ts'
import type { SdkRecord } from '../../catalog/record/record.ts'
import { calledPoint } from '../../code/arguments.ts'
import { pascal } from '../../code/client-options.ts'
import { isCurl, type Startable, startFor } from '../../code/first-steps.ts'
import {
  baseName,
  cliInstall,
  type Install,
  languageInstall,
  mcpInstall,
  releasesUrl,
  withLanguages,
} from '../../code/install.ts'
import { capabilityText } from '../../code/surfaces.ts'
import { codeBlock } from '../html/components.ts'
import { html, type Markup } from '../html/html.ts'
import { planToShow } from './first-plan.ts'
import { operationPath } from './operations.ts'
import { firstAnswer } from './response-on-record.ts'
import { type Tab, tabSet } from './tabs.ts'

export const START = 'start'

/** What code is called that uses `direct`; its notes say why. */
export const RAW = 'as the raw request'

/** @param lang id of the tab to open; the first if no tab has it */
export function startPanel(
  record: SdkRecord,
  entities: OperationsFile['entities'],
  lang: string | undefined,
  brand: string,
): Markup {
  const plan = planToShow(record, entities)
  const point = calledPoint(plan.call, entities)
  return html`<section class="start" id="${START}" tabindex="-1" aria-labelledby="start-heading">
<h2 id="start-heading" class="unseen">Install and call</h2>
${tabSet(tabsOf(plan, callTitle(plan, point?.purpose, brand)), lang)}
${record.languages.length === 0 && html`<p class="notes">We have no record of the languages of this SDK. Most repositories have these.</p>`}
${firstAnswer(record, point, html`<b>3</b> Answer`)}
</section>`
}

/** `Poems by author` with the name of the operation, which leads to its page. */
function callTitle({ record, call }: Startable, purpose: string | undefined, brand: string): Markup {
  if (!call) return html``
  const name = operationName(call)
  const link = html`<a href="${operationPath(record.slug, brand, name)}">${pascal(call.entity)}.${call.op}</a>`
  return purpose === undefined ? html`Call ${link}` : html`<span>${sentence(purpose)} ${link}</span>`
}

export const sentence = (purpose: string): string => purpose[0]!.toUpperCase() + purpose.slice(1)

function tabsOf(plan: Startable, title: Markup): Tab[] {
  const { record: original } = plan
  const record = withLanguages(original)
  const installs = record.languages.map((language) => ({ language, install: languageInstall(record, language) }))
  const sources = installs.filter(({ install }) => install.command === undefined).map(({ install }) => install)
  return [
    ...installs
      .filter(({ install }) => install.command !== undefined)
      .map(({ language, install }) => languageTab({ ...plan, record }, language, install, title)),
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

function languageTab(plan: Startable, language: Language, install: Install, title: Markup): Tab {
  const start = startFor(plan, language)!
  const { code, fence, notes } = start
  const isRaw = plan.call?.direct && html` <span>${RAW}</span>`
  const call = code
    ? codeBlock({ label: html`<b>2</b> ${title}${isRaw}`, code, language: fence })
    : html`<p class="none"><b>2</b> Pick an operation <a href="#operations">below</a>. Each one needs values that the API's description does not give, so no example would run as it is.</p>`
  return {
    id: language,
    label: LANGUAGES[language],
    panel: html`${!(code && isCurl(start)) && installStep(install)}
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
