/** A proof as text: a row for each SDK and language, the toolchains that this machine lacks, and the totals. */
import { columns } from '../../src/text/columns.ts'
import { isProved, isTried, type Proof, type Row } from './prove.ts'

const HEAD = ['SDK', 'generation', 'language', 'install', 'call', 'why']

export function proofText({ rows, skipped }: Proof): string {
  const tried = rows.filter(isTried)
  return [
    ...columns([HEAD, ...tried.map(cellsOf)]),
    '',
    ...absentToolchains(rows),
    ...skipped.map(({ name, why }) => `skipped ${name}: ${why}`),
    ...totals(tried),
  ].join('\n')
}

const cellsOf = ({ slug, generation = '', language, install, call, why = '' }: Row): string[] => [
  slug,
  generation,
  language,
  install,
  call,
  why,
]

function absentToolchains(rows: readonly Row[]): string[] {
  const absent = Map.groupBy(
    rows.filter((row) => !isTried(row)),
    ({ language, toolchain }) => `no toolchain for ${language} (${toolchain})`,
  )
  return [...absent].map(([label, { length }]) => `${label}: ${length} not tried`)
}

function totals(tried: readonly Row[]): string[] {
  const languages = [...Map.groupBy(tried, ({ language }) => language)].map(([language, rows]) => {
    const installed = rows.filter(({ install }) => install === 'ok').length
    return `${language}: ${installed} of ${rows.length} installed, ${rows.filter(isProved).length} run`
  })
  return [...languages, `${tried.filter(isProved).length} of ${tried.length} lines run`]
}
