/** Every weight of the choice of an operation. `node test/evals/operations.ts` shows what a change does. */

/** How much a word says when an operation is chosen; its idf times this. */
export const ASKED_WORDS = {
  /** The idf of a word that no record has. */
  unknown: 6,
  /** What is to be done decides by the kind of the operation. */
  verb: 0.2,
  /** After a preposition: "issues of a repository". */
  detail: 0.6,
  stop: 0.05,
} as const

/** How an operation is chosen for a query. */
export const CHOICE = {
  /** Factor of a word that is in a name of the SDK. */
  nameOfSdk: 0.25,
  /** Factor of a word that is not in the entity's name, but in a path, a parameter or the answer. */
  keyword: 0.6,
  /** What a name that the query has as a whole adds, and what each word of it takes away that the query lacks. */
  named: 0.35,
  unnamed: 0.06,
  /** What a need on record adds, and the verb. */
  need: 0.5,
  verb: 0.4,
  /** An operation is named that has this share of the query, or of a need on record. */
  minShare: 0.4,
  minNeed: 0.5,
  /** What an endpoint loses that is deprecated, whose path cannot be filled, or that is for something else in part. */
  doubt: 0.2,
  /** Factor of a word in a name that only means the same. */
  concept: 0.6,
  /** Factor of a word that is part of another. */
  part: 0.8,
  /** Factor of a word that no operation of the SDK has, where something is read. */
  unknown: 0.3,
  /** What an operation gains that has the word for what the query is about, and one that says what is to be done. */
  head: 0.2,
  said: 0.35,
  /** The same for a verb that is said of many: "post". */
  plainSaid: 0.14,
  /** What an endpoint gains by each owner that the query names ("lists of a board"), and loses by each that it does not. */
  owner: 0.1,
  /** What an endpoint gains that takes any words, where the query has words that no endpoint has. */
  search: 0.15,
  /** Factor of a detail of the query in a name. */
  detail: 0.5,
} as const

/** Factor of a word by its place in an endpoint; in the entity's name, and at the end of the path, it is 1. */
export const PLACES = { path: 0.7, parameter: 0.5 } as const
