/** Every weight of the choice of an operation. `node evals/operations.ts` shows what a change does. */

/** The weight of a query word is its idf times the factor of its role. */
export const INTENT_WEIGHTS = {
  /** Idf of a word that no record has. */
  unknown: 6,
  /** A verb already decides the kind of the operation. */
  verb: 0.2,
  /** A word after a preposition: "issues of a repository". */
  detail: 0.6,
  stop: 0.05,
} as const

/** How the score of an operation is made of its parts. */
export const CHOICE = {
  /** Factor of a word that is in the SDK's title. */
  sdkTitle: 0.25,
  /** Factor of a word that is not in the entity's name, but in a path, a parameter or the answer. */
  keyword: 0.6,
  /** Added for a name that is in the query as a whole; subtracted for each word of it that the query lacks. */
  nameCoverage: 0.35,
  extraNameWord: 0.06,
  /** Added for a need on record, and for the verb. */
  need: 0.5,
  verb: 0.4,
  /** An operation fits if it matches this share of the query, or of a need on record. */
  minShare: 0.4,
  minNeed: 0.5,
  /** Subtracted if an endpoint is deprecated, if its path cannot be filled, and if it is partly for something else. */
  penalty: 0.2,
  /** Factor of a synonym in a name. */
  concept: 0.6,
  /** Factor of a word that is part of another. */
  part: 0.8,
  /** Factor of a word that no operation of the SDK has, in a query that reads. */
  unknown: 0.3,
  /** Added for the head noun of the query, and for its verb in the operation's names. */
  headNoun: 0.2,
  specificVerb: 0.35,
  /** The same for a verb that many operations have: "post". */
  commonVerb: 0.14,
  /** Added to an endpoint for each owner that the query names ("lists of a board"); subtracted for each other one. */
  owner: 0.1,
  /** Added to an endpoint with a search parameter, if the query has words that no endpoint has. */
  searchParameter: 0.15,
  /** Factor of a detail of the query in a name. */
  detail: 0.5,
} as const

/** Factor of a word by its place in an endpoint; it is 1 in the entity's name and at the end of the path. */
export const PLACES = { path: 0.7, parameter: 0.5 } as const
