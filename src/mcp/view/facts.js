/** Facts of an SDK in a word or two each; what is not on record is left out. */
const KEYS = { optional: 'Key optional', sometimes: 'Key for some calls' }

function keyFact({ scheme, needed } = { scheme: 'unknown' }) {
  if (scheme === 'unknown') return undefined
  return scheme === 'none' ? 'No key' : (KEYS[needed] ?? 'Needs a key')
}

export const inShort = ({ auth, entities }) => [
  keyFact(auth),
  entities && `${entities} ${entities === 1 ? 'entity' : 'entities'}`,
]
