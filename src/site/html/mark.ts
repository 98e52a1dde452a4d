/** The mark of the site as data: six cells, one for each surface, filled if the catalogue has it on record. */
import type { SdkRecord } from '../../catalog/record/record.ts'
import { SURFACES, type Surface } from '../../catalog/usage/surfaces.ts'
import { html, type Markup } from './html.ts'

/** No record says yet whether a repository has skills. */
const RECORDED: Record<Surface['id'], (record: SdkRecord) => boolean> = {
  sdk: ({ languages }) => languages.length > 0,
  cli: ({ cli }) => cli !== undefined,
  mcp: ({ mcp }) => mcp !== undefined,
  skills: () => false,
  repl: ({ cli }) => cli !== undefined,
  model: ({ entities }) => entities.length > 0,
}

/** In the order of the cells: three above, three below. */
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
