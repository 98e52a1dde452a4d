/** call --code: the program that makes the same call with the SDK. */
import * as z from 'zod'
import type { PreparedCall } from '../../call/arguments.ts'
import { masker, secretsIn } from '../../call/request.ts'
import type { Scalar } from '../../catalog/record/facts.ts'
import { callOfPoint, isNested } from '../../catalog/usage/arguments.ts'
import { isProgram, startFor } from '../../catalog/usage/start.ts'
import { joinParts } from '../../text/join-parts.ts'
import { parseInput } from '../../tools/define.ts'
import { target } from '../../tools/fields.ts'
import { codeLanguage } from '../../tools/sdks/answers/readme-advice.ts'
import { fail, type OutputOptions, printResult } from '../output.ts'

export function printCode(
  { record, entity, operation, given }: PreparedCall,
  options: OutputOptions & { code: string },
): void {
  const { code: asked } = parseInput(z.object({ code: target(20) }), { code: options.code })
  const { op, points } = operation
  const { point, headers } = given
  const left = point.parameters.filter((each) => isNested(each) && each.name in given.arguments)
  const plain = Object.entries(given.arguments).filter(([name]) => left.every((each) => each.name !== name))
  const values = Object.fromEntries(plain) as Record<string, Scalar>
  const call = callOfPoint(entity, op, points, points.indexOf(point), record.auth, { values, headers })
  const language = isProgram(asked) ? asked : (codeLanguage(record, asked) ?? asked)
  const { code, notes = [] } = startFor(record, language, { ...call, left }) ?? {}
  if (!code) fail(joinParts(' ', `No code in ${asked} is at hand for this call.`, ...notes))
  const mask = masker(secretsIn(record, point, given, process.env))
  printResult(options, { code: mask(code), notes }, (visible) => visible.code)
  if (!options.json && notes.length > 0) process.stderr.write(`${notes.join(' ')}\n`)
}
