/** catalog prove: executes what the catalogue shows of the repositories in a folder. */
import { SourceUnreadable } from '../builder/sources/repository.ts'
import { isProved, isTried, type Proof, prove, type Row } from '../prove/prove.ts'
import { proofText } from '../prove/table.ts'
import { refuse } from './start.ts'

export interface ProveCommand {
  languages?: string[]
  limit?: number
  timeout: number
  workers: number
  json?: boolean
}

export async function proveCommand(folder: string, command: ProveCommand): Promise<void> {
  const { timeout, json, ...options } = command
  // Ends by exit, so that no process group is left and the temporary folder goes.
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)
    process.once(signal, () => process.exit(code))
  const proof = await orRefuse(prove({ folder, ...options, timeoutMs: timeout * 1000, onRow: progress }))
  process.stdout.write(`${json ? JSON.stringify(documentOf(proof), null, 2) : proofText(proof)}\n`)
  process.exitCode = proof.rows.every((row) => isProved(row) || !isTried(row)) && proof.skipped.length === 0 ? 0 : 1
}

function documentOf({ rows, skipped }: Proof) {
  const tried = rows.filter(isTried)
  return { run: tried.filter(isProved).length, tried: tried.length, rows, skipped }
}

/** A line for each row on standard error, as a run takes minutes. */
function progress(row: Row): void {
  if (!isTried(row)) return
  const state = isProved(row) ? 'ok' : `install ${row.install}, call ${row.call}: ${row.why ?? ''}`
  process.stderr.write(`${row.slug} ${row.language} ${row.seconds} s ${state}\n`)
}

async function orRefuse(work: Promise<Proof>): Promise<Proof> {
  try {
    return await work
  } catch (error) {
    if (error instanceof SourceUnreadable) return refuse(error.message)
    throw error
  }
}
