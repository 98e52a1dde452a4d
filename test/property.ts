/** Settings of the property tests: one seed for a run, printed, so that a failure can be run again. */
import { randomInt } from 'node:crypto'

const seed = Number(process.env.FC_SEED ?? randomInt(2 ** 31 - 1))
process.stdout.write(`Property seed: FC_SEED=${seed}\n`)

export const runs = (numRuns: number) => ({ seed, numRuns })
