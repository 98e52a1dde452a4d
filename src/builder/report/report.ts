/** The report of a build as text. */
import type { BuildReport } from '../build.ts'
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
    ...section(
      'Skipped',
      skipped.map(({ name, reason, detail }) => [name, reason, detail]),
    ),
    ...section(
      'Warnings',
      warnings.map(({ slug, about, detail }) => [slug, about, detail]),
    ),
  ]
  return lines.join('\n')
}

function section(heading: string, rows: string[][]): string[] {
  if (rows.length === 0) return []
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]!.length)))
  const line = (row: string[]) =>
    `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd()
  return ['', heading, ...rows.map(line)]
}
