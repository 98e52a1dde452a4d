/** Parts that several pages share: code with its label, the search form, and an SDK at a glance as badges and as a mark. */
import { highlighted } from '../../catalog/readme/highlight.ts'
import type { SdkRecord } from '../../catalog/record/record.ts'
import { needsNoKey, onlyReads } from '../../catalog/record/traits.ts'
import { SURFACES, type Surface } from '../../code/surfaces.ts'
import { html, type Markup, raw } from './html.ts'

interface Code {
  label: string | Markup
  code: string
  /** As after the fence of a code block. */
  language: string
  /** Breaks long lines, so that a command is seen whole. */
  wrap?: boolean
}

/** The script adds the button that copies it. */
export const codeBlock = ({ label, code, language, wrap = false }: Code): Markup =>
  html`<figure class="code${wrap && ' wrap'}"><figcaption>${label}</figcaption><pre tabindex="0"><code class="language-${language}">${raw(highlighted(code, language))}</code></pre></figure>`

interface SearchForm {
  q?: string
  topic?: string | undefined
  /** Further parameters of the search, the topic among them. */
  parameters?: Readonly<Record<string, string>>
  compact?: boolean
}

/**
 * A page has at most one, because the form declares a tool for agents and its name must be unique. The script reads the
 * path of the SDK pages from `data-search`.
 */
export function searchForm(brand: string, { q = '', topic, parameters = {}, compact }: SearchForm = {}): Markup {
  // With a topic there is no example: one of another topic would find nothing.
  const hint = compact ? 'Search SDKs' : topic ? `Search in ${topic}` : 'e.g. weather forecast'
  return html`
<form class="search${compact && ' compact'}" role="search" action="/sdk" method="get" data-search="/${brand}-sdk/" toolname="open_sdk_search" tooldescription="Opens the list of SDKs that match a search." toolautosubmit>
<label for="q"${compact && html` class="unseen"`}>Search ${topic ? `SDKs about ${topic}` : 'SDKs'}</label>
<div class="field">
<input id="q" name="q" type="search" value="${q}" placeholder="${hint}" autocomplete="off" autocapitalize="off" spellcheck="false" enterkeyhint="search" toolparamdescription="What the API should do, or words of its name, e.g. exchange rates">
<button type="submit"${compact && html` class="unseen" tabindex="-1"`}>Search</button>
</div>
${Object.entries(parameters).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
</form>`
}

interface Badge {
  text: string
  title: string
}

export function badgesOf(record: SdkRecord): Badge[] {
  const { entities, cli, mcp } = record
  const count = `${entities.length} ${entities.length === 1 ? 'entity' : 'entities'}`
  const badges: (Badge | false | undefined)[] = [
    keyBadge(record),
    onlyReads(record) && { text: 'Read-only', title: 'Every operation reads data. None changes it.' },
    mcp !== undefined && { text: 'MCP', title: 'The repository has an MCP server.' },
    cli !== undefined && { text: 'CLI', title: 'The repository has a command-line program.' },
    entities.length > 0 && { text: count, title: 'The nouns of the API, each with operations such as list and load.' },
  ]
  return badges.filter((badge) => badge !== false && badge !== undefined)
}

export function keyBadge(record: SdkRecord): Badge | undefined {
  const { scheme, needed } = record.auth
  if (scheme === 'none') return { text: 'No key', title: "The API's description asks for no key." }
  if (needsNoKey(record)) return { text: 'Key optional', title: 'Calls work without a key; the API accepts one.' }
  if (scheme === 'unknown') return undefined
  return needed === 'sometimes'
    ? { text: 'Key for some calls', title: 'Some operations need a key.' }
    : { text: 'Needs a key', title: 'The API asks for a key.' }
}

export const badges = (record: SdkRecord): Markup =>
  html`<ul class="badges" aria-label="At a glance">${badgesOf(record).map(({ text, title }) => html`<li title="${title}">${text}</li>`)}</ul>`

/** No record says yet whether a repository has skills. */
const RECORDED: Record<Surface['id'], (record: SdkRecord) => boolean> = {
  sdk: ({ languages }) => languages.length > 0,
  cli: ({ cli }) => cli !== undefined,
  mcp: ({ mcp }) => mcp !== undefined,
  skills: () => false,
  repl: ({ cli }) => cli !== undefined,
  model: ({ entities }) => entities.length > 0,
}

/** The mark of the site as data, filled where the catalogue has the surface on record: three cells above, three below. */
export const cellsOf = (record: SdkRecord): { name: string; filled: boolean }[] =>
  SURFACES.map(({ id, name }) => ({ name, filled: RECORDED[id](record) }))

/** In units of the view box: the side of a cell, and the distance from one to the next. */
const SIZE = 7
const STEP = 8.5

export function mark(record: SdkRecord, { labelled = false } = {}): Markup {
  const cells = cellsOf(record).map((cell, at) => ({ ...cell, x: (at % 3) * STEP, y: Math.floor(at / 3) * STEP }))
  const [filled, open] = [cells.filter((cell) => cell.filled), cells.filter((cell) => !cell.filled)]
  const squares = filled.map(({ x, y }) => `M${x} ${y}h${SIZE}v${SIZE}h-${SIZE}z`).join('')
  const frames = open.map(({ x, y }) => `M${x + 0.5} ${y + 0.5}h${SIZE - 1}v${SIZE - 1}h-${SIZE - 1}z`).join('')
  const names = (some: typeof cells): string => some.map(({ name }) => name).join(', ') || 'nothing'
  const label = `On record: ${names(filled)}. Not on record: ${names(open)}.`
  const attributes = labelled ? html`role="img" aria-label="${label}"` : html`aria-hidden="true"`
  return html`<svg class="cells" viewBox="0 0 24 15.5" ${attributes}><path d="${squares}"/><path class="open" d="${frames}"/></svg>`
}
