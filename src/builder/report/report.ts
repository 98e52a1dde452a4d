/** The progress of a build and its report as text. */
import { columns } from '../../text/columns.ts'
import type { BuildReport, Phase } from '../build-catalog.ts'
import { summary } from './diff.ts'

const OUTCOMES: Record<BuildReport['outcome'], (report: BuildReport) => string> = {
  built: ({ count, out, id }) => `Built the catalogue of ${count} SDKs in ${out} (id ${id?.slice(0, 12)}).`,
  unchanged: ({ count, out, id }) =>
    `The catalogue of ${count} SDKs in ${out} (id ${id?.slice(0, 12)}) is up to date; nothing was written.`,
  tried: ({ count }) => `A build would give a catalogue of ${count} SDKs; nothing was written.`,
  refused: ({ refused, out, source }) =>
    refused === 'empty'
      ? `${source} holds no generated SDK that can be taken; ${out} is as it was.`
      : `Refused by --strict; ${out} is as it was.`,
}

export function reportText(report: BuildReport): string {
  const { count, skipped, warnings, changes } = report
  const lines = [
    OUTCOMES[report.outcome](report),
    `Taken ${count}, skipped ${skipped.length}, warnings ${warnings.length}; ${summary(changes)}.`,
    ...section('Skipped', skipped, ({ name, reason, detail }) => [name, reason, detail]),
    ...section('Warnings', warnings, ({ slug, about, detail }) => [slug, about, detail]),
  ]
  return lines.join('\n')
}

function section<Item>(heading: string, items: readonly Item[], row: (item: Item) => string[]): string[] {
  if (items.length === 0) return []
  return ['', heading, ...columns(items.map(row)).map((line) => `  ${line}`)]
}

const PHASES: Record<Phase, string> = { read: 'Reading repositories', render: 'Rendering READMEs' }

/** Writes a line for each tenth of a phase: `Reading repositories: 32 of 320 (1.2 s)`. */
export function progressLines(write: (line: string) => unknown) {
  let phase: Phase | undefined
  let started = 0
  let tenth = 0
  return (current: Phase, done: number, total: number): void => {
    if (current !== phase) [phase, started, tenth] = [current, performance.now(), 0]
    const reached = total === 0 ? 10 : Math.floor((done * 10) / total)
    if (done > 0 && reached === tenth) return
    tenth = reached
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    write(`${PHASES[current]}: ${done} of ${total}${done > 0 ? ` (${seconds} s)` : ''}\n`)
  }
}
