/**
 * Fuzzing with inputs near valid ones, for FUZZ_SECONDS per target or a fixed number of runs. seeds.json has the inputs
 * that once failed, by target; they run first.
 */
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { codePoint, runs } from '../property.ts'

const SEEDS = JSON.parse(readFileSync(new URL('seeds.json', import.meta.url), 'utf8')) as Record<string, unknown[]>
const seconds = Number(process.env.FUZZ_SECONDS ?? 0)

/** @param count runs where there is no time budget */
export async function fuzz<T>(
  target: string,
  input: fc.Arbitrary<T>,
  check: (input: T) => Promise<void>,
  count = 150,
): Promise<void> {
  const budget = seconds
    ? { ...runs(Number.MAX_SAFE_INTEGER), interruptAfterTimeLimit: seconds * 1000, markInterruptAsFailure: false }
    : runs(count)
  const examples = (SEEDS[target] ?? []).map((seed): [T] => [seed as T])
  await fc.assert(fc.asyncProperty(input, check), { ...budget, examples })
}

/** Text that programs stumble over, and text of any kind. */
export const oddText = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: codePoint, maxLength: 60 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 300 }) },
  fc.constantFrom(
    ...['', ' ', '\0', '__proto__', 'constructor', 'toString', '../../etc/passwd', '%00', '%', '\ud800', '\u202e'],
    ...[
      '#{x}',
      '{{x}}',
      "' OR 1=1",
      '<script>',
      'null',
      'true',
      '-0',
      '1e999',
      'NaN',
      'İ'.repeat(40),
      '#'.repeat(5_000),
    ],
  ),
)

/** Any JSON, with odd text in it. */
export const oddJson: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    oddText,
    fc.constantFrom(null, true, false, 0, -1, 1.5, 1e21, Number.MAX_SAFE_INTEGER),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(oddText, tie('value'), { maxKeys: 4 }),
  ),
})).value

/** Values that a JSON Schema allows, more or less: the right kind, at its bounds and beyond. */
export function around(schema: Schema): fc.Arbitrary<unknown> {
  const { type = '', properties = {}, minimum = 0, maximum = 1_000, maxLength = 100 } = schema
  const members = Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, around(member)]))
  const kinds: Record<string, () => fc.Arbitrary<unknown>> = {
    string: () => fc.oneof(oddText, fc.constantFrom('a'.repeat(maxLength), 'a'.repeat(maxLength + 1), 'weather')),
    integer: () => fc.oneof(fc.integer(), fc.constantFrom(minimum, minimum - 1, maximum, maximum + 1)),
    number: () => fc.double(),
    boolean: () => fc.boolean(),
    array: () => fc.array(around(schema.items ?? {}), { maxLength: 8 }),
    object: () =>
      fc
        .record(members, { requiredKeys: [] })
        .chain((object) => fc.oneof({ weight: 9, arbitrary: fc.constant(object) }, fc.constant({ ...object, x: 1 }))),
  }
  const valid = schema.enum ? fc.constantFrom(...schema.enum) : (kinds[type]?.() ?? oddJson)
  return fc.oneof({ weight: 12, arbitrary: valid }, oddJson)
}

interface Schema {
  type?: string
  enum?: unknown[]
  properties?: Record<string, Schema>
  items?: Schema
  minimum?: number
  maximum?: number
  maxLength?: number
}
