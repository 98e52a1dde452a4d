/** From the words of a caller to the call that they mean: the SDK, the operation, the endpoint and its arguments. */
import type { SdkRecord } from '../catalog/record/record.ts'
import type { StoredOperation } from '../catalog/usage/arguments.ts'
import type { Services } from '../tools/define.ts'
import { CatalogError } from '../tools/errors.ts'
import { recordOf } from '../tools/not-found.ts'
import { readOperation } from '../tools/sdks/answers/readme-operation.ts'
import { type CallArguments, readArguments } from './arguments.ts'
import type { Variables } from './request.ts'

export interface Words {
  slug: string
  /** `entity.op` in any spelling; without `.op` the entity's first. */
  operation: string
  /** `name=value` */
  arguments: readonly string[]
  /** Path or action of one of several endpoints. */
  endpoint?: string | undefined
}

export interface PreparedCall {
  record: SdkRecord
  entity: string
  operation: StoredOperation
  given: CallArguments
}

/** @throws CatalogError that names what is wrong, and what there is */
export async function prepareCall(words: Words, environment: Variables, services: Services): Promise<PreparedCall> {
  const { slug, operation: name, endpoint } = words
  const record = recordOf(slug, services)
  const { entity, op, point, points } = await readOperation(record, { entity: name, op: undefined, endpoint }, services)
  if (!point) {
    throw new CatalogError('not_found', {
      detail: `No endpoint of ${entity}.${op} is on record.`,
      resolution: `Look it up in ${record.github_url}.`,
    })
  }
  const operation = { op, points }
  const named = endpoint === undefined ? undefined : point
  return { record, entity, operation, given: readArguments(record, operation, words.arguments, named, environment) }
}
