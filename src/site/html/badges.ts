/** What is worth knowing of an SDK before one opens it, in a word or two each. */
import { needsNoKey, onlyReads, type SdkRecord } from '../../catalog/record/record.ts'
import { html, type Markup } from './html.ts'

export interface Badge {
  text: string
  /** The whole of it, in a sentence. */
  title: string
}

const count = (total: number, noun: string): string => `${total} ${total === 1 ? noun : noun.replace(/y$/, 'ies')}`

export function badgesOf(record: SdkRecord): Badge[] {
  const { auth, entities, cli, mcp } = record
  const key: Badge | undefined =
    auth.scheme === 'none'
      ? { text: 'No key', title: "The API's description asks for no key." }
      : needsNoKey(record)
        ? { text: 'Key optional', title: 'Calls work without a key; the API accepts one.' }
        : auth.scheme === 'unknown'
          ? undefined
          : auth.needed === 'sometimes'
            ? { text: 'Key for some calls', title: 'Some operations need a key.' }
            : { text: 'Needs a key', title: 'The API asks for a key.' }
  return [
    ...(key ? [key] : []),
    ...(onlyReads(record) ? [{ text: 'Read-only', title: 'Every operation reads data. None changes it.' }] : []),
    ...(mcp ? [{ text: 'MCP', title: 'The repository has an MCP server.' }] : []),
    ...(cli ? [{ text: 'CLI', title: 'The repository has a command-line program.' }] : []),
    ...(entities.length > 0
      ? [
          {
            text: count(entities.length, 'entity'),
            title: 'The nouns of the API, each with operations such as list and load.',
          },
        ]
      : []),
  ]
}

export const badges = (record: SdkRecord): Markup =>
  html`<ul class="badges" aria-label="At a glance">${badgesOf(record).map(({ text, title }) => html`<li title="${title}">${text}</li>`)}</ul>`
