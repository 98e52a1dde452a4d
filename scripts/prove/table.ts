/** A proof as text: a row for each SDK and language, the toolchains that this machine lacks, and the totals. */
import { columns } from '../../src/text/columns.ts'
import { isProved, isTried, type Proof, type Row } from './prove.ts'

const HEAD = ['SDK', 'generation', 'language', 'install', 'request', 'print', 'strict', 'why']
const STEPS = ['install', 'request', 'print', 'strict'] as const

export interface Total {
  language: string
  tried: number
  installed: number
  /** The right request, and no wrong one. */
  requested: number
  /** A served record was printed. */
  printed: number
  /** Passes `tsc --strict`; only of TypeScript. */
  strict?: number
  proved: number
}

/** One for each language, and one for all. */
export function totalsOf(rows: readonly Row[]): Total[] {
  const tried = rows.filter(isTried)
  const languages = [...Map.groupBy(tried, ({ language }) => language)].map(([name, own]) => totalOf(name, own))
  return [...languages, totalOf('all', tried)]
}

function totalOf(language: string, rows: readonly Row[]): Total {
  const [installed, requested, printed, strict] = STEPS.map((step) => rows.filter((row) => row[step] === 'ok').length)
  return {
    language,
    tried: rows.length,
    installed: installed!,
    requested: requested!,
    printed: printed!,
    ...(rows.some((row) => row.language === 'ts') && { strict: strict! }),
    proved: rows.filter(isProved).length,
  }
}

export function proofText({ rows, skipped }: Proof): string {
  const tried = rows.filter(isTried)
  const totals = totalsOf(rows).map(({ language, ...counts }) => [
    language,
    ...[counts.tried, counts.installed, counts.requested, counts.printed, counts.strict ?? '', counts.proved].map(
      String,
    ),
  ])
  return [
    ...columns([HEAD, ...tried.map(cellsOf)]),
    '',
    ...absentToolchains(rows),
    ...skipped.map(({ name, why }) => `skipped ${name}: ${why}`),
    ...columns([['language', 'tried', 'installed', 'requested', 'printed', 'strict', 'proved'], ...totals]),
    '',
    `${tried.filter(isProved).length} of ${tried.length} lines are proved`,
  ].join('\n')
}

const cellsOf = ({ slug, generation = '', language, why = '', ...row }: Row): string[] => [
  slug,
  generation,
  language,
  ...STEPS.map((step) => row[step]),
  why,
]

function absentToolchains(rows: readonly Row[]): string[] {
  const absent = Map.groupBy(
    rows.filter((row) => !isTried(row)),
    ({ language, toolchain }) => `no toolchain for ${language} (${toolchain})`,
  )
  return [...absent].map(([label, { length }]) => `${label}: ${length} not tried`)
}
