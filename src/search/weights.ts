/**
 * Every weight of the ranker. docs/search.md explains the stages that use them; `npm run eval` shows what a change does.
 */

/**
 * BM25F: the weight of a word in each field, and how much a long field dilutes it (b). A match is explained by the first
 * field in this order that has the word.
 */
export const FIELD_WEIGHTS = {
  title: { weight: 4, dilution: 0.5 },
  alias: { weight: 4, dilution: 0.3 },
  topic: { weight: 3, dilution: 0.3 },
  description: { weight: 2, dilution: 0.5 },
  need: { weight: 1.5, dilution: 0.3 },
  host: { weight: 1.5, dilution: 0.3 },
  language: { weight: 0.6, dilution: 0 },
  entity: { weight: 1, dilution: 0.6 },
} as const
/** BM25's k1: how soon more of the same stops counting. */
export const SATURATION = 1.2
/** Share of its field's weight that a topic gets from words that only suggest it. */
export const SUGGESTED_TOPIC = 0.3

/** How well a term of the index satisfies a word of the query, by what the term is. */
export const TERM_FACTORS = { synonym: 0.7, topic: 0.3 } as const

/** How much a word of the query counts; a word of some title counts 1. */
export const WORD_WEIGHTS = {
  /** A word of no title may be a name, or a manner of speaking. */
  unknown: 0.8,
  /** A place, shared by its words: most SDKs cover many. */
  place: 0.3,
  /** "list", "user": little information, but some operations differ only in such words. */
  weak: 0.2,
  /** "get", "with": decides only between records that are otherwise equal. */
  stop: 0.05,
  /** Words for the kind of a service that the catalogue lacks, beside the other words of the query. */
  kindOfService: 0.6,
} as const

/** A score is multiplied by this power of the share of the query's weight that the record satisfies. */
export const COVERAGE_POWER = 0.6
/** A sentence that has all the words adds this multiple of a score. */
export const SENTENCE_WEIGHT = 2

/** How the answers to the needs of one text become one list. */
export const FUSION = {
  /** Added to each rank, so that the first hits do not outweigh all others. */
  rank: 1,
  /** Weight of the search for the whole text; that of a need is the probability of its best hit. */
  whole: 3,
  /** A part of a text is a need if its best hit is as likely as this. */
  minProbability: 0.2,
  /** Of a part a hit fits well from here on: it has few words, which say less. */
  good: 0.78,
  /** The least for a part of one word to be a need: "pollen". */
  minProbabilityOfWord: 0.75,
} as const

/** An SDK is about a word of its description that has this share of the full weight. */
export const ABOUT_WEIGHT = 0.62

/** Did-you-mean for words. The costs of single edits are in search/words/edit-distance.ts. */
export const SPELLING = {
  /** What the edits may cost, by the length of the word as typed: a letter of a short word is a large part of it. */
  maxCost: [0, 0, 0, 0, 1, 1.3, 1.5, 2.2, 2.2, 2.8],
  /** Factor of a word that was corrected. */
  factor: 0.8,
} as const

/** Factor of an SDK that is named beside the need. */
export const NAMED_SDK = 1.8
