/** An operation by the names that a caller gave. */
import type { SdkRecord } from '../../../catalog/record/record.ts'
import { nearest } from '../../../catalog/search/suggest.ts'
import type { Call } from '../../../catalog/usage/arguments.ts'
import { pascal } from '../../../catalog/usage/client.ts'
import { memoized } from '../../../system/once.ts'
import { joinParts } from '../../../text/join-parts.ts'
import { CatalogError, echoed } from '../../errors.ts'
import { didYouMean } from '../../not-found.ts'

/** Entities that an error names. */
const MAX_NAMED = 40
/** Operations that it suggests. */
const MAX_MEANT = 3

interface Names {
  entity: string | undefined
  op: string | undefined
}

/**
 * The operation by the entity's name in any spelling; without `op` the entity's first. Both names may be in one of
 * them, as find_sdk writes them: `author.list`.
 * @param like operations that a text may mean, best first
 * @throws CatalogError not_found or invalid_request with the names that there are
 */
export function resolveOperation(
  record: SdkRecord,
  names: Names,
  like: (text: string) => readonly string[],
): Pick<Call, 'entity' | 'op'> {
  const { entities, slug } = record
  const both = [names.op, names.entity].find((each) => each?.includes('.'))
  const [name = '', ...rest] = (both ?? joinParts('.', names.entity, names.op)).split('.')
  const operation = rest.length > 0 ? rest.join('.') : undefined
  if (both === undefined && names.entity === undefined) {
    throw new CatalogError('invalid_request', {
      detail: 'op: is of no use without entity.',
      errors: [{ field: 'entity', message: 'is required with op' }],
      resolution: entityList(record),
    })
  }
  const missing = (detail: string, resolution: string) => new CatalogError('not_found', { detail, resolution })
  const letters = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  const entity =
    entities.find((each) => each.name === name) ?? entities.find((each) => letters(each.name) === letters(name))
  if (!entity) {
    const meant = [
      ...nearest(name, namesOf(entities), 1),
      ...like(operation ? `${operation} the ${name}` : name),
    ].slice(0, MAX_MEANT)
    throw missing(`${slug} has no entity "${echoed(name)}".`, didYouMean(meant, entityList(record)))
  }
  const { ops } = entity
  const op = operation === undefined ? ops[0] : ops.find((each) => each === operation.toLowerCase())
  if (op) return { entity: entity.name, op }
  throw missing(
    operation === undefined
      ? `${pascal(entity.name)} has no operation.`
      : `${entity.name} has no operation "${echoed(operation)}".`,
    didYouMean(
      like(`${operation} the ${entity.name}`).slice(0, MAX_MEANT),
      ops.length > 0 ? `Use one of its operations: ${ops.join(', ')}.` : entityList(record),
    ),
  )
}

/** A list that lives on, as `nearest` indexes it. */
const namesOf = memoized((entities: SdkRecord['entities']) => entities.map(({ name }) => name))

function entityList({ entities }: SdkRecord): string {
  const usable = entities.filter(({ ops }) => ops.length > 0)
  if (usable.length === 0) return 'No entity of it is on record; ask without entity and op.'
  const names = usable.slice(0, MAX_NAMED).map(({ name, ops }) => `${name} (${ops.join(', ')})`)
  const more = usable.length - names.length
  return `Its entities: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`
}
