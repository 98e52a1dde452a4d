/** Facts of an SDK in a word or two each; what is not on record is left out. */
const KEYS = { optional: 'Key optional', sometimes: 'Key for some calls' }

function keyFact({ scheme, needed } = { scheme: 'unknown' }) {
  if (scheme === 'unknown') return undefined
  return scheme === 'none' ? 'No key' : (KEYS[needed] ?? 'Needs a key')
}

const number = (count, one, many) => count && `${count} ${count === 1 ? one : many}`

export const inShort = ({ auth, entities, operations }) => [
  keyFact(auth),
  number(entities, 'entity', 'entities'),
  number(operations, 'operation', 'operations'),
]
