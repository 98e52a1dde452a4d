/** Settings of the property tests: one seed for a run, printed, so that a failure can be run again. */
import { randomInt } from 'node:crypto'
import fc from 'fast-check'

const seed = Number(process.env.FC_SEED ?? randomInt(2 ** 31 - 1))
process.stdout.write(`Property seed: FC_SEED=${seed}\n`)

export const runs = (numRuns: number) => ({ seed, numRuns })

/** Number of the code point among those that are no surrogates. */
const indexOf = (codePoint: number): number => (codePoint < 0xd800 ? codePoint : codePoint - 0x800)

/** Any code point, as `unit` of `fc.string`. The unit 'binary' is the same and takes five seconds to build. */
export const codePoint = fc.oneof(fc.nat(0x7f), fc.nat(0xf7ff), fc.nat(0x10f7ff)).map(
  (index) => String.fromCodePoint(index < 0xd800 ? index : index + 0x800),
  (text) => indexOf(String(text).codePointAt(0)!),
)
