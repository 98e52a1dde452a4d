/** The mark of the site as data: six cells, one for each surface, filled where an SDK records it. */
import type { SdkRecord } from '../../catalog/record/record.ts'
import { SURFACES, type Surface } from '../../catalog/usage/surfaces.ts'
import { html, type Markup } from './html.ts'

type Facts = Pick<SdkRecord, 'languages' | 'cli' | 'mcp' | 'entities'>

/** Whether the catalogue has it on record. No record says yet whether a repository has skills. */
const RECORDED: Record<Surface['id'], (record: Facts) => boolean> = {
  sdk: ({ languages }) => languages.length > 0,
  cli: ({ cli }) => cli !== undefined,
  mcp: ({ mcp }) => mcp !== undefined,
  skills: () => false,
  repl: ({ cli }) => cli !== undefined,
  model: ({ entities }) => entities.length > 0,
}

export interface Cell {
  name: string
  filled: boolean
}

/** In the order of the cells: three above, three below. */
export const cellsOf = (record: Facts): Cell[] =>
  SURFACES.map(({ id, name }) => ({ name, filled: RECORDED[id](record) }))

/** One path for the filled cells and one for the others. `SIZE` and `STEP` are in units of the view box. */
const SIZE = 7
const STEP = 8.5
const placed = (cells: readonly Cell[], filled: boolean): string =>
  cells
    .map((cell, at) => ({ cell, x: (at % 3) * STEP, y: Math.floor(at / 3) * STEP }))
    .filter(({ cell }) => cell.filled === filled)
    .map(({ x, y }) =>
      filled ? `M${x} ${y}h${SIZE}v${SIZE}h-${SIZE}z` : `M${x + 0.5} ${y + 0.5}h${SIZE - 1}v${SIZE - 1}h-${SIZE - 1}z`,
    )
    .join('')

export function mark(record: Facts, { labelled = false } = {}): Markup {
  const cells = cellsOf(record)
  const names = (filled: boolean) =>
    cells
      .filter((cell) => cell.filled === filled)
      .map(({ name }) => name)
      .join(', ')
  const label = `On record: ${names(true) || 'nothing'}. Not on record: ${names(false) || 'nothing'}.`
  const attributes = labelled ? html`role="img" aria-label="${label}"` : html`aria-hidden="true"`
  return html`<svg class="cells" viewBox="0 0 24 15.5" ${attributes}><path d="${placed(cells, true)}"/><path class="open" d="${placed(cells, false)}"/></svg>`
}
