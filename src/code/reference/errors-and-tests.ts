/** Reference of an operation beside its call: errors, and a test without a network. */
import type { Scalar, Type } from '../../catalog/record/facts.ts'
import { isRead, type Language } from '../../catalog/record/languages.ts'
import type { SdkRecord } from '../../catalog/record/record.ts'
import { memberTypes } from '../../catalog/record/traits.ts'
import type { Call } from '../arguments.ts'
import { classOf, codeFor, type Quickstart } from '../quickstart.ts'
import type { Plan } from '../shown-call.ts'

/** How errors reach the caller: their class and the members to look at. */
export function errorText(record: SdkRecord, language: Language): string {
  const name = classOf(record, language).replace(/SDK$/, 'Error')
  const isPair = language === 'go' || language === 'lua' || record.generation === 'old'
  const isReturned = isPair && language !== 'ts' && language !== 'js'
  const status = record.generation === 'new' ? ', `status` is the status of HTTP' : ''
  const how = isReturned ? 'returned as the second value' : 'thrown'
  return `Errors: ${name}, ${how}; \`code\` is such as "request_status"${status}, \`result\` has the answer. \`direct\` returns \`ok\`, \`status\` and \`err\` instead.`
}

/** A value of each type that nobody mistakes for a real one. */
export const SAMPLES: Readonly<Record<Type | 'any', Scalar>> = {
  ...{ string: 'example', integer: 1, number: 1.5, boolean: true, array: '', object: '', file: '', any: 'example' },
}

/** A program that runs against the client's own mock, which answers with the record that it is given. */
export function testProgram({ record, call, endpoint }: Plan, language: Language): Quickstart | undefined {
  if (!endpoint || !isRead(call.op)) return undefined
  const plain = Object.entries(memberTypes(endpoint.point.answer?.fields ?? {})).filter(
    ([, type]) => type !== 'array' && type !== 'object',
  )
  const values = Object.fromEntries(plain.slice(0, 3).map(([name, type]) => [name, SAMPLES[type]]))
  const seeded = { ...values, id: 'test1' }
  const { direct: _, key_argument: __, headers: ___, ...others } = call
  const tested: Call = {
    ...others,
    arguments: call.op === 'load' ? { id: 'test1' } : {},
    seed: { test1: seeded },
  }
  return codeFor(record, language, tested)
}
