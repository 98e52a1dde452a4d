/** What is worth knowing of an SDK before one opens it, in a word or two each. */
import { needsNoKey, onlyReads, type SdkRecord } from '../../catalog/record/record.ts'
import { html, type Markup } from './html.ts'

interface Badge {
  text: string
  /** The whole of it, in a sentence. */
  title: string
}

export function badgesOf(record: SdkRecord): Badge[] {
  const { entities, cli, mcp } = record
  const count = `${entities.length} ${entities.length === 1 ? 'entity' : 'entities'}`
  const badges: (Badge | false)[] = [
    keyBadge(record),
    onlyReads(record) && { text: 'Read-only', title: 'Every operation reads data. None changes it.' },
    mcp !== undefined && { text: 'MCP', title: 'The repository has an MCP server.' },
    cli !== undefined && { text: 'CLI', title: 'The repository has a command-line program.' },
    entities.length > 0 && { text: count, title: 'The nouns of the API, each with operations such as list and load.' },
  ]
  return badges.filter((badge) => badge !== false)
}

function keyBadge(record: SdkRecord): Badge | false {
  const { scheme, needed } = record.auth
  if (scheme === 'none') return { text: 'No key', title: "The API's description asks for no key." }
  if (needsNoKey(record)) return { text: 'Key optional', title: 'Calls work without a key; the API accepts one.' }
  if (scheme === 'unknown') return false
  return needed === 'sometimes'
    ? { text: 'Key for some calls', title: 'Some operations need a key.' }
    : { text: 'Needs a key', title: 'The API asks for a key.' }
}

export const badges = (record: SdkRecord): Markup =>
  html`<ul class="badges" aria-label="At a glance">${badgesOf(record).map(({ text, title }) => html`<li title="${title}">${text}</li>`)}</ul>`
