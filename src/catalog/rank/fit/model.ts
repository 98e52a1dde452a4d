/** Written by scripts/fit.ts: the weights are of SIGNALS in fit.ts, in that order. */
export const FIT_MODEL = {
  bias: -3.86,
  weights: [5.522, -3.474, -1.967, 5.549, 1.459, -3.598, 1.746, 3.817, -1.977],
  /** Least probability of each fit; less is `none`. */
  good: 0.709,
  weak: 0.319,
} as const
